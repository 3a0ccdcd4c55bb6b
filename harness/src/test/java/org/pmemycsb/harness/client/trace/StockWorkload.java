package org.pmemycsb.harness.client.trace;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.ThreadLocalRandom;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.WorkloadException;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

/** Stock CoreWorkload as any YCSB client runs it, and what it asked its database. */
public final class StockWorkload extends CoreWorkload {
  /** One operation: what, on which key, how far from the newest, and the lengths written. */
  public record Seen(
      OperationKind kind, long key, long distance, int scan, List<Integer> lengths) {}

  static {
    Measurements.setProperties(new Properties());
  }

  private final List<Integer> lengths = new ArrayList<>();
  private final Properties properties;
  private OperationKind kind;
  private long key;
  private long newest;
  private int scan;

  public StockWorkload(Properties properties) throws WorkloadException {
    this.properties = properties;
    init(properties);
  }

  /** Stock's random numbers cannot be seeded, but for a test they have to be. */
  public static void seed(long seed) throws ReflectiveOperationException {
    ThreadLocalRandom.current();
    Class<?> type = Class.forName("sun.misc.Unsafe");
    Field theUnsafe = type.getDeclaredField("theUnsafe");
    theUnsafe.setAccessible(true);
    Object unsafe = theUnsafe.get(null);
    Field state = Thread.class.getDeclaredField("threadLocalRandomSeed");
    long offset = (long) type.getMethod("objectFieldOffset", Field.class).invoke(unsafe, state);
    type.getMethod("putLong", Object.class, long.class, long.class)
        .invoke(unsafe, Thread.currentThread(), offset, seed);
  }

  public List<Seen> run(int operations) {
    List<Seen> all = new ArrayList<>();
    for (int i = 0; i < operations; i++) {
      lengths.clear();
      kind = null;
      scan = 0;
      doTransaction(new Notes(), null);
      all.add(new Seen(kind, key, newest - key, scan, List.copyOf(lengths)));
    }
    return all;
  }

  String spell(long number) {
    return super.buildKeyName(number);
  }

  @Override
  protected String buildKeyName(long number) {
    key = number;
    newest = transactioninsertkeysequence.lastValue();
    return super.buildKeyName(number);
  }

  private final class Notes extends DB {
    @Override
    public Status read(String t, String k, Set<String> f, Map<String, ByteIterator> result) {
      kind = OperationKind.READ;
      return Status.OK;
    }

    @Override
    public Status scan(
        String t, String k, int n, Set<String> f, Vector<HashMap<String, ByteIterator>> result) {
      kind = OperationKind.SCAN;
      scan = n;
      return Status.OK;
    }

    @Override
    public Status update(String t, String k, Map<String, ByteIterator> values) {
      kind = kind == OperationKind.READ ? OperationKind.READ_MODIFY_WRITE : OperationKind.UPDATE;
      return note(values);
    }

    @Override
    public Status insert(String t, String k, Map<String, ByteIterator> values) {
      kind = OperationKind.INSERT;
      return note(values);
    }

    private Status note(Map<String, ByteIterator> values) {
      String prefix = properties.getProperty("fieldnameprefix", "field");
      for (int i = 0; i < fieldcount; i++) {
        ByteIterator value = values.get(prefix + i);
        if (value != null) {
          lengths.add(value.toArray().length);
        }
      }
      return Status.OK;
    }

    @Override
    public Status delete(String t, String k) {
      return Status.ERROR;
    }
  }
}
