package org.pmemycsb.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmemycsb.store.TestStore.open;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(300)
class ConcurrencyTest {
  private static final int THREADS = 16;

  @TempDir(factory = MemoryFolder.class)
  Path folder;

  static List<String> engines() {
    return TestStore.engines();
  }

  private interface Task {
    void run(int thread) throws Exception;
  }

  private static void inThreads(Task task) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int t = 0; t < THREADS; t++) {
        int thread = t;
        running.add(
            pool.submit(
                () -> {
                  task.run(thread);
                  return null;
                }));
      }
      for (Future<?> thread : running) {
        thread.get();
      }
    } finally {
      pool.shutdownNow();
    }
  }

  private static byte[] key(int owner, int number) {
    return ByteBuffer.allocate(8).putInt(number).putInt(owner).array();
  }

  /** A value that shows whose it is and whether it is whole. */
  private static byte[] value(int owner, int number, int version, int length) {
    byte[] value = new byte[16 + length];
    Arrays.fill(value, (byte) version);
    ByteBuffer.wrap(value).putInt(owner).putInt(number).putInt(version).putInt(length);
    return value;
  }

  /** Each thread keeps a model of the keys that it owns; the keys lie mixed in the store. */
  @ParameterizedTest
  @MethodSource("engines")
  void everyThreadFindsWhatItPut(String engine) throws Exception {
    try (TestStore store = open(engine, folder)) {
      List<Map<Integer, byte[]>> models = new ArrayList<>();
      for (int t = 0; t < THREADS; t++) {
        models.add(new HashMap<>());
      }
      inThreads(
          thread -> {
            Random random = new Random(thread);
            Map<Integer, byte[]> model = models.get(thread);
            byte[] buffer = new byte[2048];
            for (int i = 0; i < 3000; i++) {
              int number = random.nextInt(100);
              byte[] key = key(thread, number);
              byte[] expected = model.get(number);
              switch (random.nextInt(6)) {
                case 0, 1 -> {
                  byte[] value = value(thread, number, i, random.nextInt(1000));
                  store.put(key, value);
                  model.put(number, value);
                }
                case 2 -> {
                  byte[] value = value(thread, number, i, random.nextInt(1000));
                  assertThat(store.replace(key, value)).isEqualTo(expected != null);
                  model.computeIfPresent(number, (k, old) -> value);
                }
                case 3 -> {
                  assertThat(store.remove(key)).isEqualTo(expected != null);
                  model.remove(number);
                }
                case 4 -> assertThat(store.get(key)).isEqualTo(expected);
                default -> {
                  int length = store.get(key, buffer);
                  assertThat(length < 0 ? null : Arrays.copyOf(buffer, length)).isEqualTo(expected);
                }
              }
            }
          });
      assertThat(store.count()).isEqualTo(models.stream().mapToLong(Map::size).sum());
      for (int t = 0; t < THREADS; t++) {
        for (Map.Entry<Integer, byte[]> entry : models.get(t).entrySet()) {
          assertThat(store.get(key(t, entry.getKey()))).isEqualTo(entry.getValue());
        }
      }
    }
  }
}
