package org.pmemycsb.harness.feature.ledger;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.pmemycsb.harness.client.trace.OperationKind;
import org.pmemycsb.harness.result.Counts;
import org.pmemycsb.harness.result.Demand;
import org.pmemycsb.harness.standin.CounterFile;

/**
 * Counts the requests of a phase to the medium. With one client thread, all growth of the counters
 * during a call belongs to the call, in whichever process. Thread-safe.
 */
final class Meter {
  private final CounterFile counters;
  private final boolean alone;
  private final Map<String, Demand.Calls> calls = new TreeMap<>();
  private Counts begin;
  private Counts end;

  /**
   * @param alone whether there is only one client thread
   */
  Meter(CounterFile counters, boolean alone) {
    this.counters = counters;
    this.alone = alone;
  }

  synchronized Counts begins() {
    Counts now = counters.now();
    if (begin == null) {
      begin = now;
    }
    return now;
  }

  /**
   * @param before from {@link #begins}
   * @param recordBytes bytes of key and values that it wrote
   */
  synchronized void ended(OperationKind kind, Counts before, long recordBytes) {
    end = counters.now();
    Counts asked = alone ? end.since(before) : null;
    calls.merge(
        kind.label().toLowerCase(Locale.ROOT),
        new Demand.Calls(1, recordBytes, asked),
        (sum, one) ->
            new Demand.Calls(
                sum.calls() + 1,
                sum.recordBytes() + one.recordBytes(),
                alone ? sum.counts().plus(one.counts()) : null));
  }

  /**
   * @param operations good operations of the phase
   */
  synchronized Demand demand(long operations) {
    return new Demand(
        operations,
        calls.values().stream().mapToLong(Demand.Calls::recordBytes).sum(),
        begin == null || end == null ? Counts.NONE : end.since(begin),
        new TreeMap<>(calls));
  }
}
