package org.pmemycsb.it.harness;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.atomic.AtomicLong;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/** The client of {@link FaultyAdapter}; without a fault, it does nothing and answers OK. */
public final class FaultyClient extends DB {
  static final String FAULT = "faulty.fault";
  private static final AtomicLong CALLS = new AtomicLong();

  private String fault;

  @Override
  public void init() {
    fault = getProperties().getProperty(FAULT);
  }

  private Status answer() {
    long call = CALLS.incrementAndGet();
    switch (fault) {
      case "fails" -> {
        return call % 100 == 0 ? Status.ERROR : Status.OK;
      }
      case "exits" -> {
        if (call == 500) {
          Runtime.getRuntime().halt(9);
        }
      }
      case "slow" -> sleep(1);
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
    return answer();
  }

  @Override
  public Status scan(
      String table,
      String startKey,
      int count,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    return answer();
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    return answer();
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return answer();
  }

  @Override
  public Status delete(String table, String key) {
    return answer();
  }
}
