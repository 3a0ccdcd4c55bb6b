package org.pmemycsb.harness.client.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement.DeadThread;
import org.pmemycsb.harness.client.replay.Shared.Stage;
import org.pmemycsb.harness.client.trace.LiveKeys;
import org.pmemycsb.harness.client.trace.NewKeys;
import org.pmemycsb.harness.client.trace.OperationKind;
import org.pmemycsb.harness.client.trace.Trace;
import org.pmemycsb.harness.client.trace.TraceSpec;

/**
 * Replays a phase's trace and measures it.
 *
 * <p>All threads go through the stages of a phase together. Clients are made and initialised.
 * Warm-up comes next. The replay alone is measured. The audit reads watched records and checks
 * them. Cleanup is last. Only the way from the begin of the replay to the end of its last operation
 * is in the figures. Where further operations are recorded, the clock stops, and the figures are
 * the sums over {@link Segments}. The clock of one of several machines goes on, because the others
 * work meanwhile.
 *
 * <p>Warm-up is another trace of the same workload ({@link TraceSpec#warmUp}) and changes neither
 * how many records there are nor which: it runs on the real database, with an update of all fields
 * of a present record in place of each insert. A load has no warm-up, because there is no record to
 * work on yet. To measure a warm load, load the records, empty the database and load them again.
 *
 * <p>A phase may also end by time. Then the warm-up repeats its trace until {@link WarmUp} finds it
 * steady, and shows how fast the threads are. So many operations are recorded before the clock
 * starts that they last half as long again as the phase. Then the warm-up comes again for a moment,
 * right before the clock starts. A thread whose clock shows the end begins no further operation.
 * When a thread has no operation left before the end, all threads stop, and so does the clock.
 *
 * <p>With a target the phase is an open loop. One process of arrivals says when operations are to
 * begin, and a thread that is free takes the next arrival and the next operation. The trace must be
 * {@link Trace#recordShared shared}, or the last operations of a thread that was held up would wait
 * for it alone. A trace with times of its own is an open loop, too. Each thread makes its own
 * operations, each at its time, or later if the one before it is not over.
 */
public final class Replayer {
  /** The names of the threads that make operations begin so. */
  public static final String THREADS = "replay-";

  // The recording of a trace and the collection of garbage leave little of the database in the
  // processor's cache. Without this, the first 15 ms of a phase had 0.7 of its median rate.
  private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final ClientFactory clients;
  private final Payload payload;
  private final ReplaySettings settings;
  private final ProgressListener listener;
  private final Ticker ticker;
  private final LongSupplier compiler = new CompilerTime();

  public Replayer(
      ClientFactory clients, Payload payload, ReplaySettings settings, ProgressListener listener) {
    this(clients, payload, settings, listener, Ticker.SYSTEM);
  }

  Replayer(
      ClientFactory clients,
      Payload payload,
      ReplaySettings settings,
      ProgressListener listener,
      Ticker ticker) {
    this.clients = clients;
    this.payload = payload;
    this.settings = settings;
    this.listener = listener;
    this.ticker = ticker;
  }

  /**
   * Runs a phase to its end.
   *
   * @param warmUp for the same number of threads, or null for none. Without one, the first
   *     operations of a phase that ends by time show how many are needed
   * @return what came of it, faults included
   * @throws ReplayException if a client cannot be initialised or the warm-up throws; what had been
   *     set up has been torn down
   * @throws InterruptedException if the calling thread is interrupted; the threads have been told
   *     to stop
   */
  public PhaseMeasurement replay(Segments segments, Trace warmUp)
      throws ReplayException, InterruptedException {
    TraceSpec spec = segments.spec();
    if (warmUp != null && spec.load()) {
      throw new IllegalArgumentException("a load has no warm-up");
    }
    if (warmUp != null && warmUp.spec().threads() != spec.threads()) {
      throw new IllegalArgumentException("the warm-up is for another number of threads");
    }
    Run run = new Run(segments, warmUp);
    try {
      return run.toItsEnd();
    } finally {
      run.watchdog.end();
    }
  }

  /** The same for every phase of one seed; null for a closed loop. */
  private LongSupplier arrivals(TraceSpec spec) {
    if (spec.pace().isPresent()) {
      return Arrivals.ofTrace();
    }
    if (settings.target() == 0) {
      return null;
    }
    return settings.poisson()
        ? Arrivals.poisson(settings.target(), spec.seed() + spec.share().machine())
        : Arrivals.uniform(settings.target(), spec.share());
  }

  /** How long the phase lasts if the database keeps up; 0 for a closed loop. */
  private long plannedNanos(Segments segments) {
    if (segments.spec().pace().isPresent()) {
      return segments.spec().pace().get().nanos();
    }
    return settings.target() == 0
        ? 0
        : (long) Math.min(segments.limitNanos(), segments.spec().own() / settings.target() * 1e9);
  }

