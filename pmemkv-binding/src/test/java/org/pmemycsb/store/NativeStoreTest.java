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
                Stream.of(0, 1, 4 << 10, 16 << 10, (16 << 10) + 1, 1 << 20, 64 << 20)
                    .map(size -> Arguments.of(engine, size)));
  }

  @ParameterizedTest
  @MethodSource("engines")
  void anAbsentKeyIsAValue(String engine) throws Exception {
    try (TestStore store = open(engine, folder)) {
      byte[] key = bytes("absent");
      assertThat(store.get(key)).isNull();
      assertThat(store.get(key, new byte[8])).isEqualTo(-1);
      assertThat(store.remove(key)).isFalse();
      assertThat(store.replace(key, key)).isFalse();
      assertThat(store.count()).isZero();
    }
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

  @ParameterizedTest
  @MethodSource("engines")
  void zeroBytesAreBytesLikeAnyOther(String engine) throws Exception {
    byte[] key = {0, 1, 0};
    byte[] value = {0, 0, 5, 0};
    try (TestStore store = open(engine, folder)) {
      store.put(key, value);
      store.put(new byte[] {0, 1}, new byte[] {1});
      assertThat(store.get(key)).isEqualTo(value);
      assertThat(store.get(new byte[] {0})).isNull();
      assertThat(store.count()).isEqualTo(2);
    }
  }

  @Test
  void aBufferTooSmallGivesTheLengthNeeded() throws Exception {
    try (TestStore store = open("cmap", folder)) {
      byte[] value = new byte[100];
      Arrays.fill(value, (byte) 7);
      store.put(bytes("key"), value);
      assertThat(store.get(bytes("key"), new byte[99])).isEqualTo(100);
      assertThat(store.get(bytes("key"), new byte[0])).isEqualTo(100);
      byte[] exact = new byte[100];
      assertThat(store.get(bytes("key"), exact)).isEqualTo(100);
      assertThat(exact).isEqualTo(value);
    }
  }

  @Test
  void rowsOfAScanComeInTheOrderOfTheirKeysAndWhole() throws Exception {
    try (TestStore store = open("stree", folder)) {
      for (int i = 99; i >= 0; i--) {
        store.put(bytes("k%03d".formatted(i)), new byte[i * i]);
      }
      assertThat(store.scan(bytes("k010"), 3))
          .extracting(row -> row.length)
          .containsExactly(100, 121, 144);
      assertThat(store.scan(bytes("k098+"), 9))
          .extracting(row -> row.length)
          .containsExactly(99 * 99);
      assertThat(store.scan(bytes(""), 1000)).hasSize(100);
      assertThat(store.scan(bytes("z"), 5)).isEmpty();
      assertThat(store.scan(bytes(""), 0)).isEmpty();
    }
  }

  @Test
  void theTraitsAreThoseOfTheEngine() throws Exception {
    try (TestStore stree = open("stree", folder);
        TestStore vcmap = open("vcmap", folder)) {
      assertThat(stree.store().isDurable()).isTrue();
      assertThat(stree.store().isSorted()).isTrue();
      assertThat(stree.store().endsWithProcess()).isFalse();
      assertThat(stree.store().syncs()).isFalse();
      assertThat(stree.store().name()).startsWith("libpmemkv /");
      assertThat(vcmap.store().isDurable()).isFalse();
      assertThat(vcmap.store().isSorted()).isFalse();
      assertThat(vcmap.store().endsWithProcess()).isTrue();
      assertThat(vcmap.store().counters()).isEmpty();
    }
  }

  @Test
  void aFullStoreSaysSo() throws Exception {
    try (TestStore store = open("cmap", folder.resolve("small"), 8 << 20)) {
      assertThatThrownBy(() -> store.put(bytes("k"), new byte[16 << 20]))
          .isInstanceOfSatisfying(StoreException.class, full -> assertThat(full.isFull()).isTrue());
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
            () -> store.scan(key, 1));
    for (ThrowingCallable call : calls) {
      assertThatThrownBy(call).isInstanceOf(StoreException.class).hasMessageEndingWith("closed");
    }
  }
}
