package org.pmemycsb.harness.audit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The content of a database: the state of each record, and the versions of its fields. Threads may
 * write different records.
 */
final class Snapshot {
  static final byte ABSENT = 0;

  /** It exists, without foreign fields. */
  static final byte PRESENT = 1;

  /** It exists, with a field that no record has. */
  static final byte STRANGE = 2;

  /** Every attempt to read it failed. */
  static final byte UNREADABLE = 3;

  private static final int HEAD_BYTES = 2 * Integer.BYTES;

  private final int fields;
  private final byte[] states;
  private final int[] versions;

  Snapshot(int records, int fields) {
    this.fields = fields;
    this.states = new byte[records];
    this.versions = new int[records * fields];
  }

  int records() {
    return states.length;
  }

  int fields() {
    return fields;
  }

  byte state(int record) {
    return states[record];
  }

  boolean absent(int record) {
    return states[record] == ABSENT;
  }

  /** The version of a field, or one of the marks of {@link FieldValue}. */
  int version(int record, int field) {
    return versions[record * fields + field];
  }

  /** Notes the state of a record, and the versions of its fields if it exists. */
  void put(int record, byte state, int... ofFields) {
    states[record] = state;
    if (state == ABSENT || state == UNREADABLE) {
      Arrays.fill(versions, record * fields, (record + 1) * fields, FieldValue.MISSING);
    } else {
      System.arraycopy(ofFields, 0, versions, record * fields, fields);
    }
  }

  int[] versions(int record) {
    return Arrays.copyOfRange(versions, record * fields, (record + 1) * fields);
  }

  void write(Path file) throws IOException {
    ByteBuffer all =
        ByteBuffer.allocate(HEAD_BYTES + states.length + Integer.BYTES * versions.length);
    all.putInt(states.length).putInt(fields).put(states).asIntBuffer().put(versions);
    Files.write(file, all.array());
  }

  static Snapshot read(Path file) throws IOException {
    ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(file));
    Snapshot snapshot = new Snapshot(all.getInt(), all.getInt());
    all.get(snapshot.states).asIntBuffer().get(snapshot.versions);
    return snapshot;
  }
}
