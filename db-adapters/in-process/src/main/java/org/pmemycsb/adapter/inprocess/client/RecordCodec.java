package org.pmemycsb.adapter.inprocess.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;

/**
 * A YCSB record, which is a map from field names to bytes, as one value of a key-value store.
 *
 * <pre>
 * magic 0xD7 | version 1 | fields | fields x ( name length | name in UTF-8 | data length | data )
 * </pre>
 *
 * <p>Counts and lengths are unsigned LEB128 numbers of at most 31 bits. One field {@code field0} of
 * 128 to 16383 bytes costs 12 bytes beside its data. Field names are unique, and nothing follows
 * the last field. A value that is cut short, too long or of another format is refused with a {@link
 * RecordFormatException}. A length is checked against the value before memory is allocated for it.
 *
 * <p>An instance reuses its buffer and so belongs to one thread:
 *
 * <pre>{@code
 * int length = codec.encode(fields);
 * store.put(key, codec.buffer(), 0, length);
 * }</pre>
 */
public final class RecordCodec {
  private static final byte MAGIC = (byte) 0xD7;
  private static final byte VERSION = 1;
  private static final int HEADER = 2;
  private static final int LONGEST = Integer.MAX_VALUE - 8;

  private final FieldNames names = new FieldNames();

  private byte[] buffer = new byte[2048];

  /** The index of the next byte to write in {@link #buffer}. */
  private int written;

  /** The index of the first byte of the value that is being decoded. */
  private int start;

  /** The index of its next byte to read. */
  private int position;

  /**
   * The size in bytes of a record with the fields {@code prefix0}, {@code prefix1} and so on.
   *
   * @param fieldCount number of fields, 0 or more
   * @param prefix what each field name begins with
   * @param fieldBytes data in each field, 0 or more
   */
  public static long encodedSize(int fieldCount, String prefix, int fieldBytes) {
    int prefixBytes = prefix.getBytes(UTF_8).length;
    long size = HEADER + varintSize(fieldCount);
    for (int i = 0; i < fieldCount; i++) {
      int name = prefixBytes + Integer.toString(i).length();
      size += varintSize(name) + name + varintSize(fieldBytes) + (long) fieldBytes;
    }
    return size;
  }

  /** Holds the record of the last {@link #encode} or {@link #merge}, until the next one. */
  public byte[] buffer() {
    return buffer;
  }

  /**
   * Makes a record of these fields in {@link #buffer()}, and uses up their iterators.
   *
   * @return the record's length in bytes, from the buffer's beginning
   * @throws RecordFormatException when a name or its data is null, an iterator ends early, or the
   *     record would exceed 2 GiB
   */
  public int encode(Map<String, ByteIterator> fields) {
    begin(fields.size());
    int index = 0;
    for (Map.Entry<String, ByteIterator> field : fields.entrySet()) {
      writeField(index++, field.getKey(), field.getValue());
    }
    return written;
  }

  /**
   * Makes in {@link #buffer()} the record that {@code record} becomes when {@code changes} are
   * written into it: other fields stay, fields it lacks are added.
   *
   * @param record a value whose first {@code length} bytes are a record; not {@link #buffer()}
   * @return the new record's length in bytes, from the buffer's beginning
   * @throws RecordFormatException as {@link #encode} and {@link #decode}
   */
  public int merge(byte[] record, int length, Map<String, ByteIterator> changes) {
    int count = readHeader(record, 0, length);
    int fields = position;
    int present = 0;
    for (int i = 0; i < count; i++) {
      String name = readName(i, record, length);
      skipData(record, length);
      if (changes.containsKey(name)) {
        present++;
      }
    }
    expectEnd(length);

    begin(count + changes.size() - present);
    position = fields;
    for (int i = 0; i < count; i++) {
      int from = position;
      String name = readName(i, record, length);
      skipData(record, length);
      if (changes.containsKey(name)) {
        writeField(i, name, changes.get(name));
      } else {
        int size = position - from;
        reserve(size);
        System.arraycopy(record, from, buffer, written, size);
        written += size;
      }
    }
    if (present < changes.size()) {
      int index = count;
      for (Map.Entry<String, ByteIterator> field : changes.entrySet()) {
        if (!contains(record, length, fields, count, field.getKey())) {
          writeField(index++, field.getKey(), field.getValue());
        }
      }
    }
    return written;
  }

  /**
   * Puts the fields of a record into {@code result}. Their data are slices of {@code record}, and
   * so change with it.
   *
   * @param record holds a value of {@code length} bytes, from the index {@code from} on
   * @param fields the names of the fields wanted, those the record lacks are left out; null for all
   * @throws RecordFormatException when it is not a record; {@code result} may then hold some fields
   */
  public void decode(
      byte[] record, int from, int length, Set<String> fields, Map<String, ByteIterator> result) {
    decode(record, from, length, fields, result, false);
  }

  /**
   * As {@link #decode}, into a map that holds another record. Its iterators then have the data of
   * this one.
   */
  void decodeOver(
      byte[] record, int from, int length, Set<String> fields, Map<String, ByteIterator> result) {
    if (decode(record, from, length, fields, result, true) < result.size()) {
      result.clear();
      decode(record, from, length, fields, result, false);
    }
  }

