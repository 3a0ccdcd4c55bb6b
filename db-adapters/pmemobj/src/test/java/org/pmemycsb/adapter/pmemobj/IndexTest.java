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
import org.pmemycsb.pmemkv.CreateMode;
import org.pmemycsb.pmemkv.NativeFile;
import org.pmemycsb.pmemkv.PmemkvEntry;
import org.pmemycsb.pmemkv.PmemkvException;
import org.pmemycsb.pmemkv.PmemkvOptions;
import org.pmemycsb.pmemkv.PmemkvStatus;
import org.pmemycsb.pmemkv.PmemkvStore;

/** Each structure through the store that the clients use. */
class IndexTest {
  private static final String SANITIZED = System.getProperty("pmemobj.test.libraries", "");

  private Path folder;

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createTempDirectory(Path.of("/dev/shm"), "pmem-ycsb-test-");
  }

  private static Path library(Persistence persistence) {
    try {
      return SANITIZED.isEmpty()
          ? NativeFile.of(PmemobjAdapter.class, persistence.library())
          : Path.of(SANITIZED, persistence.library());
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

  private PmemkvStore open(Index index, long mebibytes, CreateMode create) {
    return open(Persistence.TRANSACTION, index, Lock.OWN, mebibytes, create);
  }

  private PmemkvStore open(
      Persistence persistence, Index index, Lock lock, long mebibytes, CreateMode create) {
    return PmemkvStore.open(
        PmemkvOptions.of(
                persistence.engine(index, lock),
                persistence.inPool() ? folder.resolve("pool") : folder)
            .size(mebibytes << 20)
            .create(create)
            .library(library(persistence)));
  }

  /** A random walk beside a map; the pool is opened again in the middle of it. */
  @ParameterizedTest
  @MethodSource("structures")
  void agreesWithAMapAlsoAfterItWasClosed(Persistence persistence, Index index, Lock lock) {
    Random random = new Random(42);
    TreeMap<String, byte[]> expected = new TreeMap<>();
    for (int opened = 0; opened < 3; opened++) {
      if (persistence == Persistence.DRAM) {
        expected.clear();
      }
      try (PmemkvStore store = open(persistence, index, lock, 64, CreateMode.IF_ABSENT)) {
        assertThat(store.sorted()).isEqualTo(index.sorted());
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
              assertThat(store.replace(bytes(key), value, 0, value.length)).isEqualTo(there);
            }
            default -> {
              expected.put(key, value);
              store.put(bytes(key), value);
            }
          }
          String other = key(random.nextInt(500));
          assertThat(store.get(bytes(other))).isEqualTo(expected.get(other));
          assertThat(store.exists(bytes(other))).isEqualTo(expected.containsKey(other));
        }
        assertThat(store.count()).isEqualTo(expected.size());
        if (index.sorted()) {
          String from = key(250);
          assertEntries(store.from(bytes(from), true, 100), expected.tailMap(from, true), 100);
          assertEntries(store.from(bytes(from), false, 100), expected.tailMap(from, false), 100);
          assertEntries(store.from(new byte[0], true, 10_000), expected, 10_000);
        }
      }
    }
  }

  private static void assertEntries(
      List<PmemkvEntry> entries, SortedMap<String, byte[]> expected, int limit) {
    assertThat(entries.stream().map(entry -> new String(entry.key(), UTF_8)))
        .containsExactlyElementsOf(expected.keySet().stream().limit(limit).toList());
    assertThat(entries)
        .allSatisfy(
            entry ->
                assertThat(entry.value()).isEqualTo(expected.get(new String(entry.key(), UTF_8))));
  }

  @ParameterizedTest
  @EnumSource
  void takesKeysThatBeginEachOtherAndBytesOfAnySign(Index index) {
    byte[][] keys = {{}, {0}, {1}, {1, 0}, {1, 1}, {127}, {(byte) 128}, {-1}, {-1, -1}};
    try (PmemkvStore store = open(index, 32, CreateMode.IF_ABSENT)) {
      for (int i = keys.length - 1; i >= 0; i--) {
        store.put(keys[i], new byte[] {(byte) i});
      }
      for (int i = 0; i < keys.length; i++) {
        assertThat(store.get(keys[i])).containsExactly(i);
      }
      if (index.sorted()) {
        assertThat(store.from(new byte[0], true, 100).stream().map(PmemkvEntry::key))
            .containsExactly(keys);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aFullPoolRefusesAWriteAndKeepsWhatItHas(Index index) {
    int written = 0;
    try (PmemkvStore store = open(index, 24, CreateMode.IF_ABSENT)) {
      byte[] value = new byte[20_000];
      try {
        for (; written < 10_000; written++) {
          Arrays.fill(value, (byte) written);
          store.put(bytes(key(written)), value);
        }
      } catch (PmemkvException e) {
        assertThat(e.status()).isEqualTo(PmemkvStatus.OUT_OF_MEMORY);
      }
      assertThat(written).isBetween(1, 9_999);
    }
    try (PmemkvStore store = open(index, 0, CreateMode.NEVER)) {
      assertThat(store.count()).isEqualTo(written);
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
    try (PmemkvStore store = open(persistence, index, lock, 128, CreateMode.IF_ABSENT)) {
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
                      store.from(key, true, 20).forEach(entry -> assertWhole(entry.value()));
                    }
                  }
                }));
      }
      for (Future<?> each : all) {
        each.get();
      }
      assertThat(store.count()).isBetween(threads * 3000L, threads * 3000L + keys);
      for (int thread = 0; thread < threads; thread++) {
        for (int i = 0; i < 3000; i++) {
          assertThat(store.exists(bytes("own" + thread + key(i)))).isTrue();
        }
      }
    } finally {
      pool.shutdownNow();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aPoolOfAnotherStructureIsRefused(Index index) {
    Index other = Index.values()[(index.ordinal() + 1) % Index.values().length];
    open(other, 24, CreateMode.IF_ABSENT).close();
    assertThatThrownBy(() -> open(index, 0, CreateMode.NEVER))
        .hasMessageContaining(
            "it was made by the engine obj_%s, not obj_%s"
                .formatted(Option.id(other), Option.id(index)));
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
