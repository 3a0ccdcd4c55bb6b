package org.pmemycsb.harness.client.replay;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.pmemycsb.harness.client.trace.Findings;
import org.pmemycsb.harness.client.trace.Findings.Fault;
import org.pmemycsb.harness.client.trace.LiveKeys;
import org.pmemycsb.harness.client.trace.Verifier;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/** Checks the values that a read of a record gives. For one thread. */
final class ReadCheck {
  private final Payload payload;
  private final Verifier verifier;
  private final List<String> fieldNames;
  private final Findings findings;
  private final int[] floors;
  private long key;
  private int first;
  private int last;

  ReadCheck(Payload payload, List<String> fieldNames, Findings findings) {
    this.payload = payload;
    this.verifier = payload.verifier();
    this.fieldNames = fieldNames;
    this.findings = findings;
    floors = new int[fieldNames.size()];
  }

  /**
   * Before a read.
   *
   * @param field the one that it asks for; all if negative
   */
  void begin(long readKey, int field) {
    key = readKey;
    first = Math.max(0, field);
    last = field < 0 ? floors.length - 1 : field;
    boolean watched = verifier.watches(key);
    for (int i = first; i <= last; i++) {
      floors[i] = watched ? verifier.floor(key, i) : 0;
    }
  }

  /** After a read that succeeded. */
  void check(Map<String, ByteIterator> record) {
    for (int i = first; i <= last; i++) {
      ByteIterator value = record.get(fieldNames.get(i));
      verifier.check(key, i, floors[i], value == null ? null : value.toArray(), findings);
    }
  }

  /**
   * Reads a watched record off the clock and checks it.
   *
   * @param live which records this phase has deleted
   */
  void audit(DB db, String table, long watched, LiveKeys live) {
    if (!verifier.isWritten(watched)) {
      return;
    }
    boolean deleted = live.isDeleted(watched) || verifier.isDeleted(watched);
    String name = payload.keys().name(watched);
    Map<String, ByteIterator> record = new HashMap<>();
    begin(watched, -1);
    Status status = db.read(table, name, null, record);
    boolean found = status != null && status.isOk() && !record.isEmpty();
    if (found && deleted) {
      findings.unexpected(name, true);
    } else if (found) {
      check(record);
    } else if (!deleted) {
      // Some clients tell an absent record so. Others fail, and the reason is no lost record.
      boolean absent = Status.NOT_FOUND.equals(status) || Status.OK.equals(status);
      findings.add(Fault.MISSING, absent ? name : name + ": the read gave " + describe(status));
    }
  }

  private static String describe(Status status) {
    return status == null
        ? "null"
        : status.getName() + ", " + Tally.oneLine(status.getDescription());
  }
}
