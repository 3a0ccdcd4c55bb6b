package org.pmemycsb.pmemkv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.pmemycsb.pmemkv.StoreFixture.bytes;
import static org.pmemycsb.pmemkv.StoreFixture.open;
import static org.pmemycsb.pmemkv.StoreFixture.options;
import static org.pmemycsb.pmemkv.StoreFixture.text;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RangeTest {
  private static final int ALL = Integer.MAX_VALUE;

  @TempDir(factory = MemoryFolder.class)
  Path folder;

  /** Told by name, so that an engine that forgot its order is noticed. */
  static List<String> sortedEngines() {
    return StoreFixture.engines().stream().filter(List.of("stree", "vsmap")::contains).toList();
  }

  private static PmemkvStore filled(PmemkvStore store, String... keys) {
    for (String key : keys) {
      store.put(bytes(key), bytes("value of " + key));
    }
    return store;
  }

  private static List<String> keys(List<PmemkvEntry> entries) {
    entries.forEach(e -> assertThat(text(e.value())).isEqualTo("value of " + text(e.key())));
    return entries.stream().map(e -> text(e.key())).toList();
  }

  @ParameterizedTest
  @MethodSource("sortedEngines")
  void aRangeIsInTheOrderOfItsKeys(String engine) {
    try (PmemkvStore store = filled(open(engine, folder), "c", "a", "d", "b", "ab", "")) {
      assertThat(store.sorted()).isTrue();
      assertThat(keys(store.from(new byte[0], true, ALL)))
          .containsExactly("", "a", "ab", "b", "c", "d");
      assertThat(keys(store.from(new byte[0], false, ALL))).startsWith("a");
      assertThat(keys(store.from(bytes("b"), true, ALL))).containsExactly("b", "c", "d");
      assertThat(keys(store.from(bytes("b"), false, ALL))).containsExactly("c", "d");
      assertThat(keys(store.from(bytes("bb"), true, ALL))).containsExactly("c", "d");
      assertThat(keys(store.from(bytes("e"), true, ALL))).isEmpty();
    }
  }

  /** The keys from "b" on, and the arrays in which the visitor found them. */
  private static List<String> visited(PmemkvStore store, byte[] reused, Set<byte[]> arrays) {
    List<PmemkvEntry> entries = new ArrayList<>();
    store.visitFrom(
        bytes("b"),
        ALL,
        reused,
        (packed, key, keyLength, value, valueLength) -> {
          arrays.add(packed);
          entries.add(
              new PmemkvEntry(
                  Arrays.copyOfRange(packed, key, key + keyLength),
                  Arrays.copyOfRange(packed, value, value + valueLength)));
        });
    return keys(entries);
  }

  @ParameterizedTest
  @MethodSource("sortedEngines")
  void aRangeIsInTheGivenArrayIfItFitsWithAMarkOfItsEnd(String engine) {
    try (PmemkvStore store = filled(open(engine, folder), "a", "b", "c", "d")) {
      int entries = 3 * (2 * Integer.BYTES + 1 + "value of b".length());
      for (int length = 0; length < 2 * entries; length++) {
        byte[] reused = new byte[length];
        Arrays.fill(reused, (byte) 1); // the lengths of an earlier range
        Set<byte[]> arrays = Collections.newSetFromMap(new IdentityHashMap<>());
        assertThat(visited(store, reused, arrays)).containsExactly("b", "c", "d");
        assertThat(arrays).hasSize(1);
        assertThat(arrays.contains(reused)).isEqualTo(length >= entries + Integer.BYTES);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("sortedEngines")
  void onlyTheFirstChunkIsInTheGivenArray(String engine) {
    try (PmemkvStore store = open(engine, folder)) {
      byte[] value = new byte[600 << 10];
      for (String key : List.of("b", "c", "d")) {
        store.put(bytes(key), value);
      }
      byte[] reused = new byte[4 << 20];
      List<byte[]> arrays = new ArrayList<>();
      store.visitFrom(
          bytes("b"), ALL, reused, (packed, key, keyLength, at, length) -> arrays.add(packed));
      assertThat(arrays).hasSize(3).satisfiesOnlyOnce(each -> assertThat(each).isSameAs(reused));
    }
  }

  @ParameterizedTest
  @MethodSource("sortedEngines")
  void theLimitIsKept(String engine) {
    try (PmemkvStore store = filled(open(engine, folder), "a", "b", "c")) {
      assertThat(keys(store.from(bytes("a"), true, 2))).containsExactly("a", "b");
      assertThat(keys(store.from(bytes("a"), true, 3))).containsExactly("a", "b", "c");
      assertThat(keys(store.from(bytes("a"), true, 0))).isEmpty();
      assertThatThrownBy(() -> store.from(bytes("a"), true, -1)).hasMessageContaining("limit");
    }
  }

  @ParameterizedTest
  @MethodSource("sortedEngines")
  void bothEndsCanBelongToTheRangeOrNot(String engine) {
    try (PmemkvStore store = filled(open(engine, folder), "a", "b", "c", "d")) {
      byte[] a = bytes("a");
      byte[] c = bytes("c");
      assertThat(keys(store.between(a, true, c, true, ALL))).containsExactly("a", "b", "c");
      assertThat(keys(store.between(a, true, c, false, ALL))).containsExactly("a", "b");
      assertThat(keys(store.between(a, false, c, true, ALL))).containsExactly("b", "c");
      assertThat(keys(store.between(a, false, c, false, ALL))).containsExactly("b");
      assertThat(keys(store.between(a, true, c, true, 2))).containsExactly("a", "b");
      assertThat(keys(store.between(c, true, a, true, ALL))).isEmpty();
      assertThat(keys(store.between(a, true, a, true, ALL))).containsExactly("a");
      assertThat(keys(store.between(a, true, a, false, ALL))).isEmpty();
      assertThat(keys(store.between(new byte[0], true, new byte[0], true, ALL))).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("sortedEngines")
  void bytesCompareUnsigned(String engine) {
    byte[][] ascending = {{0}, {1}, {127}, {(byte) 128}, {(byte) 255}, {(byte) 255, 0}};
    try (PmemkvStore store = open(engine, folder)) {
      for (byte[] key : ascending) {
        store.put(key, key);
      }
      assertThat(store.from(new byte[0], true, ALL).stream().map(PmemkvEntry::key))
          .containsExactly(ascending);
      assertThat(store.between(new byte[] {1}, false, new byte[] {(byte) 255}, false, ALL))
          .extracting(PmemkvEntry::key)
          .containsExactly(new byte[] {127}, new byte[] {(byte) 128});
    }
  }

  @ParameterizedTest
  @MethodSource("sortedEngines")
  void aRangeOfManyChunksIsWhole(String engine) {
    int records = 3000;
    byte[] padding = new byte[1500];
    List<String> expected = new ArrayList<>();
    try (PmemkvStore store = open(engine, folder)) {
      for (int i = 0; i < records; i++) {
        String key = String.format("%06d", i);
        expected.add(key);
        store.put(bytes(key), padding);
      }
      assertThat((long) records * padding.length).isGreaterThan(4 * PmemkvStore.CHUNK_BYTES);
      List<PmemkvEntry> all = store.from(bytes("0"), true, ALL);
      assertThat(all.stream().map(e -> text(e.key()))).containsExactlyElementsOf(expected);
      assertThat(all).allMatch(e -> e.value().length == padding.length);
      assertThat(store.from(bytes("0"), true, 2500)).hasSize(2500);
      assertThat(store.between(bytes("000010"), true, bytes("002000"), false, ALL)).hasSize(1990);
    }
  }

  @ParameterizedTest
  @MethodSource("sortedEngines")
  void anEntryLongerThanAChunkComesWhole(String engine) {
    int length = 3 * PmemkvStore.CHUNK_BYTES;
    try (PmemkvStore store = PmemkvStore.open(options(engine, folder, 128 << 20))) {
      for (String key : List.of("a", "b", "c")) {
        store.put(bytes(key), new byte[length]);
      }
      assertThat(store.from(bytes("a"), true, ALL))
          .extracting(e -> text(e.key()) + e.value().length)
          .containsExactly("a" + length, "b" + length, "c" + length);
    }
  }

  @Test
  void anEngineWithoutOrderSaysSo() {
    try (PmemkvStore store = open("cmap", folder)) {
      assertThat(store.sorted()).isFalse();
      PmemkvException failure =
          catchThrowableOfType(PmemkvException.class, () -> store.from(bytes("a"), true, 1));
      assertThat(failure.status()).isEqualTo(PmemkvStatus.NOT_SUPPORTED);
      assertThat(failure).hasMessageContaining("cmap");
      assertThatThrownBy(() -> store.between(bytes("a"), true, bytes("b"), true, 1))
          .isInstanceOf(PmemkvException.class);
    }
  }
}
