package org.pmemycsb.it.harness;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.atomic.AtomicLong;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/** The client of {@link FaultyAdapter}; without a fault, it does nothing and answers OK. */
public final class FaultyClient extends DB {
  static final String FAULT = "faulty.fault";
  private static final AtomicLong CALLS = new AtomicLong();
  private static final AtomicLong CLIENTS = new AtomicLong();

  private String fault;

  @Override
  public void init() throws DBException {
    fault = getProperties().getProperty(FAULT);
    if (fault.equals("cannot-connect")) {
      throw new DBException("no connection to the faulty database");
    }
    if (fault.equals("one-thread-cannot-connect") && CLIENTS.incrementAndGet() == 2) {
      throw new DBException("too many connections");
    }
  }

  private Status after(String operation) {
    long call = CALLS.incrementAndGet();
    switch (fault) {
      case "fails" -> {
        return call % 100 == 0 ? Status.ERROR : Status.OK;
      }
      case "finds-nothing" -> {
        return operation.equals("read") && call % 100 == 0 ? Status.NOT_FOUND : Status.OK;
      }
      case "throws" -> {
        if (call == 500) {
          throw new IllegalStateException("thrown on purpose");
        }
      }
      case "exits" -> {
        if (call == 500) {
          Runtime.getRuntime().halt(9);
        }
      }
      case "slow" -> sleep(1);
      case "sticks" -> sleep(call == 500 ? 3_600_000 : 0);
      default -> {}
    }
    return Status.OK;
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    return after("read");
  }

  @Override
  public Status scan(
      String table,
      String startKey,
      int count,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    return after("scan");
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    return after("update");
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return after("insert");
  }

  @Override
  public Status delete(String table, String key) {
    return after("delete");
  }
}
