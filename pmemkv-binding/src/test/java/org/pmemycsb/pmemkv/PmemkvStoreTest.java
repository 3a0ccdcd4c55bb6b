package org.pmemycsb.pmemkv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.pmemycsb.pmemkv.StoreFixture.bytes;
import static org.pmemycsb.pmemkv.StoreFixture.open;
import static org.pmemycsb.pmemkv.StoreFixture.options;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PmemkvStoreTest {
  @TempDir(factory = MemoryFolder.class)
  Path folder;

  static List<String> engines() {
    return StoreFixture.engines();
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
  void whatWasPutIsReadBack(String engine) {
    try (PmemkvStore store = open(engine, folder)) {
      byte[] key = bytes("key");
      store.put(key, bytes("first"));
      assertThat(store.get(key)).isEqualTo(bytes("first"));
      store.put(key, bytes("second"));
      assertThat(store.get(key)).isEqualTo(bytes("second"));
      assertThat(store.exists(key)).isTrue();
      assertThat(store.count()).isEqualTo(1);
      assertThat(store.engine()).isEqualTo(engine);
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void anAbsentKeyIsAValue(String engine) {
    try (PmemkvStore store = open(engine, folder)) {
      byte[] key = bytes("absent");
      assertThat(store.get(key)).isNull();
      assertThat(store.get(key, new byte[8])).isEqualTo(PmemkvStore.ABSENT);
      assertThat(store.exists(key)).isFalse();
      assertThat(store.remove(key)).isFalse();
      assertThat(store.replace(key, key, 0, key.length)).isFalse();
      assertThat(store.exists(key)).isFalse();
      assertThat(store.count()).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void replaceStoresOverWhatIsThere(String engine) {
    try (PmemkvStore store = open(engine, folder)) {
      store.put(bytes("key"), bytes("first"));
      assertThat(store.replace(bytes("key"), bytes("xsecondx"), 1, 6)).isTrue();
      assertThat(store.get(bytes("key"))).isEqualTo(bytes("second"));
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void removeTakesOneRecordAway(String engine) {
    try (PmemkvStore store = open(engine, folder)) {
      store.put(bytes("a"), bytes("1"));
      store.put(bytes("b"), bytes("2"));
      assertThat(store.remove(bytes("a"))).isTrue();
      assertThat(store.remove(bytes("a"))).isFalse();
      assertThat(store.get(bytes("a"))).isNull();
      assertThat(store.get(bytes("b"))).isEqualTo(bytes("2"));
      assertThat(store.count()).isEqualTo(1);
    }
  }

  @ParameterizedTest(name = "{0}, {1} bytes")
  @MethodSource("enginesAndSizes")
  void valuesOfAllSizesComeBackWhole(String engine, int size) {
    byte[] value = new byte[size];
    new Random(size).nextBytes(value);
    try (PmemkvStore store = PmemkvStore.open(options(engine, folder, 256 << 20))) {
      byte[] key = bytes("key");
      store.put(key, value);
      assertThat(Arrays.equals(store.get(key), value)).isTrue();
      byte[] buffer = new byte[size + 1];
      Arrays.fill(buffer, (byte) 77);
      assertThat(store.get(key, buffer)).isEqualTo(size);
      assertThat(Arrays.equals(buffer, 0, size, value, 0, size)).isTrue();
      assertThat(buffer[size]).isEqualTo((byte) 77);
      assertThat(store.replace(key, value, size / 2, size - size / 2)).isTrue();
      assertThat(Arrays.equals(store.get(key), Arrays.copyOfRange(value, size / 2, size))).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void keysOfAllSizesAreKeysOfTheirOwn(String engine) {
    int[] sizes = {0, 1, 1023, 1024, 1025, 4096, PmemkvStore.MAX_KEY_BYTES};
    try (PmemkvStore store = open(engine, folder)) {
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
  void zeroBytesAreBytesLikeAnyOther(String engine) {
    byte[] key = {0, 1, 0};
    byte[] value = {0, 0, 5, 0};
    try (PmemkvStore store = open(engine, folder)) {
      store.put(key, value);
      store.put(new byte[] {0, 1}, new byte[] {1});
      assertThat(store.get(key)).isEqualTo(value);
      assertThat(store.exists(new byte[] {0})).isFalse();
      assertThat(store.count()).isEqualTo(2);
    }
  }

  @Test
  void aBufferTooSmallGivesTheLengthNeeded() {
    try (PmemkvStore store = open("cmap", folder)) {
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
  void whatIsTooLongIsRefusedWithTheLimit() {
    try (PmemkvStore store = open("cmap", folder)) {
      byte[] key = new byte[PmemkvStore.MAX_KEY_BYTES + 1];
      byte[] value = new byte[PmemkvStore.MAX_VALUE_BYTES + 1];
      byte[] one = {1};
      assertThatThrownBy(() -> store.put(key, one)).hasMessageContaining("limit of 65536");
      assertThatThrownBy(() -> store.get(key)).hasMessageContaining("limit of 65536");
      assertThatThrownBy(() -> store.get(key, one)).hasMessageContaining("limit of 65536");
      assertThatThrownBy(() -> store.remove(key)).hasMessageContaining("limit of 65536");
      assertThatThrownBy(() -> store.exists(key)).hasMessageContaining("limit of 65536");
      PmemkvException tooLong =
          catchThrowableOfType(PmemkvException.class, () -> store.put(one, value));
      assertThat(tooLong).hasMessageContaining("limit of 67108864");
      assertThat(tooLong.status()).isEqualTo(PmemkvStatus.INVALID_ARGUMENT);
      assertThatThrownBy(() -> store.replace(one, value, 0, value.length))
          .hasMessageContaining("limit of 67108864");
      assertThat(store.count()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 5})
  void aSliceOutsideTheArrayIsRefusedBeforeNativeCode(int offset) {
    try (PmemkvStore store = open("cmap", folder)) {
      assertThatThrownBy(() -> store.put(bytes("k"), new byte[8], offset, 4))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> store.replace(bytes("k"), new byte[8], offset, 4))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> store.put(null, new byte[8]))
          .isInstanceOf(NullPointerException.class);
    }
  }

  @Test
  void aClosedStoreRefusesEveryCall() {
    PmemkvStore store = open("stree", folder);
    store.close();
    store.close();
    byte[] key = bytes("k");
    List<Runnable> calls =
        List.of(
            () -> store.get(key),
            () -> store.get(key, key),
            () -> store.put(key, key),
            () -> store.replace(key, key, 0, 1),
            () -> store.remove(key),
            () -> store.exists(key),
            store::count,
            () -> store.from(key, true, 1));
    for (Runnable call : calls) {
      assertThatThrownBy(call::run)
          .isInstanceOf(PmemkvClosedException.class)
          .hasMessageContaining(folder.toString());
    }
  }

  @Test
  void aStoreIsNeverGivenBackWithItsPoolStillOpen() {
    for (int i = 0; i < 3; i++) {
      try (PmemkvStore store = open("cmap", folder)) {
        store.put(new byte[] {(byte) i}, new byte[] {1});
        assertThat(store.count()).isEqualTo(i + 1);
      }
    }
  }

  @Test
  void blackholeNeedsNoPathAndForgets() {
    PmemkvOptions options = new PmemkvOptions("blackhole", null, 0, CreateMode.NEVER, null);
    try (PmemkvStore store = PmemkvStore.open(options)) {
      store.put(bytes("k"), bytes("v"));
      assertThat(store.get(bytes("k"))).isNull();
    }
  }
}
