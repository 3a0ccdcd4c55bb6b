package org.pmemycsb.harness.client.trace;

import java.util.Optional;
import site.ycsb.Status;

/**
 * Which records there are, by their numbers: from the oldest that no delete has taken to the newest
 * that is acknowledged. For one thread; the two counters are those of all threads.
 */
public final class LiveKeys {
  private final NewKeys inserted;
  private final NewKeys deleted;
  private final Share share;
  private final Numbering numbering;

  /** Up to here, the index of a record is its number. */
  private final long plain;

  private long first;
  private long records;
  private boolean named;
  private boolean harmlessly;

  /**
   * @param inserted numbers of the records that are inserted
   * @param deleted numbers of the records that are deleted
   * @param numbering of the records where several insert with numbers of their own; else empty
   */
  public LiveKeys(NewKeys inserted, NewKeys deleted, Share share, Optional<Numbering> numbering) {
    this.inserted = inserted;
    this.deleted = deleted;
    this.share = share;
    this.numbering = numbering.orElse(null);
    plain = numbering.map(each -> each.extents().get(0).count()).orElse(Long.MAX_VALUE);
  }

  /** The number of a record from its index. They differ only where several machines insert. */
  public long number(long index) {
    return index < plain ? index : numbering.number(index, share);
  }

  /**
   * Before a trace, which says which records its recorder took to be there.
   *
   * @param withoutChange whether no record will come or go
   */
  public void start(TraceSpec spec, boolean withoutChange) {
    first = spec.first();
    records = spec.records();
    named = spec.isRecorded();
    harmlessly = withoutChange;
  }

  /** Whether the operations name their records, because another program recorded them. */
  public boolean areNamed() {
    return named;
  }

  /** Whether no record may come or go. */
  public boolean isHarmless() {
    return harmlessly;
  }

  public NewKeys inserted() {
    return inserted;
  }

  public NewKeys deleted() {
    return deleted;
  }

  /**
   * The key of an operation that needs a record that is there.
   *
   * @param spareAt where in the chunk its spare key is, if {@link #hasSpare}
   */
  public long of(long operation, TraceChunk chunk, int spareAt) {
    long key = Operation.key(operation);
    if (named) {
      return harmlessly ? present(key) : key;
    }
    if (Operation.isRelative(operation)) {
      long newest = inserted.newest();
      long found = newest - key;
      long oldest = deleted.next();
      return number(
          found >= oldest
              ? found
              : oldest + Math.floorMod(found - oldest, Math.max(1, newest + 1 - oldest)));
    }
    return number(key < records || key <= inserted.newest() ? key : chunk.side(spareAt));
  }

  /** Whether such an operation has a spare key. */
  public boolean hasSpare(long operation) {
    return !named && !Operation.isRelative(operation) && Operation.key(operation) >= records;
  }

  /**
   * The number of the deleted record that a read of a missing key asks for; -1 if it asks for a key
   * that never had a record.
   */
  public long gone(long operation) {
    long number = Operation.key(operation);
    if (named) {
      return harmlessly ? -1 : number;
    }
    return Operation.isRelative(operation) ? Math.max(-1, deleted.newest() - number) : -1;
  }

  /** A record that is there before the trace, for the number that an insert was recorded with. */
  public long present(long number) {
    return number(first + number % (records - first));
  }

  public boolean isDeleted(long key) {
    return key < deleted.next();
  }

  /** What an operation on a record gave; a record that is deleted meanwhile need not be there. */
  public Status settled(Status status, long key) {
    return status != Status.OK && isDeleted(key) && Status.NOT_FOUND.equals(status)
        ? Status.OK
        : status;
  }
}