  /** One phase, with its threads. */
  private final class Run {
    private final Segments segments;
    private final TraceSpec spec;
    private final Trace warmUp;
    private final NewKeys inserted;
    private final NewKeys deleted;
    private final Shared shared;
    private final List<ClientThread> clientThreads;
    private final Watchdog watchdog;
    private final Iterations iterations;
    private final WarmUp warming;

    /** Whether the warm-up lasts until it is steady. */
    private final boolean untilSteady;

    /** How long the JVM's compiler worked under the clock. */
    private long compiledNanos;

    private long startedAtMillis;
    private long measuredNanos;

    /** How long the clock ran while operations were recorded, over all threads. */
    private long stalledNanos;

    /** Operations begun under the clock. */
    private long begun;

    Run(Segments segments, Trace warmUp) {
      this.segments = segments;
      this.warmUp = warmUp;
      spec = segments.spec();
      untilSteady = warmUp != null && segments.endByTime();
      if (untilSteady) {
        warmUp.repeat();
      }
      warming = new WarmUp(compiler, untilSteady ? segments.leastWarmUpNanos() : 0);
      iterations = new Iterations(segments.iterationNanos(), segments.limitNanos());
      inserted = new NewKeys(spec.records(), !spec.load());
      deleted = new NewKeys(spec.first(), spec.mix().deleteShare() > 0);
      shared = new Shared(segments, ticker, arrivals(spec), plannedNanos(segments));
      clientThreads = clientThreads();
      watchdog = new Watchdog(clientThreads, shared, settings);
    }

    private List<ClientThread> clientThreads() {
      boolean scans = spec.mix().scans() && payload.scansInOrder();
      long[] order = scans ? payload.verifier().writtenKeysInOrder() : new long[0];
      List<ClientThread> all = new ArrayList<>();
      for (int t = 0; t < spec.threads(); t++) {
        LatencySample sample = new LatencySample(spec, t);
        LiveKeys live = new LiveKeys(inserted, deleted, spec.share(), settings.numbering());
        ScanCheck check = new ScanCheck(spec.shape().fieldNames(), payload, live, order);
        OperationRunner runner = new OperationRunner(spec, payload, live, sample, check, ticker);
        all.add(new ClientThread(t, shared, clients, runner, warmUp, settings, payload));
      }
      return all;
    }

    PhaseMeasurement toItsEnd() throws ReplayException, InterruptedException {
      connectAndWarmUp();
      double rate =
          warming.rate() > 0
              ? warming.rate()
              : clientThreads.stream().mapToDouble(ClientThread::operationsPerNano).sum();
      // The samples of several machines could not be merged if each took another share.
      if (shared.arrivals == null && !spec.share().isPart()) {
        shared.latencyEvery =
            LatencySample.everyAt(rate, spec.threads(), Runtime.getRuntime().availableProcessors());
      }
      boolean goesOn = true;
      while (goesOn
          && !shared.isStopped()
          && segments.next(
              rate,
              iterations.leftNanos(measuredNanos),
              begun,
              deleted.next(),
              inserted.newest() + 1)) {
        if (segments.number() == 1) {
          listener.starts();
        }
        System.gc(); // what preparing left behind is not the measured phase's to collect
        if (segments.number() == 1) {
          awaitStart();
        }
        goesOn = measureSegment();
        rate = (double) begun / Math.max(1, measuredNanos);
      }
      watchdog.ended(measuredNanos);
      listener.ended();
      watchdog.run(Stage.AUDIT);
      watchdog.run(Stage.CLEANUP);
      return measurement();
    }

    private void connectAndWarmUp() throws ReplayException, InterruptedException {
      watchdog.run(Stage.INIT);
      if (untilSteady && !shared.isStopped()) {
        watchdog.warmUp(warming);
      }
      boolean more = warmUp != null && !untilSteady;
      while (more && !shared.isStopped()) {
        watchdog.run(Stage.WARM_UP);
        more = warmUp.next();
      }
      checkStarted();
    }

    private void awaitStart() throws ReplayException, InterruptedException {
      if (untilSteady) {
        watchdog.warmUpAgain(AGAIN_NANOS);
        checkStarted();
      }
      if (!listener.ready()) {
        shared.stop();
        watchdog.run(Stage.CLEANUP);
        throw new ReplayException(ReplayException.ELSEWHERE, null);
      }
    }

    /** Replays a trace in one or more iterations; false if the phase is over for all databases. */
    private boolean measureSegment() throws InterruptedException {
      do {
        if (measuredNanos > 0 && iterations.isBetween() && !listener.ready()) {
          return false;
        }
        listener.segmentStarts();
        compiledNanos -= compiler.getAsLong();
        long now = ticker.nanos();
        if (measuredNanos == 0) {
          startedAtMillis = System.currentTimeMillis(); // behind the listener's readings
          shared.startNanos = now;
        } else if (!spec.share().isPart() || segments.endByTime()) {
          shared.startNanos = now - measuredNanos;
        } else {
          stalledNanos += spec.threads() * (now - shared.startNanos - measuredNanos);
        }
        shared.deadlineNanos = shared.startNanos + iterations.end();
        watchdog.runSampled(Stage.REPLAY, spec.own(), listener);
        compiledNanos += compiler.getAsLong();
        listener.segmentEnded();
        measuredNanos = duration();
        begun = clientThreads.stream().mapToLong(ClientThread::begun).sum();
        iterations.made(measuredNanos, begun);
      } while (!shared.isStopped()
          && iterations.areLeft()
          && clientThreads.stream().noneMatch(ClientThread::isTraceOver));
      return true;
    }

