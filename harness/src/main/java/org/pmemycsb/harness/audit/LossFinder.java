package org.pmemycsb.harness.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.pmemycsb.harness.audit.Losses.Kind;
import org.pmemycsb.harness.audit.WriteLog.Write;
import org.pmemycsb.harness.audit.WriteLog.Write.Type;

/**
 * Compares the records after a crash with the writes acknowledged before it. A pure function; an
 * instance serves one call.
 *
 * <p>Only one thread wrote each record, so the order of its states is known. A record should be in
 * the state after its last acknowledged write, or after the one that was in flight. Then:
 *
 * <ul>
 *   <li>In an earlier state, the later writes are lost. Of equal states the latest counts, so no
 *       surviving write is called lost.
 *   <li>In no such state, but in one that whole missing writes explain, these writes are lost.
 *   <li>Otherwise the record is torn; it is a phantom if a part was never written to this record.
 * </ul>
 */
final class LossFinder {
  private static final int MOST_EXAMPLES = 5;
  private static final int NEVER = -2;
  private static final int BEFORE = -1;
  private static final int MIXED = Integer.MIN_VALUE;

  private final Snapshot before;
  private final long[] safeSince;
  private final int firstVersion;
  private final List<WriteLog> logs;
  private final Snapshot found;

  private final List<String> examples = new ArrayList<>();
  private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
  private long lastAcknowledged = Long.MIN_VALUE;
  private long firstLost = Long.MAX_VALUE;
  private long lastSurvivor = Long.MIN_VALUE;

  // State of the record under examination.
  private WriteLog log;
  private int[] history;

  private LossFinder(
      Snapshot before, long[] safeSince, int firstVersion, List<WriteLog> logs, Snapshot found) {
    this.before = before;
    this.safeSince = safeSince;
    this.firstVersion = firstVersion;
    this.logs = logs;
    this.found = found;
  }

  /**
   * @param before the records before the round
   * @param safeSince the time from which each record is known to be so, by {@link System#nanoTime}
   * @param firstVersion the version that the first operation of each log wrote
   * @param logs the operations of each thread
   * @param found the records after the crash
   * @param killedAt start of the kill; acknowledgements during the kill count too
   */
  static Losses find(
      Snapshot before,
      long[] safeSince,
      int firstVersion,
      List<WriteLog> logs,
      Snapshot found,
      long killedAt) {
    return new LossFinder(before, safeSince, firstVersion, logs, found).find(killedAt);
  }

  private Losses find(long killedAt) {
    for (int thread = 0; thread < logs.size(); thread++) {
      log = logs.get(thread);
      int[][] histories = histories(thread);
      for (int i = 0; i < histories.length; i++) {
        history = histories[i];
        compare(thread + i * logs.size());
      }
    }
    long end = Math.max(killedAt, lastAcknowledged);
    return new Losses(
        counts,
        firstLost == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(end - firstLost),
        lastSurvivor <= firstLost,
        examples);
  }

  private void count(Kind kind) {
    counts.merge(kind, 1L, Long::sum);
  }

  private int[][] histories(int thread) {
    int threads = logs.size();
    int own = (before.records() - thread + threads - 1) / threads;
    int size = log.size();
    int[] lengths = new int[own];
    for (int entry = 0; entry < size; entry++) {
      Write write = log.write(entry);
      lengths[write.record() / threads]++;
      long at = log.acknowledged(entry);
      count(at == 0 ? Kind.IN_FLIGHT : acknowledged(write.type()));
      lastAcknowledged = at == 0 ? lastAcknowledged : Math.max(lastAcknowledged, at);
    }
    int[][] histories = new int[own][];
    Arrays.setAll(histories, record -> new int[lengths[record]]);
    int[] filled = new int[own];
    for (int entry = 0; entry < size; entry++) {
      int record = log.write(entry).record() / threads;
      histories[record][filled[record]++] = entry;
    }
    return histories;
  }

  private static Kind acknowledged(Type type) {
    return switch (type) {
      case INSERT -> Kind.INSERTS;
      case UPDATE, UPDATE_FIELD -> Kind.UPDATES;
      case DELETE -> Kind.DELETES;
    };
  }

  private void compare(int record) {
    if (found.state(record) == Snapshot.UNREADABLE) {
      note(Kind.UNREADABLE, record, "cannot be read");
      return;
    }
    int match = lastMatch(record);
    if (match != NEVER) {
      survived(record);
      loseAfter(record, match);
      return;
    }
    if (found.absent(record)) {
      loseAll(record);
      return;
    }
    String strange = strangeness(record);
    if (strange != null) {
      note(Kind.PHANTOM, record, strange);
      return;
    }
    int whole = newestWhole(record);
    if (whole == MIXED) {
      note(
          Kind.TORN,
          record,
          "is torn: fields are of versions %s; it should be %s"
              .formatted(shown(record), shouldBe(record)));
      return;
    }
    survived(record);
    loseBut(record, whole);
  }

  /** The index in the history of the latest state that equals the found record. */
  private int lastMatch(int record) {
    boolean there = !before.absent(record);
    int[] state = before.versions(record);
    int match = looksLike(record, there, state) ? BEFORE : NEVER;
    for (int i = 0; i < history.length; i++) {
      there = apply(history[i], state);
      if (looksLike(record, there, state)) {
        match = i;
      }
    }
    return match;
  }

