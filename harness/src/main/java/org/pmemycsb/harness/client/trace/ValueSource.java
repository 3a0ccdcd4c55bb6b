package org.pmemycsb.harness.client.trace;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes values: each is a slice of random bytes made beforehand, with a mark in front that
 * identifies the write.
 *
 * <p>A mark has three 64-bit words, lowest bits first. The first is a check over key number, field
 * index, write sequence, length and seed. The second is the key number with the field index in the
 * top 16 bits. The third is the write sequence, with the machine that wrote in the top 32 bits. The
 * check also chooses the slice behind the mark, so each byte of a value can be verified. A short
 * value has less of the mark:
 *
 * <table>
 * <caption>A mark by length; in text each word takes 11 bytes</caption>
 * <tr><td>24 and more (text: 33)<td>all three words
 * <tr><td>8 and more<td>4 bytes of the sequence, 4 of the check
 * <tr><td>2 to 7<td>1 byte of the sequence, the check in the others
 * <tr><td>1<td>1 byte of the sequence: only staleness is seen, and not always
 * <tr><td>0<td>nothing
 * </table>
 *
 * <p>Safe for any number of threads.
 */
public final class ValueSource {
  /** Which bytes a value is made of. */
  public enum Alphabet {
    /** All 256: incompressible. */
    BINARY(8, 0),
    /**
     * 64 printable ASCII characters, for clients that turn values into strings: such a value can be
     * compressed to three quarters.
     */
    TEXT(6, '0');

    private final int bits;
    private final int base;

    Alphabet(int bits, int base) {
      this.bits = bits;
      this.base = base;
    }
  }

  private static final int SEQUENCE_BYTES = 4;
  static final int SHORT_MARK = 8;

  // The golden ratio of 2^32: multiples of an odd number that are far apart.
  private static final int APART = 0x9E3779B9;

  private static final int BLOCK = 256;
  private static final int POOL = 1 << 22;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final Alphabet alphabet;
  private final Share share;
  private final int wordBytes;
  private final long salt;
  private final byte[] pool;
  private final AtomicInteger writers = new AtomicInteger();

  /**
   * @param seed by which the values of two runs differ; the same on all machines
   * @param maxLength the longest value, in bytes
   * @param compressibility how much of the bytes can be compressed away, from 0 to 1: this share of
   *     each {@value #BLOCK} bytes is one byte again and again, as in RocksDB's db_bench
   */
  public ValueSource(
      long seed, int maxLength, Alphabet alphabet, double compressibility, Share share) {
    this.alphabet = alphabet;
    this.share = share;
    salt = SeededRandom.mix(seed ^ 0x9E3779B97F4A7C15L);
    wordBytes = (Long.SIZE + alphabet.bits - 1) / alphabet.bits;
    pool = new byte[Math.addExact(POOL, maxLength)];
    new SeededRandom(seed).nextBytes(pool);
    if (alphabet == Alphabet.TEXT) {
      for (int i = 0; i < pool.length; i++) {
        pool[i] = (byte) (alphabet.base + (pool[i] & 63));
      }
    }
    int again = (int) Math.round(compressibility * BLOCK);
    for (int end = BLOCK; end <= pool.length; end += BLOCK) {
      Arrays.fill(pool, end - again, end, (byte) alphabet.base);
    }
  }

  /** The longest mark, in bytes. */
  int fullMark() {
    return 3 * wordBytes;
  }

  /** How many bytes of mark a value of this length has. */
  int markLength(int length) {
    return length >= fullMark() ? fullMark() : Math.min(length, SHORT_MARK);
  }

  /** How many bytes of write sequence a value of 1 byte to less than a full mark has. */
  static int shortSequenceBytes(int length) {
    return length >= SHORT_MARK ? SEQUENCE_BYTES : 1;
  }

  /** The number of different values of so many bytes. */
  long distinct(int bytes) {
    return 1L << bytes * alphabet.bits;
  }

  /** Of a value that this machine writes. */
  long check(long key, int field, int sequence, int length) {
    return check(key, field, share.machine(), sequence, length);
  }

  /** Of a value that the machine {@code writer} writes. */
  long check(long key, int field, int writer, int sequence, int length) {
    long mixed = SeededRandom.mix(salt + key * 0x9E3779B97F4A7C15L);
    long write = (long) writer << 48 | (long) field << 32 | sequence & 0xFFFFFFFFL;
    mixed = SeededRandom.mix(mixed ^ write);
    return SeededRandom.mix(mixed + length);
  }

  /** Which machine this is, and how many write values. */
  Share share() {
    return share;
  }

  /** Puts the mark of a value into {@code mark}. */
  void mark(long check, long key, int field, int sequence, int length, byte[] mark) {
    if (length >= fullMark()) {
      put(mark, 0, wordBytes, check);
      put(mark, wordBytes, wordBytes, key | (long) field << 48);
      put(mark, 2 * wordBytes, wordBytes, sequence | (long) share.machine() << 32);
    } else if (length > 0) {
      int bytes = shortSequenceBytes(length);
      put(mark, 0, bytes, sequence);
      put(mark, bytes, Math.min(length, SHORT_MARK) - bytes, check);
    }
  }

  /** The begin of the slice behind the mark. */
  int slice(long check) {
    return (int) (check >>> 40) & (POOL - 1);
  }

  boolean matchesSlice(byte[] value, int from, long check) {
    int start = slice(check);
    return Arrays.equals(value, from, value.length, pool, start, start + value.length - from);
  }

  /** The word at {@code index} of a full mark. */
  long word(byte[] value, int index) {
    return get(value, index * wordBytes, wordBytes);
  }

  /** Up to 8 bytes (text: 11) as the number that was put there. */
  long get(byte[] bytes, int at, int count) {
    long word = 0;
    for (int i = count - 1; i >= 0; i--) {
      word = word << alphabet.bits | (bytes[at + i] - alphabet.base) & ((1 << alphabet.bits) - 1);
    }
    return word;
  }

  private void put(byte[] bytes, int at, int count, long word) {
    if (count == Long.BYTES) {
      LONGS.set(bytes, at, word);
      return;
    }
    for (int i = 0; i < count; i++) {
      bytes[at + i] = (byte) (alphabet.base + (word & ((1 << alphabet.bits) - 1)));
      word >>>= alphabet.bits;
    }
  }

  /**
   * The number from which a thread counts its writes of unwatched keys. Each call gives another
   * one, far from all others: with 1,000 threads and phases, two are at least a million writes
   * apart.
   */
  public int firstWrite() {
    return writers.incrementAndGet() * APART;
  }

  byte[] pool() {
    return pool;
  }
}
