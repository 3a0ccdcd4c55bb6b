package org.pmemycsb.harness.client.trace;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Spells the operations of one thread as {@link OperationFile} describes them. */
final class OperationWriter {
  private static final byte READ = 0;
  private static final byte INSERT = 1;
  private static final byte REPLACE = 2;
  private static final byte REPLACE_FIELD = 3;
  private static final byte REMOVE = 4;
  private static final byte SCAN = 5;

  private static final byte READS_FIRST = 1;
  private static final byte MUST_BE_ABSENT = 2;
  private static final byte MAY_BE_ABSENT = 4;

  private static final int HEAD = 12;
  private static final int SLICE = 8;

  private final RecordShape shape;
  private final ResolvedKeys.OfThread keys;
  private final ValueSource values;
  private final SeededRandom random;
  private ByteBuffer bytes = OperationFile.little(1 << 16);
  private TraceChunk chunk;
  private int side;

  OperationWriter(TraceSpec spec, ResolvedKeys.OfThread keys, ValueSource values, long seed) {
    this.shape = spec.shape();
    this.keys = keys;
    this.values = values;
    this.random = new SeededRandom(seed);
  }

  /** The operations of a chunk, from the buffer's position to its limit; until the next call. */
  ByteBuffer block(TraceChunk next) {
    chunk = next;
    side = 0;
    bytes.clear();
    for (int i = 0; i < chunk.size(); i++) {
      add(chunk.operation(i));
    }
    return bytes.flip();
  }

  private void add(long operation) {
    switch (keys.kind(operation)) {
      case READ -> put(READ, (byte) 0, 0, keys.present(operation, this::nextSide));
      case READ_MISSING -> put(READ, MUST_BE_ABSENT, 0, keys.missing(operation));
      case SCAN -> {
        int records = nextSide();
        put(SCAN, (byte) 0, records, keys.present(operation, this::nextSide));
      }
      case DELETE -> put(REMOVE, (byte) 0, 0, keys.deleted(operation));
      case INSERT -> write(INSERT, (byte) 0, operation);
      case PUT_IF_ABSENT -> write(INSERT, (byte) (READS_FIRST | MUST_BE_ABSENT), operation);
      case UPDATE -> update((byte) 0, operation);
      case READ_MODIFY_WRITE -> update(READS_FIRST, operation);
    }
  }

  private void update(byte flags, long operation) {
    boolean one = Operation.writeField(operation) >= 0 && shape.fieldCount() > 1;
    write(one ? REPLACE_FIELD : REPLACE, flags, operation);
  }

  private void write(byte kind, byte flags, long operation) {
    // The lengths of the values come before a spare key.
    int lengths = side;
    if (!shape.constantLength()) {
      side += Operation.writeField(operation) < 0 ? shape.fieldCount() : 1;
    }
    ResolvedKeys.Key key =
        kind == INSERT ? keys.inserted(operation) : keys.present(operation, this::nextSide);
    int field = Math.max(0, Operation.writeField(operation));
    int slices = kind == REPLACE_FIELD ? 1 : shape.fieldCount();
    byte[] name = head(kind, flags, kind == REPLACE_FIELD ? field : 0, slices, key);
    for (int i = 0; i < slices; i++) {
      int length = shape.constantLength() ? shape.maxFieldLength() : chunk.side(lengths + i);
      bytes.putInt(values.slice(random.nextLong())).putInt(length);
    }
    bytes.put(name);
  }

  private void put(byte kind, byte flags, int number, ResolvedKeys.Key key) {
    byte[] name = head(kind, flags, number, 0, key); // may take a larger buffer
    bytes.put(name);
  }

  private byte[] head(byte kind, byte flags, int number, int slices, ResolvedKeys.Key key) {
    byte[] name = key.name().getBytes(StandardCharsets.ISO_8859_1);
    int needed = HEAD + SLICE * slices + name.length;
    if (bytes.remaining() < needed) {
      int size = Math.max(2 * bytes.capacity(), bytes.position() + needed);
      bytes = OperationFile.little(size).put(bytes.flip());
    }
    bytes
        .put(kind)
        .put((byte) (flags | (key.mayBeAbsent() ? MAY_BE_ABSENT : 0)))
        .putShort((short) 0)
        .putInt(name.length)
        .putInt(number);
    return name;
  }

  private int nextSide() {
    return chunk.side(side++);
  }
}
