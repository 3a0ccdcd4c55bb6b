package org.pmemycsb.harness.client.trace;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Spells the operations of one thread as {@link OperationFile} describes them, and finds the key of
 * each before any is made: those of inserts, of deletes, and those that depend on them.
 *
 * <p>With one thread, the keys are those that a replay finds. With several, the progress of the
 * others is unknown. So a thread knows the records from before the phase and its own inserts, and
 * the newest of these is its newest record. The operations of all threads must come in about the
 * order of a replay.
 */
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

  private final TraceSpec spec;
  private final RecordShape shape;
  private final boolean harmlessly;
  private final LiveKeys live;
  private final NewKeys made;
  private final KeySpeller speller;
  private final ValueSource values;
  private final SeededRandom random;
  private final List<Long> inserted = new ArrayList<>();
  private final List<Long> deleted = new ArrayList<>();
  private ByteBuffer bytes = OperationFile.little(1 << 16);
  private TraceChunk chunk;
  private int side;

  /**
   * @param harmlessly no record comes or goes: an insert becomes an update, and a delete a read
   * @param made numbers of the records that the threads insert; shared by all of them, so that the
   *     next phase finds no gap
   * @param gone numbers of the records that the threads delete; likewise
   */
  OperationWriter(
      TraceSpec spec,
      boolean harmlessly,
      NewKeys made,
      NewKeys gone,
      ValueSource values,
      long seed) {
    this.spec = spec;
    this.shape = spec.shape();
    this.harmlessly = harmlessly;
    this.speller = spec.keyFormat().speller();
    this.made = made;
    // The thread counts its own inserts; their numbers are in a list.
    this.live =
        new LiveKeys(
            new NewKeys(spec.records(), spec.mix().insertShare() > 0),
            gone,
            Share.WHOLE,
            Optional.empty());
    live.start(spec, harmlessly);
    this.values = values;
    this.random = new SeededRandom(seed);
  }

  /** The operations of a chunk, from the buffer's position to its limit; until the next call. */
  ByteBuffer block(TraceChunk next) throws InterruptedException {
    chunk = next;
    side = 0;
    bytes.clear();
    for (int i = 0; i < chunk.size(); i++) {
      add(chunk.operation(i));
    }
    return bytes.flip();
  }

  private void add(long operation) throws InterruptedException {
    switch (kind(operation)) {
      case READ -> put(READ, 0, 0, present(operation));
      case READ_MISSING -> put(READ, MUST_BE_ABSENT, 0, missing(operation));
      case SCAN -> {
        int rows = chunk.side(side++);
        put(SCAN, 0, rows, present(operation));
      }
      case DELETE -> put(REMOVE, 0, 0, deleted(operation));
      case INSERT -> write(INSERT, 0, operation);
      case PUT_IF_ABSENT -> write(INSERT, READS_FIRST | MUST_BE_ABSENT, operation);
      case UPDATE -> update(0, operation);
      case READ_MODIFY_WRITE -> update(READS_FIRST, operation);
    }
  }

  /** The kind of an operation, which is another one where no record may come or go. */
  private OperationKind kind(long operation) {
    OperationKind kind = Operation.kind(operation);
    if (!harmlessly) {
      return kind;
    }
    return switch (kind) {
      case INSERT, PUT_IF_ABSENT -> OperationKind.UPDATE;
      case DELETE -> OperationKind.READ;
      case READ_MISSING -> spec.isRecorded() ? OperationKind.READ : kind;
      default -> kind;
    };
  }

  private void update(int flags, long operation) throws InterruptedException {
    boolean one = Operation.writeField(operation) >= 0 && shape.fieldCount() > 1;
    write(one ? REPLACE_FIELD : REPLACE, flags, operation);
  }

  private void write(byte kind, int flags, long operation) throws InterruptedException {
    // The lengths of the values come before a spare key.
    int lengths = side;
    if (!shape.constantLength()) {
      side += Operation.writeField(operation) < 0 ? shape.fieldCount() : 1;
    }
    Key key = kind == INSERT ? inserted(operation) : present(operation);
    int field = Math.max(0, Operation.writeField(operation));
    int slices = kind == REPLACE_FIELD ? 1 : shape.fieldCount();
    byte[] name = head(kind, flags, kind == REPLACE_FIELD ? field : 0, slices, key);
    for (int i = 0; i < slices; i++) {
      int length = shape.constantLength() ? shape.maxFieldLength() : chunk.side(lengths + i);
      bytes.putInt(values.slice(random.nextLong())).putInt(length);
    }
    bytes.put(name);
  }

  private void put(byte kind, int flags, int number, Key key) {
    byte[] name = head(kind, flags, number, 0, key); // may take a larger buffer
    bytes.put(name);
  }

  private byte[] head(byte kind, int flags, int number, int slices, Key key) {
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

  /**
   * A key as it is spelt.
   *
   * @param mayBeAbsent whether a delete of this phase may have taken its record
   */
  private record Key(String name, boolean mayBeAbsent) {}

  private Key key(long number) {
    return new Key(speller.name(number), false);
  }

  /** The key of an operation that needs a record that is there; takes its spare number. */
  private Key present(long operation) {
    OperationKind kind = Operation.kind(operation);
    if (kind == OperationKind.INSERT || kind == OperationKind.PUT_IF_ABSENT) {
      return key(live.present(Operation.key(operation)));
    }
    int spareAt = side;
    side += live.hasSpare(operation) ? 1 : 0;
    long index = live.of(operation, chunk, spareAt);
    long own = index - spec.records();
    // Where the threads have deleted more than this one knows, the record is one of the others.
    long number =
        own < 0 || own >= inserted.size() || live.areNamed() ? index : inserted.get((int) own);
    // Each thread may be ahead of the others, so any of them may have deleted the record.
    return new Key(
        speller.name(number),
        live.isDeleted(number) || spec.threads() > 1 && spec.mix().deleteShare() > 0);
  }

  private Key inserted(long operation) throws InterruptedException {
    if (!Operation.isRelative(operation)) {
      return key(Operation.key(operation));
    }
    taken(live.inserted());
    inserted.add(taken(made));
    return key(inserted.get(inserted.size() - 1));
  }

  private Key deleted(long operation) throws InterruptedException {
    if (spec.isRecorded()) {
      return key(Operation.key(operation));
    }
    deleted.add(taken(live.deleted()));
    return key(deleted.get(deleted.size() - 1));
  }

  private static long taken(NewKeys from) throws InterruptedException {
    long number = from.take();
    from.acknowledge(number);
    return number;
  }

  private Key missing(long operation) {
    long number = Operation.key(operation);
    if (spec.isRecorded()) {
      return key(number);
    }
    if (Operation.isRelative(operation)) {
      long last = deleted.size() - 1 - number;
      long other = spec.first() + last;
      if (last >= 0 || other >= 0) {
        return key(last >= 0 ? deleted.get((int) last) : other);
      }
    }
    return new Key(speller.missing(number), false);
  }
}
