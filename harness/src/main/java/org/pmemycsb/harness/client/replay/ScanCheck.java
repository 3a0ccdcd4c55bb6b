package org.pmemycsb.harness.client.replay;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import org.pmemycsb.harness.client.trace.Findings;
import org.pmemycsb.harness.client.trace.Findings.Fault;
import org.pmemycsb.harness.client.trace.KeySpeller;
import org.pmemycsb.harness.client.trace.LiveKeys;
import org.pmemycsb.harness.client.trace.Verifier;
import site.ycsb.ByteIterator;

/**
 * Checks the rows that a scan from a watched key gives.
 *
 * <p>YCSB's rows have no keys. But a value names its record, if it is long enough for a full mark.
 * So the check finds which record each row is, and whether the rows are in key order. Before a
 * scan, it notes which watched records the scan must meet: those whose insert was acknowledged.
 * Afterwards each of them must be among the rows, unless the scan ended before it, or a delete has
 * begun meanwhile. A record whose insert has not been acknowledged may be among the rows or not.
 * All values of the rows are checked, as those of a read are.
 *
 * <p>Rows with short values do not name their records. Each may be any record that is missed. The
 * number of rows, and the first row, can still be checked.
 *
 * <p>For one thread.
 */
final class ScanCheck {
  private final Verifier verifier;
  private final LiveKeys live;
  private final KeySpeller keys;
  private final List<String> fieldNames;
  private final boolean inOrder;
  private final long[] order;
  private final byte[][] values;

  private long start;
  private int length;
  private int firstField;
  private int lastField;
  private long lastDeleted;

  /** The records that the scan must meet, in key order, with the floors of their fields. */
  private long[] expected = new long[16];

  private int[] floors;
  private boolean[] missed;
  private int count;

  // The progress of a check.
  private String previous;
  private int next;
  private int unnamed;
  private int rowCount;

  /**
   * @param order watched keys in the order of their names: of the records that are there when the
   *     phase begins
   */
  ScanCheck(List<String> fieldNames, Payload payload, LiveKeys live, long[] order) {
    this.fieldNames = fieldNames;
    this.live = live;
    this.order = order;
    verifier = payload.verifier();
    keys = payload.keys().speller();
    inOrder = payload.scansInOrder();
    values = new byte[fieldNames.size()][];
    floors = new int[expected.length * values.length];
    missed = new boolean[expected.length];
  }

  /**
   * Before a scan from a watched key.
   *
   * @param most rows that the scan asks for
   * @param field the one that it asks for; all if negative
   */
  void begin(long startKey, int most, int field) {
    start = startKey;
    length = most;
    firstField = Math.max(0, field);
    lastField = field < 0 ? values.length - 1 : field;
    lastDeleted = live.deleted().newest();
    count = 0;
    expect(start);
    if (inOrder) {
      for (int at = place(keys.name(start)); at < order.length && count < length; at++) {
        if (order[at] != start) {
          expect(order[at]);
        }
      }
    }
  }

  /** Where a name is in the order, or would be. */
  private int place(String name) {
    int low = 0;
    int high = order.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (keys.name(order[middle]).compareTo(name) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private void expect(long key) {
    if (count == length || verifier.floor(key, 0) == 0 || live.isDeleted(key)) {
      return;
    }
    if (count == expected.length) {
      expected = Arrays.copyOf(expected, 2 * count);
      floors = Arrays.copyOf(floors, 2 * floors.length);
      missed = Arrays.copyOf(missed, 2 * count);
    }
    for (int field = firstField; field <= lastField; field++) {
      floors[count * values.length + field] = verifier.floor(key, field);
    }
    expected[count++] = key;
  }

  /** After a scan that succeeded. */
  void check(List<HashMap<String, ByteIterator>> rows, Findings findings) {
    previous = null;
    next = 0;
    unnamed = 0;
    rowCount = rows.size();
    if (rowCount > length) {
      findings.add(Fault.SURPLUS, rowCount + " rows" + ofScan());
    }
    for (int i = 0; i < rowCount; i++) {
      long key = owner(rows.get(i));
      if (key >= 0) {
        check(key, findings);
      } else if (inOrder && i == 0 && count > 0 && expected[0] == start && isDue(start)) {
        check(start, findings);
      } else {
        checkUnnamed(i, findings);
      }
    }
    // Rows may be fewer than asked for by records that were deleted under the scan.
    long deletes = live.deleted().next() - 1 - lastDeleted;
    if (inOrder ? rowCount + deletes < length : rowCount == 0) {
      pass(count);
    }
    for (int i = 0; i < next; i++) {
      if (missed[i]) {
        findings.add(
            Fault.MISSING, keys.name(expected[i]) + " among " + rowCount + " rows" + ofScan());
      }
    }
  }

  /** Takes the values of a row, and gives the record that they name; -1 if they name none. */
  private long owner(HashMap<String, ByteIterator> row) {
    long owner = -1;
    for (int field = firstField; field <= lastField; field++) {
      ByteIterator value = row.get(fieldNames.get(field));
      values[field] = value == null ? null : value.toArray();
      if (owner < 0 && value != null) {
        owner = verifier.owner(values[field]);
      }
    }
    return owner;
  }

  private void check(long key, Findings findings) {
    int found = inOrder ? advance(key, findings) : count > 0 && expected[0] == key ? 0 : -1;
    if (key <= lastDeleted) {
      findings.unexpected(keys.name(key), true);
    }
    for (int field = firstField; field <= lastField; field++) {
      int floor = found < 0 ? 0 : floors[found * values.length + field];
      verifier.check(key, field, floor, values[field], findings);
    }
  }

  /** Goes on to a row's record, and gives its index among those expected; -1 if it is none. */
  private int advance(long key, Findings findings) {
    String name = keys.name(key);
    int step = name.compareTo(previous == null ? keys.name(start) : previous);
    if (step < 0 || step == 0 && previous != null) {
      String before = previous == null ? "" : " after " + previous;
      findings.add(Fault.DISORDERED, name + before + ofScan());
      for (int i = 0; i < next; i++) {
        missed[i] &= expected[i] != key;
      }
      return -1;
    }
    int end = next;
    while (end < count && expected[end] != key && keys.name(expected[end]).compareTo(name) < 0) {
      end++;
    }
    pass(end);
    previous = name;
    unnamed = 0;
    if (next == count || expected[next] != key) {
      return -1;
    }
    missed[next] = false;
    return next++;
  }

  /** Goes past expected records that are not among the rows so far. */
  private void pass(int end) {
    for (; next < end; next++) {
      missed[next] = isDue(expected[next]) && --unnamed < 0;
    }
  }

  private boolean isDue(long key) {
    return !live.isDeleted(key);
  }

  private void checkUnnamed(int row, Findings findings) {
    unnamed++;
    // Where nobody empties the database, it may have records of earlier runs.
    for (int field = firstField; inOrder && field <= lastField; field++) {
      if (values[field] == null || verifier.isNamed(values[field])) {
        Fault fault = values[field] == null ? Fault.MISSING : Fault.CORRUPT;
        findings.add(fault, fieldNames.get(field) + " of row " + row + ofScan());
        return;
      }
    }
  }

  private String ofScan() {
    return " in the scan of " + length + " from " + keys.name(start);
  }
}
