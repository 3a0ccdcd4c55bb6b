package org.pmemycsb.harness.client.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import org.pmemycsb.harness.client.trace.Findings;
import org.pmemycsb.harness.client.trace.KeySpeller;
import org.pmemycsb.harness.client.trace.LiveKeys;
import org.pmemycsb.harness.client.trace.Operation;
import org.pmemycsb.harness.client.trace.OperationKind;
import org.pmemycsb.harness.client.trace.RecordShape;
import org.pmemycsb.harness.client.trace.TraceChunk;
import org.pmemycsb.harness.client.trace.TraceSpec;
import org.pmemycsb.harness.client.trace.ValueIterator;
import org.pmemycsb.harness.client.trace.Verifier;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/**
 * Does one thread's operations through its client, and times each call.
 *
 * <p>Each write has bytes that its key did not have before: a database that skips writes of equal
 * bytes would otherwise be measured without its writes. The number of the write is in its value.
 * The {@link Verifier} numbers the writes of watched keys; for the others a thread counts from
 * {@link org.pmemycsb.harness.client.trace.ValueSource#firstWrite}.
 *
 * <p>The maps and iterators that YCSB's interface asks for are made once and used again, so an
 * operation allocates nothing here. What a client is given is good until the call returns. The
 * clock is read right before and after the call, if the {@link LatencySample} takes it; what the
 * harness does in between is part of the throughput but not of a latency.
 */
final class OperationRunner {
  private static final int READ = OperationKind.READ.ordinal();
  private static final int UPDATE = OperationKind.UPDATE.ordinal();
  private static final int INSERT = OperationKind.INSERT.ordinal();
  private static final int SCAN = OperationKind.SCAN.ordinal();
  private static final int READ_MODIFY_WRITE = OperationKind.READ_MODIFY_WRITE.ordinal();
  private static final int DELETE = OperationKind.DELETE.ordinal();
  private static final int READ_MISSING = OperationKind.READ_MISSING.ordinal();
  private static final int PUT_IF_ABSENT = OperationKind.PUT_IF_ABSENT.ordinal();
  private static final Status NO_RECORD_LEFT =
      new Status("NO_RECORD_LEFT", "The workload deletes more records than there are.");
  private static final long NO_SCHEDULE = Long.MIN_VALUE;

  private final Ticker ticker;
  private final String table;
  private final int valueLength;
  private final boolean constantLength;
  private final KeySpeller keys;
  private final LiveKeys live;
  private final Verifier verifier;
  private final LatencySample sample;
  private final ReadCheck reads;
  private final ScanCheck scans;
  private final CheckPace pace;
  private final Tally tally = new Tally();
  private final Findings findings = tally.findings;

  private final ValueIterator[] iterators;
  private final HashMap<String, ByteIterator> allValues = new HashMap<>();
  private final List<HashMap<String, ByteIterator>> singleValues = new ArrayList<>();
  private final List<Set<String>> singleFields = new ArrayList<>();
  private final HashMap<String, ByteIterator> result = new HashMap<>();
  private final Vector<HashMap<String, ByteIterator>> rows = new Vector<>();
  private final long[] writes;
  private int unwatchedWrites;

  private TraceChunk chunk;
  private int sideAt;
  private long intended = NO_SCHEDULE;
  private boolean begun;
  private long endedNanos;
  private boolean clocked;

  OperationRunner(
      TraceSpec spec,
      Payload payload,
      LiveKeys live,
      LatencySample sample,
      ScanCheck scans,
      Ticker ticker) {
    this.sample = sample;
    this.scans = scans;
    this.ticker = ticker;
    RecordShape shape = spec.shape();
    table = shape.table();
    List<String> fieldNames = shape.fieldNames();
    valueLength = shape.maxFieldLength();
    constantLength = shape.constantLength();
    this.live = live;
    keys = payload.keys().speller();
    verifier = payload.verifier();
    reads = new ReadCheck(payload, fieldNames, findings);
    pace = new CheckPace(verifier.mode(), ticker);
    unwatchedWrites = payload.values().firstWrite();
    iterators = new ValueIterator[fieldNames.size()];
    for (int i = 0; i < iterators.length; i++) {
      iterators[i] = new ValueIterator(payload.values());
      singleValues.add(new HashMap<>(Map.of(fieldNames.get(i), iterators[i])));
      singleFields.add(new HashSet<>(Set.of(fieldNames.get(i))));
      allValues.put(fieldNames.get(i), iterators[i]);
    }
    writes = new long[iterators.length];
  }

