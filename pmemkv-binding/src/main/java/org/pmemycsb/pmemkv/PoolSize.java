package org.pmemycsb.pmemkv;

import org.pmemycsb.adapter.inprocess.client.ByteSize;
import org.pmemycsb.store.StoreException;

/**
 * How large a pool has to be for a number of records.
 *
 * <p>The figures were measured with pmemkv 1.4 and libpmemobj 1.12: the smallest pool that takes N
 * records in ascending order of their keys and then 2 N updates, found by bisection to 1.5 %, for N
 * from 1000 to 1000000, values from 0 to 64 KiB, keys of 8 to 255 bytes, 1 to 64 threads.
 *
 * <ul>
 *   <li>A cmap takes 21 MB before the first record that counts; an stree 7 MB.
 *   <li>A record of a cmap takes 197 bytes beside its key and value, of an stree 162.
 *   <li>A key or value of up to 23 bytes lies in these. A longer one is allocated by itself: 16
 *       bytes of header, at least 128, rounded up to an allocation class. That costs up to 10 %,
 *       beyond 256 KiB whole chunks of 256 KiB.
 *   <li>The hash table of a cmap has 80 bytes a bucket and doubles when the records reach a power
 *       of two; each doubling wants its half in one piece, so a pool can run out just there.
 *   <li>An update allocates before it frees and logs what it overwrites: a value or two for each
 *       thread.
 *   <li>libpmemobj keeps an arena for each processor, and an arena a run of each allocation class
 *       in use: 256 KiB, for long values up to 4 MiB. With 64 processors and threads that was 33 MB
 *       for values of 1 KiB and 240 MB for 64 KiB. So the result depends on the machine.
 * </ul>
 *
 * <p>The structures of the adapter pmemobj take less than a cmap: with keys of 32 bytes, beside key
 * and value, 135 to 334 bytes for a radix tree, 296 to 384 for a skip list, 455 to 618 for a hash
 * map just before its table doubles. So they get the estimate of a cmap.
 *
 * <p>The estimate was 1.1 to 1.3 times what was needed, plus up to 28 MiB. (Eight of those are for
 * machines that are so busy that threads are stopped between the two halves of an update: there 16
 * threads have once needed more.) Beyond 64 KiB it may be higher, for values just above a multiple
 * of 256 KiB up to twice. The volatile engines allocate with jemalloc, which rounds up to 25 % and
 * takes up to four arenas for each processor; their size is a limit that costs nothing until it is
 * used, so the estimate for them is generous.
 */
public final class PoolSize {
  /** The longest key, 64 KiB. */
  public static final int MAX_KEY_BYTES = 64 << 10;

  /** The longest value, 64 MiB. */
  public static final int MAX_VALUE_BYTES = 64 << 20;

  private static final long KIB = 1 << 10;
  private static final long MIB = 1 << 20;

  /** libpmemobj's chunk, which is also the least that it gives an arena for a class. */
  private static final long CHUNK = 256 * KIB;

  /** The longest string that pmemkv keeps inside the record. */
  private static final long INLINE_BYTES = 23;

  private PoolSize() {}

  /**
   * The size to create a pool with on this machine, so that it does not run out.
   *
   * @param engine an engine; one that was not measured is taken for the more wasteful of those that
   *     were
   * @param records the most records that are in it at one time, 0 or more
   * @param keyBytes the length of a key, up to {@link #MAX_KEY_BYTES}
   * @param valueBytes the length of a value, up to {@link #MAX_VALUE_BYTES}
   * @return bytes, a multiple of 1 MiB
   * @throws IllegalArgumentException when an argument is out of its range
   * @throws ArithmeticException when the size does not fit a long
   */
  public static long bytesFor(String engine, long records, int keyBytes, long valueBytes) {
    int processors = Runtime.getRuntime().availableProcessors();
    return bytesFor(engine, records, keyBytes, valueBytes, processors);
  }

  /**
   * The size of a pool for such records.
   *
   * @param given the size that the user wants; 0 for the one that the records need
   * @param option stands before a size where the user gives one, for the message
   * @throws StoreException if no pool, or not the one that the user wants, can hold the records
   */
  public static long bytesFor(
      String engine, long records, int keyBytes, long valueBytes, long given, String option) {
    String all = "%d records of %d bytes".formatted(records, keyBytes + valueBytes);
    long needed;
    try {
      needed = bytesFor(engine, records, keyBytes, valueBytes);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new StoreException(
          "no pmemkv pool can hold %s (%s): take fewer or smaller ones"
              .formatted(all, e.getMessage()),
          e);
    }
    if (given > 0 && given < needed) {
      throw new StoreException(
          "a pmemkv pool of %d bytes cannot hold %s in engine %s: give at least %s%s"
              .formatted(given, all, engine, option, ByteSize.inMebibytes(needed)));
    }
    return given > 0 ? given : needed;
  }

  /** The same for a machine with a number of processors. */
  static long bytesFor(String engine, long records, int keyBytes, long valueBytes, int processors) {
    require("records", records, Long.MAX_VALUE);
    require("keyBytes", keyBytes, MAX_KEY_BYTES);
    require("valueBytes", valueBytes, MAX_VALUE_BYTES);
    long bytes =
        switch (PmemkvPool.Storage.of(engine)) {
          case POOL -> poolBytes(engine, records, keyBytes, valueBytes, processors);
          case FOLDER -> folderBytes(records, keyBytes, valueBytes, processors);
          case NOWHERE -> PmemkvPool.MIN_POOL_BYTES;
        };
    return roundUp(bytes, MIB);
  }

  private static long poolBytes(
      String engine, long records, int keyBytes, long valueBytes, int processors) {
    boolean stree = engine.equals("stree");
    long start = (stree ? 20 : 32) * MIB;
    long value = allocated(valueBytes);
    long perArena = 2 * CHUNK + Math.min(Math.max(CHUNK, 64 * value), 4 * MIB) + 2 * value;
    long perRecord = (stree ? 168 : 200) + allocated(keyBytes) + value;
    long table = stree ? 0 : 82 * 2 * Long.highestOneBit(Math.max(1, records));
    long content = Math.addExact(Math.multiplyExact(records, perRecord), table);
    return sum(start, processors * perArena, content, content / 7);
  }

  private static long folderBytes(long records, int keyBytes, long valueBytes, int processors) {
    long perArena = 4 * MIB + 2 * valueBytes;
    long perRecord = 256 + (keyBytes + valueBytes) * 5 / 4;
    long content = Math.multiplyExact(records, perRecord);
    return sum(2 * PmemkvPool.MIN_FOLDER_BYTES, 4 * processors * perArena, content, content / 7);
  }

  /** The bytes of a key or a value outside its record. */
  private static long allocated(long bytes) {
    if (bytes <= INLINE_BYTES) {
      return 0;
    }
    // One byte ends the string, 16 are the allocator's.
    long gross = Math.max(128, roundUp(bytes + 17, bytes < CHUNK ? 64 : CHUNK));
    return gross + gross / 10;
  }

  private static long roundUp(long bytes, long to) {
    return Math.multiplyExact(Math.floorDiv(Math.addExact(bytes, to - 1), to), to);
  }

  private static long sum(long... terms) {
    long sum = 0;
    for (long term : terms) {
      sum = Math.addExact(sum, term);
    }
    return sum;
  }

  private static void require(String name, long value, long most) {
    if (value < 0 || value > most) {
      throw new IllegalArgumentException(name + ": " + value + " is not in 0 to " + most);
    }
  }
}
