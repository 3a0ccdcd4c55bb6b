package org.pmemycsb.it.powercut;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.pmemycsb.adapter.inprocess.client.RecordStore;
import org.pmemycsb.pmemkv.PmemkvLibrary;
import org.pmemycsb.pmemkv.PmemkvPool;
import org.pmemycsb.store.NativeStore;

/**
 * Puts, replaces and removes records, and prints after each call how long the journal is: a process
 * of its own, with the simulator preloaded. Arguments: engine, library (nothing for the installed
 * libpmemkv), pool, journal, number of calls.
 */
public final class PoolWriter {
  static final int KEYS = 7;

  /** In place of an engine: the store of docs/examples. */
  static final String EXAMPLE = "example";

  static final long POOL_BYTES = 16L << 20;

  private PoolWriter() {}

  public static void main(String[] arguments) throws Exception {
    Path journal = Path.of(arguments[3]);
    try (NativeStore opened = open(arguments, Path.of(arguments[2]))) {
      RecordStore store = opened.session();
      System.out.println(Files.size(journal));
      for (int call = 0; call < Integer.parseInt(arguments[4]); call++) {
        byte[] value = value(call);
        if (value == null) {
          store.remove(key(call));
        } else {
          store.put(key(call), value, value.length);
        }
        System.out.println(Files.size(journal));
      }
      System.out.flush();
      // No orderly end: that would be a state of its own.
      Runtime.getRuntime().halt(0);
    }
  }

  /** A pool of the engine and library that the first two arguments name. */
  static NativeStore open(String[] arguments, Path pool) {
    Path library = arguments[1].isEmpty() ? PmemkvPool.library() : Path.of(arguments[1]);
    // The example names its file itself.
    Map<String, String> options =
        arguments[0].equals(EXAMPLE)
            ? Map.of()
            : Map.of(
                "engine",
                arguments[0],
                "library",
                PmemkvLibrary.files(),
                "file",
                pool.toAbsolutePath().toString());
    return NativeStore.open(library, pool.toAbsolutePath().getParent(), POOL_BYTES, options);
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
