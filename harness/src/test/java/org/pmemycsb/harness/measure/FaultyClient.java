package org.pmemycsb.harness.measure;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.atomic.AtomicLong;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/** A client with the fault that a property names. Otherwise it does nothing and answers OK. */
public final class FaultyClient extends DB {
  /** The property. */
  public static final String FAULT = "faulty.fault";

  private static final AtomicLong CALLS = new AtomicLong();
  private static final AtomicLong CLIENTS = new AtomicLong();

  private String fault;

  /** Counts calls and clients from zero again. */
  public static void reset() {
    CALLS.set(0);
    CLIENTS.set(0);
  }

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
      case "sticks" -> {
        if (call == 500) {
          stick();
        }
      }
      case "reads-exit" -> {
        if (operation.equals("read")) {
          Runtime.getRuntime().halt(9);
        }
      }
      case "prints" -> print();
      default -> {}
    }
    return Status.OK;
  }

  /** As a native library does: on the process's standard output, and not through Java's. */
  private static void print() {
    write("hello from a library\nand without an end of line: ");
  }

  private static void write(String text) {
    try (FileOutputStream out = new FileOutputStream(Path.of("/dev/stdout").toFile())) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private static void stick() {
    try {
      Thread.sleep(3_600_000);
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
