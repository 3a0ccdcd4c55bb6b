package org.pmemycsb.pmemkv.bench;

import java.util.Arrays;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.pmemycsb.adapter.inprocess.client.RecordStore;
import org.pmemycsb.pmemkv.PmemkvLibrary;
import org.pmemycsb.pmemkv.PmemkvPool;
import org.pmemycsb.store.NativeStore;

/** The store alone. */
public class StoreBenchmark {
  /** A loaded store. */
  @State(Scope.Benchmark)
  public static class Loaded {
    private NativeStore store;
    private RecordStore session;
    private byte[] value;
    private byte[] buffer;

    @Setup(Level.Trial)
    public void load(Pool pool) throws Exception {
      store = new PmemkvPool(pool.engine, pool.file).open(Pool.BYTES, PmemkvLibrary.files());
      session = store.session();
      value = new byte[pool.valueBytes];
      buffer = new byte[pool.valueBytes];
      Arrays.fill(value, (byte) 'v');
      for (int i = 0; i < pool.keys.count(); i++) {
        session.put(pool.keys.bytes(i), value, value.length);
      }
    }

    @TearDown(Level.Trial)
    public void close() {
      store.close();
    }
  }

  @Benchmark
  public int get(Pool pool, Loaded loaded) throws Exception {
    int length = loaded.session.get(pool.keys.bytes(pool.keys.next()), loaded.buffer);
    if (length != loaded.buffer.length) {
      throw new IllegalStateException("got " + length + " bytes");
    }
    return length;
  }

  @Benchmark
  public void put(Pool pool, Loaded loaded) throws Exception {
    loaded.session.put(pool.keys.bytes(pool.keys.next()), loaded.value, loaded.value.length);
  }
}