  Tally tally() {
    return tally;
  }

  /**
   * Before a trace, which begins at {@code nanos}, by {@link System#nanoTime}. Harmlessly, an
   * insert becomes an update of a record that is there, and a delete becomes a read.
   */
  void start(TraceSpec spec, boolean harmlessly, long nanos) {
    live.start(spec, harmlessly);
    endedNanos = nanos;
  }

  /** Of the operations from now on, which latencies are recorded. */
  LatencySample sample() {
    return sample;
  }

  /** The thread makes a pause. */
  void paused(long now) {
    if (sample.isPartial()) {
      tally.gap(now - endedNanos);
    }
    endedNanos = now;
  }

  /** The last clock reading: the end of a recorded call, or the start where there was none. */
  long endedNanos() {
    return endedNanos;
  }

  void begin(TraceChunk next) {
    chunk = next;
    sideAt = 0;
  }

  /** When the next operation ought to begin, by {@link System#nanoTime}. */
  void schedule(long nanos) {
    intended = nanos;
    begun = false;
  }

  void run(DB db, long operation) throws InterruptedException {
    clocked = sample.next();
    switch (Operation.kindCode(operation)) {
      case 0 -> {
        long key = resolve(operation, 0);
        tally.count(READ, live.settled(read(db, operation, key), key));
      }
      case 1 -> {
        int side = sideAt;
        long key = resolve(operation, lengths(operation));
        tally.count(UPDATE, live.settled(write(db, operation, key, side, false), key));
      }
      case 2 -> insert(db, operation, INSERT);
      case 3 -> scan(db, operation);
      case 4 -> readModifyWrite(db, operation);
      case 5 -> delete(db, operation);
      case 6 -> tally.count(READ_MISSING, readMissing(db, operation));
      case 7 -> insert(db, operation, PUT_IF_ABSENT);
      default -> throw new IllegalStateException("impossible operation " + operation);
    }
  }

  /** Records the latency of the scheduled operation, if those of its calls are recorded. */
  void scheduledEnded() {
    if (begun) {
      tally.operation(endedNanos - intended);
    }
  }

  /** An insert, or one of a record that is looked for before. */
  private void insert(DB db, long operation, int kind) throws InterruptedException {
    int side = sideAt;
    sideAt += lengths(operation);
    if (live.isHarmless()) {
      long present = live.present(Operation.key(operation));
      tally.count(UPDATE, write(db, operation, present, side, false));
      return;
    }
    boolean fresh = Operation.isRelative(operation);
    long index = fresh ? live.inserted().take() : Operation.key(operation);
    long key = fresh ? live.number(index) : index;
    try {
      tally.count(
          kind,
          kind == INSERT
              ? write(db, operation, key, side, true)
              : putIfAbsent(db, operation, key, side));
    } finally {
      if (fresh) {
        live.inserted().acknowledge(index);
      }
    }
  }

  /** A database that finds the record nonetheless is given the new one all the same. */
  private Status putIfAbsent(DB db, long operation, long key, int side) {
    long start = now();
    Status looked = readAbsent(db, keys.name(key), false);
    Status written = write(db, operation, key, side, true);
    ended(PUT_IF_ABSENT, start);
    return looked != null && looked.isOk() ? written : looked;
  }

  private Status readMissing(DB db, long operation) {
    long gone = live.gone(operation);
    return gone >= 0
        ? readAbsent(db, keys.name(gone), true)
        : readAbsent(db, keys.missing(Operation.key(operation)), false);
  }

  /** Reads what must not be there; OK if it is not. */
  private Status readAbsent(DB db, String name, boolean deleted) {
    result.clear();
    long start = now();
    Status status = db.read(table, name, null, result);
    ended(READ_MISSING, start);
    if (Status.NOT_FOUND.equals(status)) {
      return Status.OK;
    }
    if (status != null && status.isOk() && !result.isEmpty()) {
      findings.unexpected(name, deleted);
    }
    return status;
  }

  private void delete(DB db, long operation) throws InterruptedException {
    if (live.isHarmless()) {
      tally.count(READ, read(db, operation, resolve(operation, 0)));
      return;
    }
    boolean named = live.areNamed();
    long key = named ? Operation.key(operation) : live.deleted().take();
    boolean good = false;
    try {
      if (!named && key > live.inserted().newest()) {
        tally.count(DELETE, NO_RECORD_LEFT);
        return;
      }
      String name = keys.name(key);
      long start = now();
      Status status = db.delete(table, name);
      ended(DELETE, start);
      good = tally.count(DELETE, status);
    } finally {
      if (!named) {
        live.deleted().acknowledge(key);
      } else if (verifier.watches(key)) {
        verifier.deleted(key, good);
      }
    }
  }

