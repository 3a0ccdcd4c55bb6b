package org.pmemycsb.harness.feature.ledger;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import java.util.function.Supplier;
import org.pmemycsb.harness.client.replay.ClientFactory;
import org.pmemycsb.harness.client.trace.OperationKind;
import org.pmemycsb.harness.measure.ClientFeature;
import org.pmemycsb.harness.result.Counts;
import org.pmemycsb.harness.result.Demand;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.shim.CounterFile;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * Counts the requests to the medium in each phase.
 *
 * @param counters file of the shim's counters
 */
record MeteredCalls(String counters) implements ClientFeature.Settings {
  @Override
  public ClientFeature make() {
    return new ClientFeature() {
      private Meter meter;

      @Override
      public ClientFactory comes(NextPhase phase, ClientFactory clients) throws IOException {
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

    DB metered(DB client) {
      return new Client(client);
    }

    /** A client whose calls are metered. It is slow, so measured phases do not use it. */
    private final class Client extends DB {
      private final DB client;

      Client(DB client) {
        this.client = client;
      }

      @Override
      public void init() throws DBException {
        client.init();
      }

      @Override
      public void cleanup() throws DBException {
        client.cleanup();
      }

      @Override
      public Status read(
          String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
        return metered(OperationKind.READ, 0, () -> client.read(table, key, fields, result));
      }

      @Override
      public Status scan(
          String table,
          String startKey,
          int count,
          Set<String> fields,
          Vector<HashMap<String, ByteIterator>> result) {
        return metered(
            OperationKind.SCAN, 0, () -> client.scan(table, startKey, count, fields, result));
      }

      @Override
      public Status update(String table, String key, Map<String, ByteIterator> values) {
        return metered(
            OperationKind.UPDATE, bytes(key, values), () -> client.update(table, key, values));
      }

      @Override
      public Status insert(String table, String key, Map<String, ByteIterator> values) {
        return metered(
            OperationKind.INSERT, bytes(key, values), () -> client.insert(table, key, values));
      }

      @Override
      public Status delete(String table, String key) {
        return metered(OperationKind.DELETE, 0, () -> client.delete(table, key));
      }

      private Status metered(OperationKind kind, long bytes, Supplier<Status> call) {
        Counts before = begins();
        Status status = call.get();
        Meter.this.ended(kind, before, bytes);
        return status;
      }

      /** Before the call, which empties the iterators. */
      private static long bytes(String key, Map<String, ByteIterator> values) {
        return key.length() + values.values().stream().mapToLong(ByteIterator::bytesLeft).sum();
      }
    }
  }
}
