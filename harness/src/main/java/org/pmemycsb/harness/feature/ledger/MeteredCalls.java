package org.pmemycsb.harness.feature.ledger;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.pmemycsb.harness.client.replay.AroundCalls;
import org.pmemycsb.harness.client.replay.ClientFactory;
import org.pmemycsb.harness.client.trace.OperationKind;
import org.pmemycsb.harness.measure.ClientFeature;
import org.pmemycsb.harness.result.Counts;
import org.pmemycsb.harness.result.Demand;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.shim.CounterFile;
import site.ycsb.ByteIterator;
import site.ycsb.DB;

/**
 * Counts the requests to the medium in each phase.
 *
 * @param counters file of the shim's counters
 */
record MeteredCalls(String counters) implements ClientFeature.Settings {
  @Override
  public ClientFeature make(ClientFeature.NextPhase phase) {
    return new ClientFeature() {
      private Meter meter;

      @Override
      public ClientFactory wrap(ClientFactory clients) throws IOException {
        Meter metered = new Meter(CounterFile.open(Path.of(counters)), phase.spec().threads() == 1);
        meter = metered;
        return thread -> metered.metered(clients.create(thread));
      }

      @Override
      public Measurement.Resources figures(Measurement.Resources others, long operations) {
        return others.with(meter.demand(operations));
      }
    };
  }

  /**
   * Counts the requests of a phase to the medium. With one client thread, all growth of the
   * counters during a call belongs to the call, in whichever process. Thread-safe.
   */
  static final class Meter {
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

    private synchronized Counts begins() {
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
    private synchronized void ended(OperationKind kind, Counts before, long recordBytes) {
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

    /** A client whose calls are metered. It is slow, so measured phases do not use it. */
    DB metered(DB client) {
      return new AroundCalls(client) {
        private Counts asked;
        private long bytes;

        @Override
        protected void before(String key, Map<String, ByteIterator> values) {
          bytes =
              values.isEmpty()
                  ? 0
                  : key.length()
                      + values.values().stream().mapToLong(ByteIterator::bytesLeft).sum();
          asked = begins();
        }

        @Override
        protected void after(OperationKind kind, String key) {
          Meter.this.ended(kind, asked, bytes);
        }
      };
    }
  }
}
