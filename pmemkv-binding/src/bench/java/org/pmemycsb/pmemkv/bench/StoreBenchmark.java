package org.pmemycsb.pmemkv.bench;

import java.util.Arrays;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.pmemycsb.pmemkv.CreateMode;
import org.pmemycsb.pmemkv.PmemkvOptions;
import org.pmemycsb.pmemkv.PmemkvStore;

/** The store alone. */
public class StoreBenchmark {
  /** A loaded store. */
  @State(Scope.Benchmark)
  public static class Loaded {
    private PmemkvStore store;
    private byte[] value;
    private byte[] buffer;

    @Setup(Level.Trial)
    public void load(Pool pool) {
      store =
          PmemkvStore.open(
              PmemkvOptions.of(pool.engine, pool.file)
                  .size(Pool.BYTES)
                  .create(CreateMode.IF_ABSENT));
      value = new byte[pool.valueBytes];
      buffer = new byte[pool.valueBytes];
      Arrays.fill(value, (byte) 'v');
      for (int i = 0; i < pool.keys.count(); i++) {
        store.put(pool.keys.bytes(i), value);
      }
    }

    @TearDown(Level.Trial)
    public void close() {
      store.close();
    }
  }

  @Benchmark
  public int get(Pool pool, Loaded loaded) {
    int length = loaded.store.get(pool.keys.bytes(pool.keys.next()), loaded.buffer);
    if (length != loaded.buffer.length) {
      throw new IllegalStateException("got " + length + " bytes");
    }
    return length;
  }

  @Benchmark
  public void put(Pool pool, Loaded loaded) {
    loaded.store.put(pool.keys.bytes(pool.keys.next()), loaded.value);
  }
}