  private boolean apply(int entry, int[] state) {
    Write write = log.write(entry);
    for (int field = 0; field < state.length; field++) {
      if (write.writes(field)) {
        state[field] = firstVersion + entry;
      }
    }
    return write.type() != Type.DELETE;
  }

  private boolean looksLike(int record, boolean there, int[] state) {
    if (!there) {
      return found.absent(record);
    }
    return found.state(record) == Snapshot.PRESENT && Arrays.equals(found.versions(record), state);
  }

  /** A record that is there proves that its newest version survived. */
  private void survived(int record) {
    if (found.absent(record)) {
      return;
    }
    int newest = Arrays.stream(found.versions(record)).max().orElse(0);
    if (newest >= firstVersion) {
      lastSurvivor = Math.max(lastSurvivor, log.begun(newest - firstVersion));
    }
  }

  private void loseAfter(int record, int match) {
    for (int i = match + 1; i < history.length; i++) {
      lose(record, history[i]);
    }
  }

  /** The record existed before the round, and even that state is lost. */
  private void loseAll(int record) {
    firstLost = Math.min(firstLost, safeSince[record]);
    note(Kind.LOST, record, "existed before the round and is missing");
    loseAfter(record, BEFORE);
  }

  private void lose(int record, int entry) {
    long at = log.acknowledged(entry);
    if (at == 0) {
      return;
    }
    if (log.write(entry).type() == Type.DELETE) {
      note(Kind.RESURRECTED, record, "was deleted and exists again");
    } else {
      String lacks = "lacks version " + (firstVersion + entry) + "; found: " + shown(record);
      note(Kind.LOST, record, lacks);
    }
    firstLost = Math.min(firstLost, at);
  }

  /** Names a part that was never written to the record; null if there is none. */
  private String strangeness(int record) {
    if (found.state(record) == Snapshot.STRANGE) {
      return "has a field that was never written";
    }
    for (int field = 0; field < found.fields(); field++) {
      int version = found.version(record, field);
      if (version == FieldValue.FOREIGN) {
        return "has in field " + field + " a value of another record or field";
      }
      if (version >= firstVersion && !wrote(record, version - firstVersion, field)) {
        return "has in field " + field + " version " + version + ", which was never written";
      }
      boolean older = version > 0 && version < firstVersion;
      if (older && !before.absent(record) && version > before.version(record, field)) {
        return "has in field " + field + " version " + version + ", which was lost before";
      }
    }
    return null;
  }

  private boolean wrote(int record, int entry, int field) {
    if (entry >= log.size()) {
      return false;
    }
    Write write = log.write(entry);
    return write.record() == record && write.writes(field);
  }

  /**
   * The version of the newest operation on all fields, if the record still has a field of it.
   * {@link #MIXED} if another field is older, damaged or missing. The state before the round counts
   * as one such operation.
   */
  private int newestWhole(int record) {
    int newest = 0;
    for (int field = 0; field < found.fields(); field++) {
      int version = found.version(record, field);
      if (version <= 0) {
        return MIXED;
      }
      boolean ofAllFields =
          version >= firstVersion && log.write(version - firstVersion).type() != Type.UPDATE_FIELD;
      newest = ofAllFields ? Math.max(newest, version) : newest;
    }
    int whole = newest;
    boolean mixed = Arrays.stream(found.versions(record)).anyMatch(version -> version < whole);
    return mixed ? MIXED : whole;
  }

  /** Counts missing writes after the newest whole version as lost. */
  private void loseBut(int record, int whole) {
    if (whole == 0) {
      loseOlder(record);
    }
    for (int entry : history) {
      int version = firstVersion + entry;
      Write write = log.write(entry);
      boolean covered =
          version <= whole
              || (write.type() == Type.UPDATE_FIELD
                  && version <= found.version(record, write.field()));
      if (!covered) {
        lose(record, entry);
      }
    }
  }

  /** The record is in a state older than that before the round. */
  private void loseOlder(int record) {
    if (before.absent(record)) {
      firstLost = Math.min(firstLost, safeSince[record]);
      note(Kind.RESURRECTED, record, "was absent before the round and exists again");
      return;
    }
    for (int field = 0; field < found.fields(); field++) {
      if (found.version(record, field) < before.version(record, field)) {
        firstLost = Math.min(firstLost, safeSince[record]);
        note(Kind.LOST, record, "is older than before the round: " + shown(record));
        return;
      }
    }
  }

  private String shown(int record) {
    if (found.absent(record)) {
      return "nothing";
    }
    return Arrays.stream(found.versions(record))
        .mapToObj(FieldValue::shown)
        .collect(Collectors.joining(", "));
  }

  private String shouldBe(int record) {
    boolean there = !before.absent(record);
    int[] state = before.versions(record);
    for (int entry : history) {
      there = apply(entry, state);
    }
    return there ? Arrays.toString(state) : "gone";
  }

  private void note(Kind kind, int record, String what) {
    count(kind);
    if (examples.size() < MOST_EXAMPLES) {
      examples.add(Orders.key(record) + " " + what);
    }
  }
}
