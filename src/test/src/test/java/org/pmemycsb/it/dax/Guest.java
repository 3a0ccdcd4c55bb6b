package org.pmemycsb.it.dax;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.pmemycsb.adapter.inprocess.client.RecordStore;
import org.pmemycsb.pmemkv.PmemkvLibrary;
import org.pmemycsb.pmemkv.PmemkvPool;
import org.pmemycsb.store.NativeStore;

/**
 * What runs inside the virtual machine: writes and acknowledges until the machine is cut off, or
 * looks through what is left.
 *
 * <p>Each step inserts a record, and replaces one that all steps share. It is acknowledged by a
 * line on standard output, which is the machine's console.
 */
final class Guest {
  static final List<String> ENGINES = List.of("cmap", "stree");
  private static final byte[] LATEST = "latest".getBytes(StandardCharsets.US_ASCII);
  private static final long POOL_BYTES = 256L << 20;

  private Guest() {}

  /** {@code write FOLDER} never ends by itself; {@code check FOLDER} prints what it found. */
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[1]);
    if (arguments[0].equals("write")) {
      write(folder);
    } else {
      for (String engine : ENGINES) {
        check(engine, folder);
      }
    }
  }

  private static Path pool(String engine, Path folder) {
    return folder.resolve("acknowledged-" + engine);
  }

  private static NativeStore open(String engine, Path folder, long bytes) {
    return new PmemkvPool(engine, pool(engine, folder)).open(bytes, PmemkvLibrary.files());
  }

  private static void put(RecordStore store, byte[] key, byte[] value) throws Exception {
    store.put(key, value, value.length);
  }

  private static byte[] get(RecordStore store, byte[] key) throws Exception {
    byte[] buffer = new byte[1 << 16];
    int length = store.get(key, buffer);
    return length < 0 ? null : Arrays.copyOf(buffer, length);
  }

  private static void write(Path folder) throws Exception {
    List<RecordStore> stores =
        ENGINES.stream().map(engine -> open(engine, folder, POOL_BYTES).session()).toList();
    // The engines take turns, so that one cut finds both of them at work.
    for (int step = 1; ; step++) {
      for (int engine = 0; engine < ENGINES.size(); engine++) {
        put(stores.get(engine), key(step), value(step));
        put(stores.get(engine), LATEST, key(step));
        System.out.println("acknowledged " + ENGINES.get(engine) + " " + step);
      }
    }
  }

  /**
   * Prints the steps that are whole, counted from the first, and whether anything else is wrong.
   */
  private static void check(String engine, Path folder) throws Exception {
    try (NativeStore opened = open(engine, folder, 0)) {
      RecordStore store = opened.session();
      int steps = 0;
      while (Arrays.equals(get(store, key(steps + 1)), value(steps + 1))) {
        steps++;
      }
      int latest = ByteBuffer.wrap(get(store, LATEST)).getInt();
      System.out.printf(
          "found %s %d records, latest %d, count %d%n", engine, steps, latest, opened.count());
      // A store that was cut off must also still be one.
      put(store, key(0), value(0));
      System.out.printf("writable %s %s%n", engine, Arrays.equals(get(store, key(0)), value(0)));
    }
  }

  private static byte[] key(int step) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(step).array();
  }

  private static byte[] value(int step) {
    Random random = new Random(step);
    byte[] value = new byte[random.nextInt(2000)];
    random.nextBytes(value);
    return value;
  }
}
