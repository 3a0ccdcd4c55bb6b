package org.pmemycsb.harness.client.replay;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.client.trace.Findings;
import org.pmemycsb.harness.client.trace.NewKeys;
import org.pmemycsb.harness.client.trace.OperationKind;
import org.pmemycsb.harness.client.trace.Trace;
import org.pmemycsb.harness.client.trace.TraceRecorder;
import org.pmemycsb.harness.client.trace.TraceSpec;

/**
 * Replays a phase's trace and measures it.
 *
 * <p>A phase goes through five stages, each of which all threads begin together: clients are made
 * and initialised; warm-up; replay, which alone is measured; audit, which reads watched records and
 * checks them; cleanup. Only the way from the barrier before the replay to its last thread's last
 * operation is in the figures.
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
 * Further operations are recorded, and the replay goes on. The figures are the sums over these
 * segments.
 *
 * <p>One of several machines does not stop alone. When a thread of it has no operation left, the
 * recorded operations begin again.
 *
 * <p>With a target the phase is an open loop. One process of arrivals says when operations are to
 * begin, and a thread that is free takes the next arrival and the next operation. The trace must be
 * {@link TraceRecorder#recordShared shared}, or the last operations of a thread that was held up
 * would wait for it alone.
 *
 * <p>A trace with times of its own is an open loop, too. Each thread makes its own operations, each
 * at its time, or later if the one before it is not over.
 */
public final class Replayer {
  /** The names of the threads that make operations begin so. */
  public static final String THREADS = "replay-";

  private static final long NANOS_PER_MILLI = 1_000_000;

  // The recording of a trace and the collection of garbage leave little of the database in the
  // processor's cache. Without this, the first 15 ms of a phase had 0.7 of its median rate.
  private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final ClientFactory clients;
  private final Payload payload;
  private final ReplaySettings settings;
  private final ProgressListener listener;
  private final Ticker ticker;
  private final LongSupplier compiler = new CompilerTime();

