package org.pmemycsb.it.dax;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.pmemycsb.pmemkv.CreateMode;
import org.pmemycsb.pmemkv.PmemkvOptions;
import org.pmemycsb.pmemkv.PmemkvStore;

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
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[1]);
    if (arguments[0].equals("write")) {
      write(folder);
    } else {
      ENGINES.forEach(engine -> check(engine, folder));
    }
  }

  private static Path pool(String engine, Path folder) {
    return folder.resolve("acknowledged-" + engine);
  }

  private static void write(Path folder) throws IOException {
    List<PmemkvStore> stores =
        ENGINES.stream()
            .map(
                engine ->
                    PmemkvStore.open(
                        PmemkvOptions.of(engine, pool(engine, folder))
                            .size(POOL_BYTES)
                            .create(CreateMode.IF_ABSENT)))
            .toList();
    // The engines take turns, so that one cut finds both of them at work.
    for (int step = 1; ; step++) {
      for (int engine = 0; engine < ENGINES.size(); engine++) {
        stores.get(engine).put(key(step), value(step));
        stores.get(engine).put(LATEST, key(step));
        System.out.println("acknowledged " + ENGINES.get(engine) + " " + step);
      }
    }
  }

  /**
   * Prints the steps that are whole, counted from the first, and whether anything else is wrong.
   */
  private static void check(String engine, Path folder) {
    try (PmemkvStore store = PmemkvStore.open(PmemkvOptions.of(engine, pool(engine, folder)))) {
      int steps = 0;
      while (Arrays.equals(store.get(key(steps + 1)), value(steps + 1))) {
        steps++;
      }
      int latest = ByteBuffer.wrap(store.get(LATEST)).getInt();
      System.out.printf(
          "found %s %d records, latest %d, count %d%n", engine, steps, latest, store.count());
      // A store that was cut off must also still be one.
      store.put(key(0), value(0));
      System.out.printf("writable %s %s%n", engine, Arrays.equals(store.get(key(0)), value(0)));
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