    /** Tears down what was set up, and throws, if the phase was stopped before its clock starts. */
    private void checkStarted() throws ReplayException, InterruptedException {
      if (!shared.isStopped()) {
        return;
      }
      watchdog.run(Stage.CLEANUP);
      List<DeadThread> dead = dead();
      if (dead.isEmpty()) {
        Tally sum = new Tally();
        clientThreads.forEach(each -> sum.add(each.tally()));
        throw new ReplayException(
            "every operation of the warm-up failed for a second"
                + sum.causes.values().stream().findFirst().map(": "::concat).orElse(""),
            null);
      }
      Throwable cause =
          clientThreads.stream()
              .map(ClientThread::failure)
              .filter(Objects::nonNull)
              .findFirst()
              .orElse(null);
      DeadThread first = dead.get(0);
      throw new ReplayException(
          "thread %d of %d failed before the start, at %s: %s"
              .formatted(first.thread(), clientThreads.size(), first.at(), first.cause()),
          cause);
    }

    private long duration() {
      long end = shared.startNanos;
      for (int t = 0; t < clientThreads.size(); t++) {
        end = Math.max(end, watchdog.isLost(t) ? ticker.nanos() : clientThreads.get(t).endNanos());
      }
      return end - shared.startNanos;
    }

    private List<DeadThread> dead() {
      List<DeadThread> dead = new ArrayList<>(watchdog.stuck());
      for (int t = 0; t < clientThreads.size(); t++) {
        int thread = t;
        Throwable failure = clientThreads.get(t).failure();
        if (failure != null && dead.stream().noneMatch(d -> d.thread() == thread)) {
          String cause = failure.toString().lines().findFirst().orElse("");
          dead.add(new DeadThread(t, clientThreads.get(t).failedIn(), cause));
        }
      }
      return List.copyOf(dead);
    }

    private PhaseMeasurement measurement() {
      List<ClientThread> ended =
          IntStream.range(0, clientThreads.size())
              .filter(t -> !watchdog.isLost(t))
              .mapToObj(clientThreads::get)
              .toList();
      Tally sum = new Tally();
      ended.forEach(each -> sum.add(each.tally()));
      long asked = segments.endByTime() ? begun : segments.trace().spec().own();
      long added = sum.ended(OperationKind.INSERT) + sum.ended(OperationKind.PUT_IF_ABSENT);
      return new PhaseMeasurement(
          new PhaseMeasurement.Time(startedAtMillis, measuredNanos),
          new PhaseMeasurement.Work(
              asked, sum.outcomes(), watchdog.series(), iterations.rates(), spec.records() + added),
          new PhaseMeasurement.Faults(
              new PhaseMeasurement.Failures(sum.failures, sum.causes, watchdog.isHopeless()),
              sum.verification(),
              dead()),
          new PhaseMeasurement.Replay(
              spec.threads(),
              segments.count(),
              shared.latencyEvery,
              sum.longestGap(),
              stalledNanos,
              warmedUp()),
          sum.latencies(),
          Optional.ofNullable(shared.arrivals).map(any -> openLoop(asked, ended, sum)));
    }

    private Optional<PhaseMeasurement.WarmUp> warmedUp() {
      long nanos = segments.isWarmUp() ? measuredNanos : warming.nanos();
      boolean steady =
          segments.isWarmUp() ? WarmUp.isIdle(compiledNanos, measuredNanos) : warming.isSteady();
      return segments.isWarmUp() || nanos > 0
          ? Optional.of(new PhaseMeasurement.WarmUp(nanos / 1e9, steady))
          : Optional.empty();
    }

    private PhaseMeasurement.OpenLoop openLoop(long asked, List<ClientThread> ended, Tally sum) {
      // That of a Poisson process scatters around the target.
      boolean varies = settings.poisson() || spec.pace().isPresent();
      long nanos =
          ended.stream().anyMatch(ClientThread::sawTheEnd)
              ? segments.limitNanos()
              : ended.stream().mapToLong(ClientThread::lastArrival).max().orElse(0);
      return new PhaseMeasurement.OpenLoop(
          varies && nanos > 0 ? asked * 1e9 / nanos : settings.target(),
          shared.plannedNanos / 4,
          sum.lag().thirdNanos(),
          sum.lag().fourthNanos(),
          sum.operations());
    }
  }
}