  /** How long the JVM's compiler worked under the clock of the last phase. */
  private long compiledNanos;

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
    this.clients = Objects.requireNonNull(clients, "clients");
    this.payload = Objects.requireNonNull(payload, "payload");
    this.settings = Objects.requireNonNull(settings, "settings");
    this.listener = Objects.requireNonNull(listener, "listener");
    this.ticker = ticker;
  }

  /** As {@link #replay(Trace, Trace)} without warm-up. */
  public PhaseMeasurement replay(Trace trace) throws ReplayException, InterruptedException {
    return replay(trace, null);
  }

  /**
   * Runs a phase to its end.
   *
   * @param warmUp for the same number of threads, or null for none
   * @return what came of it, faults included
   * @throws ReplayException if a client cannot be initialised or the warm-up throws; what had been
   *     set up has been torn down
   * @throws InterruptedException if the calling thread is interrupted; the threads have been told
   *     to stop
   */
  public PhaseMeasurement replay(Trace trace, Trace warmUp)
      throws ReplayException, InterruptedException {
    return replay(Segments.of(trace), warmUp);
  }

  /**
   * Runs a phase that ends by time, and records its operations.
   *
   * @param time measured time after which no operation begins
   * @param spec the phase; it ends earlier when all its operations are done
   * @param warmUp as in {@link #replay(Trace, Trace)}; without one, the first operations show how
   *     many are needed
   * @return what came of it; {@link PhaseMeasurement.Work#asked} is the number of operations begun
   * @throws ReplayException as in {@link #replay(Trace, Trace)}
   * @throws InterruptedException as in {@link #replay(Trace, Trace)}
   */
  public PhaseMeasurement replay(Duration time, TraceSpec spec, Trace warmUp)
      throws ReplayException, InterruptedException {
    return replay(time, time, spec, warmUp);
  }

  /**
   * The same in iterations. Before each, {@link ProgressListener#ready} waits for its turn.
   *
   * @param iteration measured time of each; the last one may not be whole
   * @throws ReplayException as in {@link #replay(Trace, Trace)}
   * @throws InterruptedException as in {@link #replay(Trace, Trace)}
   */
  public PhaseMeasurement replay(Duration time, Duration iteration, TraceSpec spec, Trace warmUp)
      throws ReplayException, InterruptedException {
    try (Segments segments = lasting(time, spec).in(iteration)) {
      return replay(segments, warmUp);
    }
  }

  private Segments lasting(Duration time, TraceSpec spec) {
    return Segments.lasting(time, spec, settings.target(), TraceRecorder.mostInMemory(spec));
  }

  /**
   * Runs a phase of which nothing is kept, until its operations or the time are over.
   *
   * @return what came of it; {@link PhaseMeasurement.Work#asked} is the number of operations begun
   * @throws ReplayException as in {@link #replay(Trace, Trace)}
   * @throws InterruptedException as in {@link #replay(Trace, Trace)}
   */
  public PhaseMeasurement rehearse(Trace trace, Duration atMost)
      throws ReplayException, InterruptedException {
    return replay(Segments.of(trace, atMost), null);
  }

  /** As {@link #replay(Duration, TraceSpec, Trace)} for practice: the warm-up is about as short. */
  public PhaseMeasurement practise(Duration time, TraceSpec spec, Trace warmUp)
      throws ReplayException, InterruptedException {
    try (Segments segments = lasting(time, spec).practising()) {
      return replay(segments, warmUp);
    }
  }

  /**
   * As {@link #rehearse}, to warm up: a practice is steady if the JVM's compiler had little to do
   * under its clock.
   */
  public PhaseMeasurement practise(Trace trace, Duration atMost)
      throws ReplayException, InterruptedException {
    PhaseMeasurement measured = rehearse(trace, atMost);
    long nanos = measured.time().durationNanos();
    return measured.ended(
        new PhaseMeasurement.WarmedUp(nanos, WarmUp.isIdle(compiledNanos, nanos)));
  }

  PhaseMeasurement replay(Segments segments, Trace warmUp)
      throws ReplayException, InterruptedException {
    TraceSpec spec = segments.spec();
    if (warmUp != null && spec.load()) {
      throw new IllegalArgumentException("a load has no warm-up");
    }
    if (warmUp != null && warmUp.spec().threads() != spec.threads()) {
      throw new IllegalArgumentException("the warm-up is for another number of threads");
    }
    compiledNanos = 0;
    Stages shared = new Stages(segments, ticker, arrivals(spec), plannedNanos(segments));
    NewKeys newKeys = new NewKeys(spec.records(), !spec.load());
    NewKeys gone = new NewKeys(spec.first(), spec.mix().deleteShare() > 0);
    List<Worker> workers = workers(shared, newKeys, gone, warmUp);
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < workers.size(); t++) {
      Thread thread = new Thread(workers.get(t), THREADS + t);
      thread.setDaemon(true);
      threads.add(thread);
    }
    Watchdog watchdog = new Watchdog(workers, threads, shared, settings);
    threads.forEach(Thread::start);
    try {
      boolean untilSteady = warmUp != null && segments.endByTime();
      WarmUp warming = prepare(workers, shared, watchdog, untilSteady);
      long startedAtMillis = 0;
      Iterations iterations = new Iterations(segments.iterationNanos(), segments.limitNanos());
      long measured = 0;
      long begun = 0;
      double rate =
          warming.rate() > 0
              ? warming.rate()
              : workers.stream().mapToDouble(Worker::operationsPerNano).sum();
      // The samples of several machines could not be merged if each took another share.
      if (shared.arrivals == null && !spec.share().isPart()) {
        shared.latencyEvery =
            LatencySample.everyAt(rate, spec.threads(), Runtime.getRuntime().availableProcessors());
      }
      boolean goesOn = true;
      while (goesOn
          && !shared.isStopped()
          && segments.next(
              rate, iterations.leftNanos(measured), begun, gone.next(), newKeys.newest() + 1)) {
        if (segments.count() == 1) {
          listener.starts();
        }
        System.gc(); // what preparing left behind is not the measured phase's to collect
        if (segments.count() == 1) {
          if (untilSteady && warmUp.isComplete()) {
            watchdog.warmUpAgain(AGAIN_NANOS);
            checkStarted(workers, shared, watchdog);
          }
          if (!listener.ready()) {
            shared.stop();
            watchdog.run(Stage.CLEANUP);
            throw new ReplayException(ReplayException.ELSEWHERE, null);
          }
        }
        do {
          if (measured > 0 && iterations.isBetween() && !listener.ready()) {
            goesOn = false;
            break;
          }
          listener.segmentStarts();
          compiledNanos -= compiler.getAsLong();
          if (measured == 0) {
            startedAtMillis = System.currentTimeMillis(); // behind the listener's readings
          }
          shared.startNanos = ticker.nanos() - measured;
          shared.deadlineNanos = shared.startNanos + iterations.end();
          watchdog.runSampled(Stage.REPLAY, spec.own(), listener);
          compiledNanos += compiler.getAsLong();
          listener.segmentEnded();
          measured = duration(workers, shared, watchdog);
          begun = workers.stream().mapToLong(Worker::begun).sum();
          iterations.made(measured, begun);
        } while (!shared.isStopped()
            && iterations.areLeft()
            && workers.stream().noneMatch(Worker::isTraceOver));
        rate = (double) begun / Math.max(1, measured);
      }
      watchdog.ended(measured);
      listener.ended();
      watchdog.run(Stage.AUDIT);
      watchdog.run(Stage.CLEANUP);
      long asked = segments.endByTime() ? begun : segments.trace().spec().own();
      return measurement(
          shared, asked, workers, watchdog, warming, startedAtMillis, measured, iterations);
    } finally {
      shared.end();
    }
  }

  /** The same for every phase of one seed; null for a closed loop. */
  private Arrivals arrivals(TraceSpec spec) {
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

  private List<Worker> workers(Stages shared, NewKeys newKeys, NewKeys gone, Trace warmUp) {
    TraceSpec spec = shared.segments.spec();
    boolean scans = spec.mix().scans() && payload.scansInOrder();
    long[] order = scans ? payload.verifier().writtenKeysInOrder() : new long[0];
    List<Worker> workers = new ArrayList<>();
    for (int t = 0; t < spec.threads(); t++) {
      LatencySample sample = new LatencySample(spec, t);
      LiveKeys live = new LiveKeys(newKeys, gone, spec.share(), settings.numbering());
      ScanCheck check = new ScanCheck(spec.shape().fieldNames(), payload, live, order);
      OperationRunner runner = new OperationRunner(spec, payload, live, sample, check, ticker);
      workers.add(new Worker(t, shared, clients, runner, warmUp, settings, payload));
    }
    return workers;
  }

  /**
   * Connects and warms up.
   *
   * @param untilSteady whether the warm-up is to last until it is steady
   */
  private WarmUp prepare(
      List<Worker> workers, Stages shared, Watchdog watchdog, boolean untilSteady)
      throws ReplayException, InterruptedException {
    WarmUp warmUp = new WarmUp(compiler, untilSteady ? shared.segments.leastWarmUpNanos() : 0);
    watchdog.run(Stage.INIT);
    if (!shared.isStopped() && untilSteady) {
      watchdog.warmUp(warmUp);
    } else if (!shared.isStopped()) {
      watchdog.run(Stage.WARM_UP);
    }
    checkStarted(workers, shared, watchdog);
    return warmUp;
  }

  /** Tears down what was set up, and throws, if the phase was stopped before its clock starts. */
  private static void checkStarted(List<Worker> workers, Stages shared, Watchdog watchdog)
      throws ReplayException, InterruptedException {
    if (!shared.isStopped()) {
      return;
    }
    watchdog.run(Stage.CLEANUP);
    List<PhaseMeasurement.DeadThread> dead = dead(workers, watchdog);
    if (dead.isEmpty()) {
      Tally sum = new Tally();
      workers.forEach(each -> sum.add(each.runner().tally()));
      throw new ReplayException(
          "every operation of the warm-up failed for a second"
              + sum.causes.values().stream().findFirst().map(": "::concat).orElse(""),
          null);
    }
    Throwable cause =
        workers.stream().map(Worker::failure).filter(Objects::nonNull).findFirst().orElse(null);
    PhaseMeasurement.DeadThread first = dead.get(0);
    throw new ReplayException(
        "thread "
            + first.thread()
            + " of "
            + workers.size()
            + " failed before the start, at "
            + first.at()
            + ": "
            + first.cause(),
        cause);
  }

  private static long duration(List<Worker> workers, Stages shared, Watchdog watchdog) {
    long end = shared.startNanos;
    for (int t = 0; t < workers.size(); t++) {
      long last = watchdog.isLost(t) ? shared.ticker.nanos() : workers.get(t).endNanos();
      end = Math.max(end, last);
    }
    return end - shared.startNanos;
  }

  private static List<PhaseMeasurement.DeadThread> dead(List<Worker> workers, Watchdog watchdog) {
    List<PhaseMeasurement.DeadThread> dead = new ArrayList<>(watchdog.stuck());
    for (int t = 0; t < workers.size(); t++) {
      int thread = t;
      Throwable failure = workers.get(t).failure();
      if (failure != null && dead.stream().noneMatch(d -> d.thread() == thread)) {
        String cause = failure.toString().lines().findFirst().orElse("");
        dead.add(new PhaseMeasurement.DeadThread(t, workers.get(t).failedIn(), cause));
      }
    }
    return List.copyOf(dead);
  }

  private PhaseMeasurement measurement(
      Stages shared,
      long asked,
      List<Worker> workers,
      Watchdog watchdog,
      WarmUp warming,
      long startedAtMillis,
      long duration,
      Iterations iterations) {
    Tally sum = new Tally();
    Findings findings = new Findings();
    List<Worker> ended =
        IntStream.range(0, workers.size())
            .filter(t -> !watchdog.isLost(t))
            .mapToObj(workers::get)
            .toList();
    for (Worker each : ended) {
      sum.add(each.runner().tally());
      findings.add(each.runner().findings());
    }
    Segments segments = shared.segments;
    TraceSpec spec = segments.spec();
    long inserted = sum.ended(OperationKind.INSERT) + sum.ended(OperationKind.PUT_IF_ABSENT);
    Map<String, Long> faults = new TreeMap<>();
    findings.counts().forEach((kind, n) -> faults.put(kind.name().toLowerCase(Locale.ROOT), n));
    return new PhaseMeasurement(
        new PhaseMeasurement.Time(startedAtMillis, duration),
        new PhaseMeasurement.Work(
            asked,
            sum.outcomes(),
            watchdog.series(),
            iterations.rates(),
            spec.records() + inserted),
        new PhaseMeasurement.Faults(
            new PhaseMeasurement.Failures(sum.failures, sum.causes, watchdog.isHopeless()),
            new PhaseMeasurement.Verification(
                findings.valuesChecked(), faults, findings.examples()),
            dead(workers, watchdog)),
        new PhaseMeasurement.Replay(
            spec.threads(),
            segments.count(),
            shared.latencyEvery,
            sum.longestGap(),
            new PhaseMeasurement.Stalls(
                ended.stream().mapToLong(Worker::stalls).sum(),
                ended.stream().mapToLong(Worker::stalledNanos).sum()),
            warming.nanos() == 0
                ? Optional.empty()
                : Optional.of(new PhaseMeasurement.WarmedUp(warming.nanos(), warming.isSteady()))),
        sum.latencies(),
        shared.arrivals == null
            ? Optional.empty()
            : Optional.of(
                new PhaseMeasurement.OpenLoop(
                    offered(asked, ended, segments),
                    shared.plannedNanos / 4,
                    sum.lag().thirdNanos(),
                    sum.lag().fourthNanos(),
                    sum.operations())));
  }

  /**
   * The rate of the arrivals as they were drawn or recorded: that of a Poisson process scatters
   * around the target.
   */
  private double offered(long begun, List<Worker> ended, Segments segments) {
    long nanos =
        ended.stream().anyMatch(Worker::sawTheEnd)
            ? segments.limitNanos()
            : ended.stream().mapToLong(Worker::lastArrival).max().orElse(0);
    boolean varies = settings.poisson() || segments.spec().pace().isPresent();
    return varies && nanos > 0 ? begun * 1e9 / nanos : settings.target();
  }
}
