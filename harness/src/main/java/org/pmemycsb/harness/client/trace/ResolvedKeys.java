package org.pmemycsb.harness.client.trace;

import java.util.Arrays;
import java.util.function.IntSupplier;

/**
 * Finds the key of each operation before any is made: those of inserts, of deletes, and those that
 * depend on them.
 *
 * <p>With one thread, the keys are those that a replay finds. With several, nobody knows how far
 * the others will be. So a thread takes as there the records from before the phase and those that
 * it has inserted itself, and its newest record is the newest of these.
 */
final class ResolvedKeys {
  private final TraceSpec spec;
  private final boolean harmlessly;
  private final KeySpeller speller;
  private long next;
  private long gone;

  /**
   * @param harmlessly no record comes or goes: an insert becomes an update, and a delete a read
   */
  ResolvedKeys(TraceSpec spec, boolean harmlessly) {
    this.spec = spec;
    this.harmlessly = harmlessly;
    this.speller = spec.keyFormat().speller();
    next = spec.records();
    gone = spec.first();
  }

  OfThread ofThread() {
    return new OfThread();
  }

  /**
   * A key as it is spelt.
   *
   * @param mayBeAbsent whether a delete of this phase may have taken its record
   */
  record Key(String name, boolean mayBeAbsent) {}

  /** The keys of one thread. The operations of all threads come in about the order of a replay. */
  final class OfThread {
    private final Numbers inserted = new Numbers();
    private final Numbers deleted = new Numbers();

    /** The kind of an operation, which is another one where no record may come or go. */
    OperationKind kind(long operation) {
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

    /**
     * The key of an operation that needs a record that is there.
     *
     * @param spare gives the operation's spare number, if it has one
     */
    Key present(long operation, IntSupplier spare) {
      long number = Operation.key(operation);
      OperationKind kind = Operation.kind(operation);
      boolean inserts = kind == OperationKind.INSERT || kind == OperationKind.PUT_IF_ABSENT;
      if (spec.isRecorded() && !harmlessly) {
        return key(number);
      }
      if (spec.isRecorded() || inserts) {
        return key(spec.first() + number % (spec.records() - spec.first()));
      }
      if (Operation.isRelative(operation)) {
        number = backFromNewest(number);
      } else if (number >= spec.records()) {
        int other = spare.getAsInt();
        number = inserted.has(number) ? number : other;
      }
      // Each thread may be ahead of the others, so any of them may have deleted the record.
      return new Key(
          speller.name(number),
          number < gone || spec.threads() > 1 && spec.mix().deleteShare() > 0);
    }

    private long backFromNewest(long distance) {
      long newest = spec.records() - 1 + inserted.count();
      long found = newest - distance;
      if (found < gone) {
        found = gone + Math.floorMod(found - gone, Math.max(1, newest + 1 - gone));
      }
      long own = found - spec.records();
      return own >= 0 && own < inserted.count() ? inserted.at(own) : found;
    }

    Key inserted(long operation) {
      if (!Operation.isRelative(operation)) {
        return key(Operation.key(operation));
      }
      inserted.add(next);
      return key(next++);
    }

    Key deleted(long operation) {
      if (spec.isRecorded()) {
        return key(Operation.key(operation));
      }
      deleted.add(gone);
      return key(gone++);
    }

    Key missing(long operation) {
      long number = Operation.key(operation);
      if (spec.isRecorded()) {
        return key(number);
      }
      if (Operation.isRelative(operation)) {
        long last = deleted.count() - 1 - number;
        long other = spec.first() + last;
        if (last >= 0 || other >= 0) {
          return key(last >= 0 ? deleted.at(last) : other);
        }
      }
      return new Key(speller.missing(number), false);
    }

    private Key key(long number) {
      return new Key(speller.name(number), false);
    }
  }

  private static final class Numbers {
    private long[] numbers = new long[16];
    private int count;

    void add(long number) {
      if (count == numbers.length) {
        numbers = Arrays.copyOf(numbers, 2 * count);
      }
      numbers[count++] = number;
    }

    long count() {
      return count;
    }

    long at(long index) {
      return numbers[(int) index];
    }

    boolean has(long number) {
      return Arrays.binarySearch(numbers, 0, count, number) >= 0;
    }
  }
}
