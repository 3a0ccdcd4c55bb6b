package org.pmemycsb.it.powercut;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.pmemycsb.pmemkv.CreateMode;
import org.pmemycsb.pmemkv.PmemkvOptions;
import org.pmemycsb.pmemkv.PmemkvStore;

/**
 * Puts, replaces and removes records, and prints after each call how long the journal is: a process
 * of its own, with the simulator preloaded. Arguments: engine, library (nothing for the installed
 * libpmemkv), pool, journal, number of calls.
 */
public final class PoolWriter {
  static final int KEYS = 7;
  static final long POOL_BYTES = 16L << 20;

  private PoolWriter() {}

  public static void main(String[] arguments) throws Exception {
    Path journal = Path.of(arguments[3]);
    PmemkvOptions options =
        options(arguments, Path.of(arguments[2])).size(POOL_BYTES).create(CreateMode.IF_ABSENT);
    try (PmemkvStore store = PmemkvStore.open(options)) {
      System.out.println(Files.size(journal));
      for (int call = 0; call < Integer.parseInt(arguments[4]); call++) {
        byte[] value = value(call);
        if (value == null) {
          store.remove(key(call));
        } else {
          store.put(key(call), value);
        }
        System.out.println(Files.size(journal));
      }
      System.out.flush();
      // No orderly end: that would be a state of its own.
      Runtime.getRuntime().halt(0);
    }
  }

  /** A pool of the engine and library that the first two arguments name. */
  static PmemkvOptions options(String[] arguments, Path pool) {
    return PmemkvOptions.of(arguments[0], pool)
        .library(arguments[1].isEmpty() ? null : Path.of(arguments[1]));
  }

  static byte[] key(int call) {
    return ("key" + call % KEYS).getBytes(UTF_8);
  }

  /** What a call puts, in sizes from a part of a cache line to several pages; null: it removes. */
  static byte[] value(int call) {
    if (call % 5 == 4) {
      return null;
    }
    byte[] value = new byte[10 + call * 677 % 9000];
    Arrays.fill(value, (byte) ('a' + call % 26));
    return value;
  }
}
