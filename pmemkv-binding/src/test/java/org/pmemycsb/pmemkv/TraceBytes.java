package org.pmemycsb.pmemkv;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * Trace files written by hand, byte by byte as the harness's TraceFile documents them: the program
 * is held to the document, and not to what the harness happens to write.
 */
final class TraceBytes {
  static final int LOAD = 1;
  static final int HASHED = 2;
  static final int CONSTANT = 4;
  static final int RECORDED = 8;
  static final int KEYS = 16;

  private static final int ALL = -1;

  private final ByteArrayOutputStream blocks = new ByteArrayOutputStream();
  private int flags;
  private final int threads;
  private final long records;
  private final int fields;
  private final int valueBytes;
  private long total;
  private byte[] keys = new byte[0];

  TraceBytes(int flags, int threads, long records, int fields, int valueBytes) {
    this.flags = flags;
    this.threads = threads;
    this.records = records;
    this.fields = fields;
    this.valueBytes = valueBytes;
  }

  static long read(long key) {
    return operation(0, false, ALL, ALL, key);
  }

  static long readNewest(long distance) {
    return operation(0, true, ALL, ALL, distance);
  }

  static long update(long key) {
    return operation(1, false, ALL, ALL, key);
  }

  static long updateField(long key, int field) {
    return operation(1, false, ALL, field, key);
  }

  static long load(long key) {
    return operation(2, false, ALL, ALL, key);
  }

  static long insert(long recorded) {
    return operation(2, true, ALL, ALL, recorded);
  }

  static long scan(long key) {
    return operation(3, false, ALL, ALL, key);
  }

  static long readModifyWrite(long key) {
    return operation(4, false, ALL, ALL, key);
  }

  static long delete() {
    return operation(5, true, ALL, ALL, 0);
  }

  /** Of a key that no record has had. */
  static long readMissing(long number) {
    return operation(6, false, ALL, ALL, number);
  }

  /** Of a deleted one, so far back from the last. */
  static long readDeleted(long distance) {
    return operation(6, true, ALL, ALL, distance);
  }

  static long putIfAbsent(long recorded) {
    return operation(7, true, ALL, ALL, recorded);
  }

  static long operation(int kind, boolean relative, int readField, int writeField, long key) {
    return (long) kind << 61
        | (relative ? 1L << 60 : 0)
        | (long) (readField + 1) << 48
        | (long) (writeField + 1) << 36
        | key;
  }

  TraceBytes block(int thread, long[] operations, int... side) {
    ByteBuffer block = little(12 + 8 * operations.length + 4 * side.length);
    block.putInt(thread).putInt(operations.length).putInt(side.length);
    for (long operation : operations) {
      block.putLong(operation);
    }
    for (int number : side) {
      block.putInt(number);
    }
    blocks.writeBytes(block.array());
    total += operations.length;
    return this;
  }

  /** Keys of other lengths: so many characters of {@code user}, and zeros up to these lengths. */
  TraceBytes keys(int prefix, int... lengths) {
    ByteBuffer about = little(8 + 4 * lengths.length).putInt(prefix).putInt(lengths.length);
    for (int length : lengths) {
      about.putInt(length);
    }
    keys = about.array();
    flags |= KEYS;
    return this;
  }

  byte[] bytes() {
    byte[] properties = "fieldnameprefix\0f\0".getBytes(StandardCharsets.UTF_8);
    ByteBuffer file = little(64 + properties.length + keys.length + blocks.size() + 16);
    file.put("PMYTRACE".getBytes(StandardCharsets.US_ASCII))
        .putInt(1)
        .putInt(64 + properties.length + keys.length)
        .putInt(flags)
        .putInt(threads)
        .putLong(total)
        .putLong(records)
        .putLong(42)
        .putInt(28)
        .putInt(fields)
        .putInt(valueBytes)
        .putInt(properties.length)
        .put(properties)
        .put(keys)
        .put(blocks.toByteArray())
        .putInt(-1)
        .putLong(total);
    CRC32 crc = new CRC32();
    crc.update(file.array(), 0, file.position());
    return file.putInt((int) crc.getValue()).array();
  }

  private static ByteBuffer little(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }
}
