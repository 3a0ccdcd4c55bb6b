package org.pmemycsb.harness.client.replay;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.client.trace.Share;
import org.pmemycsb.harness.client.trace.Trace;
import org.pmemycsb.harness.client.trace.TraceSpec;
import org.pmemycsb.harness.client.trace.ValueSource;
import org.pmemycsb.harness.client.trace.Verifier;
import org.pmemycsb.harness.plan.design.Verify;

/** A database loaded and replayed on, for tests. */
final class Bench {
  static final int RECORDS = 500;

  /** No target, stuck after a minute, 1000 records audited, a sample a second. */
  static final ReplaySettings SETTINGS =
      new ReplaySettings(
          0,
          false,
          Duration.ZERO,
          Duration.ofMinutes(1),
          1000,
          Duration.ofSeconds(1),
          Optional.empty());

  final MemoryDatabase database;
  final Payload payload;
  final Map<String, String> workload;

  /** With a clock that stands still, a sample has all values of its keys. */
  private final Ticker ticker;

  long records;

  Bench(MemoryDatabase database, Map<String, String> workload, Verify mode) {
    this(database, workload, mode, true);
  }

  Bench(MemoryDatabase database, Map<String, String> workload, Verify mode, boolean scansInOrder) {
    this.database = database;
    this.workload = workload;
    ticker = mode == Verify.SAMPLE ? new VirtualTicker() : Ticker.SYSTEM;
    TraceSpec spec = Workloads.load(workload, 1, RECORDS, 1);
    ValueSource values =
        new ValueSource(
            1,
            spec.shape().maxFieldLength(),
            ValueSource.Alphabet.BINARY,
            spec.workload().compressibility(),
            Share.WHOLE);
    payload =
        new Payload(
            spec.keyFormat(),
            values,
            new Verifier(mode, values, spec.shape(), spec.keyFormat(), RECORDS * 100, 1 << 24),
            scansInOrder);
  }

  PhaseMeasurement load(int threads) throws Exception {
    PhaseMeasurement loaded = replay(database.clients(), loading(threads, RECORDS), null, SETTINGS);
    records = loaded.work().recordsAfter();
    return loaded;
  }

  TraceSpec loading(int threads, long count) {
    return Workloads.load(workload, threads, count, 1);
  }

  TraceSpec spec(int threads, long operations) {
    return spec(threads, operations, 1);
  }

  TraceSpec spec(int threads, long operations, long seed) {
    return Workloads.transactions(workload, threads, operations, records, seed);
  }

  PhaseMeasurement transactions(ClientFactory clients, int threads, long operations)
      throws Exception {
    return transactions(clients, threads, operations, 1, SETTINGS);
  }

  PhaseMeasurement transactions(
      ClientFactory clients, int threads, long operations, long seed, ReplaySettings settings)
      throws Exception {
    TraceSpec spec = spec(threads, operations, seed);
    PhaseMeasurement phase = replay(clients, spec, spec.warmUp(threads * 20L), settings);
    records = phase.work().recordsAfter();
    return phase;
  }

  PhaseMeasurement replay(
      ClientFactory clients, TraceSpec spec, TraceSpec warmUp, ReplaySettings settings)
      throws Exception {
    return replay(clients, spec, warmUp, settings, ticker);
  }

  PhaseMeasurement replay(
      ClientFactory clients, TraceSpec spec, TraceSpec warmUp, ReplaySettings settings, Ticker time)
      throws Exception {
    try (Trace trace = settings.target() > 0 ? Trace.recordShared(spec) : Trace.record(spec);
        Trace warm = warmUp == null ? null : Trace.record(warmUp)) {
      return replayer(clients, settings, time).replay(Segments.of(trace), warm);
    }
  }

  Replayer replayer(ClientFactory clients, ReplaySettings settings) {
    return replayer(clients, settings, Ticker.SYSTEM);
  }

  Replayer replayer(ClientFactory clients, ReplaySettings settings, Ticker time) {
    return new Replayer(clients, payload, settings, (done, asked, elapsed) -> {}, time);
  }
}
