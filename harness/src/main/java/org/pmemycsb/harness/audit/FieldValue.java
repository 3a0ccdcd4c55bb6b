package org.pmemycsb.harness.audit;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;

/**
 * A field's value that describes itself: its record, field, version, thread, length, and a checksum
 * over all that and the random bytes after it. So the audit recognises a value that is cut off,
 * mixed from two values, or in the wrong record. Not thread-safe.
 *
 * <pre>
 * 4 magic | 4 checksum of what follows | 4 length | 4 record | 4 version | 2 field | 2 thread | ...
 * </pre>
 */
final class FieldValue {
  static final int MIN_BYTES = 24;

  /** Instead of a version: the field is missing. */
  static final int MISSING = 0;

  /** Instead of a version: the value is cut off or has other bytes than were written. */
  static final int TORN = -1;

  /** Instead of a version: an intact value of another record or field. */
  static final int FOREIGN = -2;

  private static final int MAGIC = 0x41554454;
  private static final int CHECKSUM_AT = 4;
  private static final int CHECKED_FROM = 8;

  private final CRC32C checksum = new CRC32C();

  /**
   * @param version from 1
   * @param bytes its length, at least {@link #MIN_BYTES}
   */
  byte[] encode(int record, int field, int version, int thread, int bytes) {
    byte[] value = new byte[bytes];
    ByteBuffer buffer = ByteBuffer.wrap(value);
    buffer.putInt(MAGIC).putInt(0).putInt(bytes).putInt(record).putInt(version);
    buffer.putShort((short) field).putShort((short) thread);
    SplittableRandom random = new SplittableRandom(((long) record << 32) + version * 31L + field);
    while (buffer.remaining() >= Long.BYTES) {
      buffer.putLong(random.nextLong());
    }
    while (buffer.hasRemaining()) {
      buffer.put((byte) random.nextInt());
    }
    buffer.putInt(CHECKSUM_AT, checksum(value));
    return value;
  }

  /** The version of a value, or a mark of its fault. */
  int decode(byte[] value, int record, int field) {
    if (value.length < MIN_BYTES) {
      return TORN;
    }
    ByteBuffer buffer = ByteBuffer.wrap(value);
    if (buffer.getInt() != MAGIC
        || buffer.getInt() != checksum(value)
        || buffer.getInt() != value.length) {
      return TORN;
    }
    int ofRecord = buffer.getInt();
    int version = buffer.getInt();
    return ofRecord == record && buffer.getShort() == field ? version : FOREIGN;
  }

  static String shown(int version) {
    return switch (version) {
      case MISSING -> "missing";
      case TORN -> "damaged";
      case FOREIGN -> "foreign";
      default -> Integer.toString(version);
    };
  }

  private int checksum(byte[] value) {
    checksum.reset();
    checksum.update(value, CHECKED_FROM, value.length - CHECKED_FROM);
    return (int) checksum.getValue();
  }
}
