package org.pmemycsb.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.pmemycsb.store.TestStore.bytes;
import static org.pmemycsb.store.TestStore.open;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class NativeStoreTest {
  @TempDir(factory = MemoryFolder.class)
  Path folder;

  static List<String> engines() {
    return TestStore.engines();
  }

  static Stream<Arguments> enginesAndSizes() {
    return engines().stream()
        .flatMap(
            engine ->
                Stream.of(0, 16 << 10, (16 << 10) + 1, 64 << 20)
                    .map(size -> Arguments.of(engine, size)));
  }

  @ParameterizedTest(name = "{0}, {1} bytes")
  @MethodSource("enginesAndSizes")
  void valuesOfAllSizesComeBackWhole(String engine, int size) throws Exception {
    byte[] value = new byte[size];
    new Random(size).nextBytes(value);
    try (TestStore store = open(engine, folder.resolve("large"), 256 << 20)) {
      byte[] key = bytes("key");
      store.put(key, value);
      assertThat(Arrays.equals(store.get(key), value)).isTrue();
      byte[] buffer = new byte[size + 1];
      Arrays.fill(buffer, (byte) 77);
      assertThat(store.get(key, new byte[size / 2])).isEqualTo(size);
      assertThat(store.get(key, buffer)).isEqualTo(size);
      assertThat(Arrays.equals(buffer, 0, size, value, 0, size)).isTrue();
      assertThat(buffer[size]).isEqualTo((byte) 77);
      byte[] half = Arrays.copyOfRange(value, size / 2, size);
      assertThat(store.replace(key, half)).isTrue();
      assertThat(Arrays.equals(store.get(key), half)).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void keysOfAllSizesAreKeysOfTheirOwn(String engine) throws Exception {
    int[] sizes = {0, 1, 1023, 1024, 1025, 4096, 64 << 10};
    try (TestStore store = open(engine, folder)) {
      for (int size : sizes) {
        store.put(new byte[size], bytes("value of " + size));
      }
      for (int size : sizes) {
        assertThat(store.get(new byte[size])).isEqualTo(bytes("value of " + size));
      }
      assertThat(store.count()).isEqualTo(sizes.length);
      for (int size : sizes) {
        assertThat(store.remove(new byte[size])).isTrue();
      }
    }
  }

  @Test
  void theTraitsAreThoseOfTheEngine() throws Exception {
    try (TestStore stree = open("stree", folder);
        TestStore vcmap = open("vcmap", folder)) {
      assertThat(stree.store().traits().durable()).isTrue();
      assertThat(stree.store().traits().sorted()).isTrue();
      assertThat(stree.store().traits().endsWithProcess()).isFalse();
      assertThat(stree.store().traits().syncs()).isFalse();
      assertThat(stree.store().traits().name()).startsWith("libpmemkv /");
      assertThat(vcmap.store().traits().durable()).isFalse();
      assertThat(vcmap.store().traits().sorted()).isFalse();
      assertThat(vcmap.store().traits().endsWithProcess()).isTrue();
      assertThat(vcmap.store().counters()).isEmpty();
    }
  }

  @Test
  void aClosedStoreRefusesEveryCall() throws Exception {
    TestStore store = open("stree", folder);
    byte[] key = bytes("k");
    store.put(key, key);
    store.close();
    store.close();
    List<ThrowingCallable> calls =
        List.of(
            () -> store.get(key),
            () -> store.put(key, key),
            () -> store.replace(key, key),
            () -> store.remove(key),
            store::count,
            () -> store.store().counters(),
            () -> store.session().scan(key, 1, null));
    for (ThrowingCallable call : calls) {
      assertThatThrownBy(call).isInstanceOf(StoreException.class).hasMessageEndingWith("closed");
    }
  }
}
