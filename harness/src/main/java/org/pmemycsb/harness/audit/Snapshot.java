package org.pmemycsb.harness.audit;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
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
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      out.writeInt(states.length);
      out.writeInt(fields);
      out.write(states);
      for (int version : versions) {
        out.writeInt(version);
      }
    }
  }

  static Snapshot read(Path file) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      Snapshot snapshot = new Snapshot(in.readInt(), in.readInt());
      in.readFully(snapshot.states);
      for (int i = 0; i < snapshot.versions.length; i++) {
        snapshot.versions[i] = in.readInt();
      }
      return snapshot;
    }
  }
}
