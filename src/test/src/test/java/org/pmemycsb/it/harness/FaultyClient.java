package org.pmemycsb.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.atomic.AtomicLong;
import org.pmemycsb.spi.SafeFolder;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/** The client of {@link FaultyAdapter}; without a fault, it does nothing and answers OK. */
public final class FaultyClient extends DB {
  static final String FAULT = "faulty.fault";
  static final String FILE = "faulty.file";
  private static final AtomicLong CALLS = new AtomicLong();

  private String fault;
  private Path file;

  @Override
  public void init() {
    fault = getProperties().getProperty(FAULT);
    file = Path.of(getProperties().getProperty(FILE, "none"));
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
      case "fails-once" -> {
        return failsOnce() ? Status.ERROR : Status.OK;
      }
      case "removes-results" -> removeResults();
      default -> {}
    }
    return Status.OK;
  }

  /** Fails until a file is there, which it then makes. */
  private boolean failsOnce() {
    try {
      Files.createFile(file);
      return true;
    } catch (IOException there) {
      return false;
    }
  }

  private void removeResults() {
    try {
      SafeFolder.delete(file);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
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
