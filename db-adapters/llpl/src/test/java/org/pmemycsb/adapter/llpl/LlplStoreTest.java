package org.pmemycsb.adapter.llpl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.adapter.pmemkv.PmemkvPools;
import org.pmemycsb.pmemkv.ycsb.RecordStore;
import org.pmemycsb.spi.RecordLayout;

class LlplStoreTest {
  private static final long BYTES = 64 << 20;

  @TempDir private Path folder;

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static String get(RecordStore store, String key) throws Exception {
    byte[] buffer = new byte[1000];
    int length = store.get(bytes(key), buffer);
    return length < 0 ? null : new String(buffer, 0, length, UTF_8);
  }

  private static void put(RecordStore store, String key, String value) throws Exception {
    store.put(bytes(key), bytes(value), bytes(value).length);
  }

  private static List<String> scan(RecordStore store, String from, int count) throws Exception {
    List<String> found = new ArrayList<>();
    store.scan(
        bytes(from), count, (value, at, length) -> found.add(new String(value, at, length, UTF_8)));
    return found;
  }

  /** The keys have several lengths, and some begin with another key. */
  private static String key(Random random, int length) {
    StringBuilder key = new StringBuilder("user");
    for (int left = 1 + random.nextInt(length); left > 0; left--) {
      key.append((char) ('0' + random.nextInt(4) + (random.nextInt(20) == 0 ? 0x400 : 0)));
    }
    return key.toString();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 6, 25})
  void itDoesWhatASortedMapDoes(int length) throws Exception {
    Random random = new Random(length);
    TreeMap<String, String> expected =
        new TreeMap<>((a, b) -> Arrays.compareUnsigned(bytes(a), bytes(b)));
    LlplStore open = LlplStore.open(folder, Optional.of(BYTES));
    for (int round = 0; round < 4; round++) {
      RecordStore store = open.session();
      for (int i = 0; i < 3000; i++) {
        String key = key(random, length);
        String value = "v" + random.nextInt() + "x".repeat(random.nextInt(100));
        switch (random.nextInt(round == 2 ? 3 : 8)) {
          case 0, 1 -> {
            assertThat(store.remove(bytes(key))).isEqualTo(expected.remove(key) != null);
          }
          case 2 -> {
            boolean there = expected.replace(key, value) != null;
            assertThat(store.replace(bytes(key), bytes(value), value.length())).isEqualTo(there);
          }
          default -> {
            put(store, key, value);
            expected.put(key, value);
          }
        }
        String other = key(random, length);
        assertThat(get(store, other)).isEqualTo(expected.get(other));
        if (i % 50 == 0) {
          assertThat(scan(store, other, 20))
              .as("from %s", other)
              .isEqualTo(expected.tailMap(other, true).values().stream().limit(20).toList());
        }
      }
      assertThat(open.count()).isEqualTo(expected.size());
      open.close();
      open = LlplStore.open(folder, Optional.empty());
    }
    RecordStore store = open.session();
    assertThat(scan(store, "a", Integer.MAX_VALUE)).isEqualTo(List.copyOf(expected.values()));
    for (Map.Entry<String, String> each : expected.entrySet()) {
      assertThat(get(store, each.getKey())).isEqualTo(each.getValue());
      assertThat(store.remove(bytes(each.getKey()))).isTrue();
    }
    assertThat(open.count()).isZero();
    assertThat(scan(store, "a", 10)).isEmpty();
    put(store, "user1", "again");
    assertThat(scan(store, "user1", 10)).containsExactly("again");
    open.close();
  }

  /** Each thread and each class of lengths keeps room of its own. */
  @ParameterizedTest
  @ValueSource(ints = {100, 1000, 3200})
  void aHeapHasRoomForValuesOfAllLengths(int longest) throws Exception {
    RecordLayout layout = new RecordLayout(60, 6, 1, longest / 2);
    int threads = 2;
    LlplStore open =
        LlplStore.open(
            folder,
            Optional.of(
                PmemkvPools.bytes("cmap", layout, Optional.empty())
                    + LlplAdapter.bytesOfClasses(layout, threads)));
    ExecutorService writers = Executors.newFixedThreadPool(threads);
    List<Future<?>> ends = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      Random random = new Random(thread);
      RecordStore store = open.session();
      ends.add(
          writers.submit(
              () -> {
                byte[] value = new byte[longest];
                for (int i = 0; i < 15_000; i++) {
                  store.put(bytes("user" + random.nextInt(60)), value, 1 + random.nextInt(longest));
                }
                return null;
              }));
    }
    for (Future<?> each : ends) {
      each.get();
    }
    writers.shutdown();
    open.close();
  }

  @Test
  void aReadNeverSeesARecordThatAnotherThreadFrees() throws Exception {
    LlplStore open = LlplStore.open(folder, Optional.of(BYTES));
    for (int i = 0; i < 50; i++) {
      put(open.session(), "user" + i, "a".repeat(100));
    }
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<?>> ends = new ArrayList<>();
    for (int thread = 0; thread < 4; thread++) {
      Random random = new Random(thread);
      RecordStore store = open.session();
      ends.add(
          threads.submit(
              () -> {
                for (int i = 0; i < 5000; i++) {
                  String key = "user" + random.nextInt(50);
                  put(store, key, Character.toString('a' + random.nextInt(26)).repeat(100));
                  assertThat(get(store, key)).matches("(.)\\1{99}");
                  if (i % 100 == 0) {
                    assertThat(scan(store, "user", 100))
                        .hasSize(50)
                        .allMatch(value -> value.matches("(.)\\1{99}"));
                  }
                }
                return null;
              }));
    }
    for (Future<?> each : ends) {
      each.get();
    }
    threads.shutdown();
    assertThat(open.count()).isEqualTo(50);
    open.close();
  }
}