  private void readModifyWrite(DB db, long operation) {
    int side = sideAt;
    long key = resolve(operation, lengths(operation));
    long start = now();
    Status read = read(db, operation, key);
    Status written = write(db, operation, key, side, false);
    ended(READ_MODIFY_WRITE, start);
    Status both = read != null && read.isOk() ? written : read;
    tally.count(READ_MODIFY_WRITE, live.settled(both, key));
  }

  private Status read(DB db, long operation, long key) {
    int field = Operation.readField(operation);
    String name = keys.name(key);
    result.clear();
    boolean checked = isChecked(key);
    if (checked) {
      reads.begin(key, field);
    }
    Set<String> fields = field < 0 ? null : singleFields.get(field);
    long start = now();
    Status status = db.read(table, name, fields, result);
    ended(READ, start);
    if (checked && status != null && status.isOk()) {
      pace.begins();
      reads.check(result);
      pace.ends();
    }
    return status;
  }

  private boolean isChecked(long key) {
    return verifier.watches(key) && pace.isDue();
  }

  private Status write(DB db, long operation, long key, int side, boolean insert) {
    int field = Operation.writeField(operation);
    int first = Math.max(0, field);
    int last = field < 0 ? iterators.length - 1 : field;
    String name = keys.name(key);
    HashMap<String, ByteIterator> values = field < 0 ? allValues : singleValues.get(field);
    boolean watched = verifier.watches(key);
    for (int i = first; i <= last; i++) {
      int length = constantLength ? valueLength : chunk.side(side + i - first);
      writes[i] = watched ? verifier.beginWrite(key, i, insert) : Verifier.UNWATCHED;
      int sequence =
          writes[i] == Verifier.UNWATCHED
              ? ++unwatchedWrites & Integer.MAX_VALUE
              : Verifier.sequence(writes[i]);
      iterators[i].aim(key, i, sequence, length);
    }
    int kind = insert ? INSERT : UPDATE;
    boolean good = false;
    try {
      long start = now();
      Status status = insert ? db.insert(table, name, values) : db.update(table, name, values);
      ended(kind, start);
      good = status != null && status.isOk();
      return status;
    } finally {
      if (watched) {
        for (int i = first; i <= last; i++) {
          verifier.endWrite(key, i, writes[i], good);
        }
      }
    }
  }

  private void scan(DB db, long operation) {
    int length = chunk.side(sideAt++);
    long key = resolve(operation, 0);
    int field = Operation.readField(operation);
    String name = keys.name(key);
    Set<String> fields = field < 0 ? null : singleFields.get(field);
    rows.clear();
    boolean checked = isChecked(key);
    if (checked) {
      scans.begin(key, length, field);
    }
    long start = now();
    Status status = db.scan(table, name, length, fields, rows);
    ended(SCAN, start);
    if (checked && status != null && status.isOk()) {
      pace.begins();
      scans.check(rows, findings);
      pace.ends();
    }
    tally.count(SCAN, live.settled(status, key));
  }

  void audit(DB db, long key) {
    reads.audit(db, table, key, live);
  }

  private int lengths(long operation) {
    if (constantLength) {
      return 0;
    }
    return Operation.writeField(operation) < 0 ? iterators.length : 1;
  }

  /** The key of an operation that needs a record that is there, past its other side numbers. */
  private long resolve(long operation, int sideNumbers) {
    int spareAt = sideAt + sideNumbers;
    sideAt = live.hasSpare(operation) ? spareAt + 1 : spareAt;
    return live.of(operation, chunk, spareAt);
  }

  /** The time, if the operation's latency is recorded. */
  private long now() {
    return clocked ? ticker.nanos() : 0;
  }

  private void ended(int kind, long start) {
    if (clocked) {
      time(kind, start, ticker.nanos());
    }
  }

  private void time(int kind, long start, long end) {
    if (sample.isPartial()) {
      tally.gap(start - endedNanos);
    }
    endedNanos = end;
    tally.latency(kind, end - start);
    if (intended != NO_SCHEDULE) {
      tally.intendedLatency(kind, end - intended);
      if (!begun) { // the second half of a read-modify-write begins when the first ends
        begun = true;
        tally.lag(start, start - intended);
      }
    }
  }
}