  /** Returns the number of fields that it decoded. */
  private int decode(
      byte[] record,
      int from,
      int length,
      Set<String> fields,
      Map<String, ByteIterator> result,
      boolean over) {
    int end = from + length;
    int count = readHeader(record, from, end);
    int decoded = 0;
    for (int i = 0; i < count; i++) {
      String name = readName(i, record, end);
      int size = readLength(record, end, "data");
      if (fields == null || fields.contains(name)) {
        if (over && result.get(name) instanceof Slice slice) {
          slice.set(record, position, size);
        } else {
          result.put(name, new Slice(record, position, size));
        }
        decoded++;
      }
      position += size;
    }
    expectEnd(end);
    return decoded;
  }

  private boolean contains(byte[] record, int length, int fields, int count, String wanted) {
    position = fields;
    for (int i = 0; i < count; i++) {
      String name = readName(i, record, length);
      skipData(record, length);
      if (name.equals(wanted)) {
        return true;
      }
    }
    return false;
  }

  private int readHeader(byte[] record, int from, int end) {
    start = from;
    if (end - from < HEADER + 1 || record[from] != MAGIC) {
      throw malformed(end, "it does not begin with a record's magic byte");
    }
    if (record[from + 1] != VERSION) {
      throw malformed(
          end, "its version is " + record[from + 1] + ", and this reads only " + VERSION);
    }
    position = from + HEADER;
    return readNumber(record, end, "field list");
  }

  private String readName(int index, byte[] record, int end) {
    int size = readLength(record, end, "name");
    int from = position;
    position += size;
    return names.text(index, record, from, position);
  }

  private void skipData(byte[] record, int end) {
    int size = readLength(record, end, "data");
    position += size;
  }

  /** Reads the length of the next item, and checks that the item ends inside the record. */
  private int readLength(byte[] record, int end, String what) {
    int size = readNumber(record, end, what);
    if (size > end - position) {
      throw malformed(
          end,
          "a %s of %d bytes at %d reaches beyond its end".formatted(what, size, position - start));
    }
    return size;
  }

  private int readNumber(byte[] record, int end, String what) {
    int value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      if (position >= end) {
        throw malformed(end, "it ends inside the length of a " + what);
      }
      byte next = record[position++];
      if (shift == 28 && (next & 0xF8) != 0) {
        break;
      }
      value |= (next & 0x7F) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw malformed(end, "the length of a " + what + " exceeds 31 bits");
  }

  private void expectEnd(int end) {
    if (position != end) {
      throw malformed(end, (end - position) + " bytes follow the last field");
    }
  }

  private RecordFormatException malformed(int end, String why) {
    return new RecordFormatException(
        "a value of " + (end - start) + " bytes is not a record: " + why);
  }

  private void begin(int fieldCount) {
    buffer[0] = MAGIC;
    buffer[1] = VERSION;
    written = HEADER;
    writeNumber(fieldCount);
  }

  private void writeField(int index, String name, ByteIterator data) {
    if (name == null || data == null) {
      throw new RecordFormatException(
          "field " + name + " has no " + (name == null ? "name" : "data"));
    }
    byte[] encodedName = names.utf8(index, name);
    long size = data.bytesLeft();
    if (size < 0 || size > LONGEST) {
      throw new RecordFormatException("field " + name + " cannot hold " + size + " bytes");
    }
    reserve(10L + encodedName.length + size);
    writeNumber(encodedName.length);
    System.arraycopy(encodedName, 0, buffer, written, encodedName.length);
    written += encodedName.length;
    writeNumber((int) size);
    drain(name, data, (int) size);
  }

  private void drain(String name, ByteIterator data, int size) {
    int end = written + size;
    if (data.getClass() == ByteArrayByteIterator.class) {
      // The nextBuf that it inherits copies byte by byte; toArray copies all at once.
      System.arraycopy(data.toArray(), 0, buffer, written, size);
    } else {
      // An iterator may write some bytes past its end (RandomByteIterator does). They lie inside
      // the
      // buffer, and later fields overwrite them.
      int reached = written;
      while (reached < end) {
        int next = data.nextBuf(buffer, reached);
        if (next <= reached) {
          throw new RecordFormatException(
              "field " + name + " said " + size + " bytes and gave " + (reached - written));
        }
        reached = next;
      }
    }
    written = end;
  }

  private void reserve(long more) {
    long needed = written + more;
    if (needed > buffer.length) {
      if (needed > LONGEST) {
        throw new RecordFormatException("a record of " + needed + " bytes is too large");
      }
      buffer = Arrays.copyOf(buffer, (int) Math.min(LONGEST, Math.max(needed, 2L * buffer.length)));
    }
  }

  /** Needs up to five bytes of room. */
  private void writeNumber(int number) {
    int rest = number;
    while (rest > 0x7F) {
      buffer[written++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    buffer[written++] = (byte) rest;
  }

  private static int varintSize(int number) {
    return (Integer.SIZE - Integer.numberOfLeadingZeros(number | 1) + 6) / 7;
  }
}
