package org.pmemycsb.pmemkv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.store.MemoryFolder;
import org.pmemycsb.store.StoreException;
import org.pmemycsb.store.TestStore;

class PoolSizeTest {
  private static final int THREADS = 16;
  private static final long MIB = 1 << 20;

  @TempDir(factory = MemoryFolder.class)
  Path folder;

  /** The records just above a power of two are those at which a cmap's table has doubled. */
  @ParameterizedTest(name = "{0}, {1} records, keys of {2}, values of {3}")
  @CsvSource({
    "cmap, 131100, 8, 0",
    "cmap, 20000, 32, 1041",
    "cmap, 20000, 255, 24",
    "cmap, 1500, 24, 65536",
    "stree, 100000, 8, 0",
    "stree, 20000, 255, 1024",
    "stree, 1500, 32, 65536",
  })
  void theEstimateIsEnoughForChurnAndNotMuchMore(
      String engine, int records, int keyBytes, int valueBytes) throws Exception {
    long estimate = PoolSize.bytesFor(engine, records, keyBytes, valueBytes);
    assertThat(fits(THREADS, estimate, engine, records, keyBytes, valueBytes)).isTrue();

    // More processors than threads make the estimate larger than these threads can make the need.
    int processors = Math.min(THREADS, Runtime.getRuntime().availableProcessors());
    long tight = PoolSize.bytesFor(engine, records, keyBytes, valueBytes, processors);
    long tooSmall = (tight - 40 * MIB) * 10 / 16;
    if (tooSmall >= PmemkvPool.MIN_POOL_BYTES) {
      // One thread: with 16 that found no room, cmap of libpmemkv once ended the process.
      assertThat(fits(1, tooSmall, engine, records, keyBytes, valueBytes)).isFalse();
    }
  }

  /** Puts the records and updates them twice; false when the pool is full. */
  private boolean fits(
      int clients, long bytes, String engine, int records, int keyBytes, int valueBytes)
      throws Exception {
    Path path = folder.resolve("pool");
    Files.deleteIfExists(path);
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    try (TestStore store = TestStore.open(engine, path, bytes)) {
      for (int round = 0; round < 3; round++) {
        AtomicInteger next = new AtomicInteger();
        boolean load = round == 0;
        List<Future<Boolean>> results = new ArrayList<>();
        for (int t = 0; t < clients; t++) {
          int seed = t;
          results.add(
              threads.submit(
                  () -> {
                    Random random = new Random(seed);
                    byte[] value = new byte[valueBytes];
                    try {
                      for (int i = next.getAndIncrement();
                          i < records;
                          i = next.getAndIncrement()) {
                        int id = load ? i : random.nextInt(records);
                        byte[] key = new byte[keyBytes];
                        // Half of the pools are loaded in order, half in no order.
                        int name = records % 2000 == 0 ? id : id * 0x9E3779B1;
                        ByteBuffer.wrap(key).putInt(name);
                        store.put(key, value);
                      }
                      return true;
                    } catch (StoreException e) {
                      assertThat(e.isFull()).isTrue();
                      return false;
                    }
                  }));
        }
        boolean fit = true;
        for (Future<Boolean> result : results) {
          fit &= result.get(); // the store must not be closed under a thread
        }
        if (!fit) {
          return false;
        }
      }
      assertThat(store.count()).isEqualTo(records);
      return true;
    } finally {
      threads.shutdown();
      Files.deleteIfExists(path);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"vcmap", "vsmap"})
  void theEstimateIsEnoughForAVolatileEngine(String engine) throws Exception {
    int records = 30000;
    long bytes = PoolSize.bytesFor(engine, records, 32, 1024);
    try (TestStore store = TestStore.open(engine, folder.resolve(engine), bytes)) {
      for (int i = 0; i < 2 * records; i++) {
        // Digits: vcmap of 1.4 hashes keys that are mostly zero bytes into few buckets.
        store.put(TestStore.bytes(String.format("%032d", i % records)), new byte[1024]);
      }
      assertThat(store.count()).isEqualTo(records);
    }
  }

  @Test
  void theEstimateGrowsWithEverythingThatNeedsRoom() {
    long base = PoolSize.bytesFor("cmap", 100_000, 32, 1000, 2);
    assertThat(PoolSize.bytesFor("cmap", 200_000, 32, 1000, 2)).isGreaterThan(base);
    assertThat(PoolSize.bytesFor("cmap", 100_000, 200, 1000, 2)).isGreaterThan(base);
    assertThat(PoolSize.bytesFor("cmap", 100_000, 32, 2000, 2)).isGreaterThan(base);
    assertThat(PoolSize.bytesFor("cmap", 100_000, 32, 1000, 64)).isGreaterThan(base);
    assertThat(base % MIB).isZero();
  }

  @Test
  void whatIsOutOfRangeIsRefused() {
    assertThat(PoolSize.bytesFor("cmap", 0, 0, 0))
        .isGreaterThanOrEqualTo(PmemkvPool.MIN_POOL_BYTES);
    assertThatThrownBy(() -> PoolSize.bytesFor("cmap", -1, 8, 8)).hasMessageContaining("records");
    assertThatThrownBy(() -> PoolSize.bytesFor("cmap", 1, -8, 8)).hasMessageContaining("keyBytes");
    assertThatThrownBy(() -> PoolSize.bytesFor("cmap", 1, 8, 1L << 40))
        .hasMessageContaining("valueBytes");
    assertThatThrownBy(() -> PoolSize.bytesFor("cmap", Long.MAX_VALUE / 2, 8, 8))
        .isInstanceOf(ArithmeticException.class);
  }
}
