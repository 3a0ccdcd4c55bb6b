package org.pmemycsb.adapter.pmemobj;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmemycsb.adapter.inprocess.client.RecordStore;
import org.pmemycsb.store.NativeFile;
import org.pmemycsb.store.NativeStore;
import org.pmemycsb.store.StoreException;

/** Each structure through the store that the clients use. */
class IndexTest {
  private Path folder;

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createTempDirectory(Path.of("/dev/shm"), "pmem-ycsb-test-");
  }

  private static Path library(Persistence persistence) {
    try {
      return NativeFile.of(PmemobjAdapter.class, persistence.library());
    } catch (IOException e) {
      assumeTrue(false, "NOT TESTED: the index structures of pmemobj; " + e.getMessage());
      throw new AssertionError(e);
    }
  }

  /** Each structure with each persistence, and with each lock around it. */
  static Stream<Arguments> structures() {
    return Arrays.stream(Index.values())
        .flatMap(
            index ->
                Stream.concat(
                    Arrays.stream(Persistence.values())
                        .map(persistence -> arguments(persistence, index, Lock.OWN)),
                    Stream.of(Lock.DRAM, Lock.PMEM)
                        .map(lock -> arguments(Persistence.PERSIST, index, lock))));
  }

  @AfterEach
  void removePool() throws IOException {
    Files.deleteIfExists(folder.resolve("pool"));
    Files.delete(folder);
  }

  private Store open(Index index, long mebibytes) {
    return open(Persistence.TRANSACTION, index, Lock.OWN, mebibytes);
  }

  private Store open(Persistence persistence, Index index, Lock lock, long mebibytes) {
    NativeStore store =
        NativeStore.open(
            library(persistence),
            folder,
            mebibytes << 20,
            Map.of("engine", persistence.engine(index, lock)));
    return new Store(store, ThreadLocal.withInitial(store::session));
  }

  /** With a session for each thread. */
  private record Store(NativeStore store, ThreadLocal<RecordStore> session)
      implements AutoCloseable {
    byte[] get(byte[] key) throws Exception {
      byte[] buffer = new byte[32 << 10];
      int length = session.get().get(key, buffer);
      return length < 0 ? null : Arrays.copyOf(buffer, length);
    }

    void put(byte[] key, byte[] value) throws Exception {
      session.get().put(key, value, value.length);
    }

    boolean replace(byte[] key, byte[] value) throws Exception {
      return session.get().replace(key, value, value.length);
    }

    boolean remove(byte[] key) throws Exception {
      return session.get().remove(key);
    }

    List<byte[]> scan(byte[] from, int count) throws Exception {
      List<byte[]> values = new ArrayList<>();
      session
          .get()
          .scan(
              from,
              count,
              (bytes, at, length) -> values.add(Arrays.copyOfRange(bytes, at, at + length)));
      return values;
    }

    @Override
    public void close() {
      store.close();
    }
  }

  /** A random walk beside a map; the pool is opened again in the middle of it. */
  @ParameterizedTest
  @MethodSource("structures")
  void agreesWithAMapAlsoAfterItWasClosed(Persistence persistence, Index index, Lock lock)
      throws Exception {
    Random random = new Random(42);
    TreeMap<String, byte[]> expected = new TreeMap<>();
    for (int opened = 0; opened < 3; opened++) {
      if (persistence == Persistence.DRAM) {
        expected.clear();
      }
      try (Store store = open(persistence, index, lock, 64)) {
        assertThat(store.store().isSorted()).isEqualTo(index.sorted());
        for (int i = 0; i < 3000; i++) {
          String key = key(random.nextInt(500));
          byte[] value = new byte[random.nextInt(300)];
          random.nextBytes(value);
          switch (random.nextInt(4)) {
            case 0 -> {
              boolean there = expected.remove(key) != null;
              assertThat(store.remove(bytes(key))).isEqualTo(there);
            }
            case 1 -> {
              boolean there = expected.replace(key, value) != null;
              assertThat(store.replace(bytes(key), value)).isEqualTo(there);
            }
            default -> {
              expected.put(key, value);
              store.put(bytes(key), value);
            }
          }
          String other = key(random.nextInt(500));
          assertThat(store.get(bytes(other))).isEqualTo(expected.get(other));
        }
        assertThat(store.store().count()).isEqualTo(expected.size());
        if (index.sorted()) {
          String from = key(250);
          assertValues(store.scan(bytes(from), 100), expected.tailMap(from), 100);
          assertValues(store.scan(new byte[0], 10_000), expected, 10_000);
        }
      }
    }
  }

  private static void assertValues(
      List<byte[]> values, SortedMap<String, byte[]> expected, int limit) {
    assertThat(values)
        .usingElementComparator(Arrays::compare)
        .containsExactlyElementsOf(expected.values().stream().limit(limit).toList());
  }

  @ParameterizedTest
  @EnumSource
  void takesKeysThatBeginEachOtherAndBytesOfAnySign(Index index) throws Exception {
    byte[][] keys = {{}, {0}, {1}, {1, 0}, {1, 1}, {127}, {(byte) 128}, {-1}, {-1, -1}};
    try (Store store = open(index, 32)) {
      for (int i = keys.length - 1; i >= 0; i--) {
        store.put(keys[i], new byte[] {(byte) i});
      }
      for (int i = 0; i < keys.length; i++) {
        assertThat(store.get(keys[i])).containsExactly(i);
      }
      if (index.sorted()) {
        assertThat(store.scan(new byte[0], 100))
            .extracting(value -> (int) value[0])
            .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aFullPoolRefusesAWriteAndKeepsWhatItHas(Index index) throws Exception {
    int written = 0;
    try (Store store = open(index, 24)) {
      byte[] value = new byte[20_000];
      try {
        for (; written < 10_000; written++) {
          Arrays.fill(value, (byte) written);
          store.put(bytes(key(written)), value);
        }
      } catch (StoreException e) {
        assertThat(e.isFull()).isTrue();
      }
      assertThat(written).isBetween(1, 9_999);
    }
    try (Store store = open(index, 0)) {
      assertThat(store.store().count()).isEqualTo(written);
      for (int i = 0; i < written; i++) {
        assertThat(store.get(bytes(key(i)))).hasSize(20_000).containsOnly(i);
      }
    }
  }

  /** Each value is of one byte throughout: a reader that sees two has seen a half-written one. */
  @ParameterizedTest
  @MethodSource("structures")
  void threadsSeeWholeValuesAndLoseNone(Persistence persistence, Index index, Lock lock)
      throws Exception {
    int threads = 4;
    int keys = 50;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try (Store store = open(persistence, index, lock, 128)) {
      List<Future<?>> all = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        int number = thread;
        all.add(
            pool.submit(
                () -> {
                  Random random = new Random(number);
                  for (int i = 0; i < 3000; i++) {
                    byte[] key = bytes(key(random.nextInt(keys)));
                    byte[] value = new byte[random.nextInt(1, 2000)];
                    Arrays.fill(value, (byte) random.nextInt(100));
                    switch (random.nextInt(6)) {
                      case 0 -> store.remove(key);
                      case 1, 2 -> store.put(key, value);
                      default -> assertWhole(store.get(key));
                    }
                    store.put(bytes("own" + number + key(i)), value);
                    if (index.sorted() && i % 100 == 0) {
                      store.scan(key, 20).forEach(IndexTest::assertWhole);
                    }
                  }
                  return null;
                }));
      }
      for (Future<?> each : all) {
        each.get();
      }
      assertThat(store.store().count()).isBetween(threads * 3000L, threads * 3000L + keys);
      for (int thread = 0; thread < threads; thread++) {
        for (int i = 0; i < 3000; i++) {
          assertThat(store.get(bytes("own" + thread + key(i)))).isNotNull();
        }
      }
    } finally {
      pool.shutdownNow();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aPoolOfAnotherStructureIsRefused(Index index) throws Exception {
    Index other = Index.values()[(index.ordinal() + 1) % Index.values().length];
    open(other, 24).close();
    assertThatThrownBy(() -> open(index, 0)).isInstanceOf(StoreException.class);
  }

  private static void assertWhole(byte[] value) {
    if (value != null && value.length > 0) {
      assertThat(value).containsOnly(value[0]);
    }
  }

  private static String key(int number) {
    return "user%06d".formatted(number);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
