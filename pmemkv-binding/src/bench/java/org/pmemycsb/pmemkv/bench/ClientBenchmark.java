package org.pmemycsb.pmemkv.bench;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.pmemycsb.pmemkv.ycsb.PmemkvClient;
import site.ycsb.ByteIterator;
import site.ycsb.DBException;
import site.ycsb.Status;

/** The store through YCSB's interface, records of one field. */
public class ClientBenchmark {
  private static final String TABLE = "usertable";

  /** A client on a loaded store. */
  @State(Scope.Benchmark)
  public static class Loaded {
    private final PmemkvClient client = new PmemkvClient();
    private final Map<String, ByteIterator> result = new HashMap<>();
    private final Map<String, ByteIterator> values = new HashMap<>();
    private Slice slice;

    @Setup(Level.Trial)
    public void load(Pool pool) throws DBException {
      Properties properties = new Properties();
      properties.setProperty("pmemkv.engine", pool.engine);
      properties.setProperty("pmemkv.dbpath", pool.file.toString());
      properties.setProperty("pmemkv.dbsize", Long.toString(Pool.BYTES));
      properties.setProperty("fieldcount", "1");
      client.setProperties(properties);
      client.init();
      byte[] data = new byte[pool.valueBytes];
      Arrays.fill(data, (byte) 'v');
      slice = new Slice(data);
      values.put("field0", slice);
      for (int i = 0; i < pool.keys.count(); i++) {
        slice.reset();
        expectOk(client.insert(TABLE, pool.keys.text(i), values));
      }
    }

    @TearDown(Level.Trial)
    public void close() throws DBException {
      client.cleanup();
    }
  }

  /** Prepared bytes that are handed over in one piece, as a client that makes no new ones has. */
  private static final class Slice extends ByteIterator {
    private final byte[] data;
    private int position;

    Slice(byte[] data) {
      this.data = data;
    }

    @Override
    public boolean hasNext() {
      return position < data.length;
    }

    @Override
    public byte nextByte() {
      return data[position++];
    }

    @Override
    public int nextBuf(byte[] buffer, int offset) {
      int length = Math.min(data.length - position, buffer.length - offset);
      System.arraycopy(data, position, buffer, offset, length);
      position += length;
      return offset + length;
    }

    @Override
    public long bytesLeft() {
      return data.length - position;
    }

    @Override
    public void reset() {
      position = 0;
    }
  }

  @Benchmark
  public Object get(Pool pool, Loaded loaded) {
    loaded.result.clear();
    String key = pool.keys.text(pool.keys.next());
    expectOk(loaded.client.read(TABLE, key, null, loaded.result));
    return loaded.result;
  }

  @Benchmark
  public void put(Pool pool, Loaded loaded) {
    loaded.slice.reset();
    String key = pool.keys.text(pool.keys.next());
    expectOk(loaded.client.update(TABLE, key, loaded.values));
  }

  private static void expectOk(Status status) {
    if (status != Status.OK) {
      throw new IllegalStateException(status.toString());
    }
  }
}
