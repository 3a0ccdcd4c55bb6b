package org.pmemycsb.harness.client.trace;

import java.util.Optional;
import org.pmemycsb.harness.plan.design.CallKind;

/**
 * The kinds of operation; a kind's ordinal is its code in a trace, so the order is fixed.
 *
 * <p>An operation is one call to the database, or two: a read and a write. Latencies of reads and
 * of writes are those of calls. So an operation of two calls counts once in each.
 */
public enum OperationKind {
  READ(CallKind.READ),
  UPDATE(CallKind.WRITE),
  INSERT(CallKind.WRITE),
  SCAN(CallKind.READ),
  /** A {@link #READ} and an {@link #UPDATE}. */
  READ_MODIFY_WRITE(null),
  DELETE(CallKind.WRITE),
  /** A read of a key that has no record. */
  READ_MISSING(CallKind.READ),
  /** A {@link #READ_MISSING} of a new key, and the {@link #INSERT} of its record. */
  PUT_IF_ABSENT(null);

  private final CallKind call;

  OperationKind(CallKind call) {
    this.call = call;
  }

  /** The kind of its call; empty for an operation of two calls. */
  public Optional<CallKind> call() {
    return Optional.ofNullable(call);
  }

  /** The name that YCSB's own reports use. */
  public String label() {
    return name().replace('_', '-');
  }
}
