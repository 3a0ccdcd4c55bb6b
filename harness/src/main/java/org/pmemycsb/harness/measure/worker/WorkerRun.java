package org.pmemycsb.harness.measure.worker;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.client.replay.ClientFactory;
import org.pmemycsb.harness.client.replay.Payload;
import org.pmemycsb.harness.client.replay.ProgressListener;
import org.pmemycsb.harness.client.replay.ReplayException;
import org.pmemycsb.harness.client.replay.ReplaySettings;
import org.pmemycsb.harness.client.replay.Replayer;
import org.pmemycsb.harness.client.replay.Segments;
import org.pmemycsb.harness.client.trace.OperationKind;
import org.pmemycsb.harness.client.trace.RecordShape;
import org.pmemycsb.harness.client.trace.Share;
import org.pmemycsb.harness.client.trace.Trace;
import org.pmemycsb.harness.client.trace.TraceSpec;
import org.pmemycsb.harness.client.trace.ValueSource;
import org.pmemycsb.harness.client.trace.Verifier;
import org.pmemycsb.harness.client.trace.Workload;
import org.pmemycsb.harness.measure.ClientFeature;
import org.pmemycsb.harness.measure.WorkerGroup;
import org.pmemycsb.harness.plan.design.Words;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.RunPart;
import site.ycsb.DB;

/** Makes the phases of one run, or this machine's share of them. */
final class WorkerRun {
  // Steadiness is judged by the last half of at least 12.
  private static final int SAMPLES = 20;
  // How many records are read after a phase, of those that were written.
  private static final long AUDITED = 1000;
  // The precision of the time until a restarted database is as fast as before.
  private static final Duration RESTART_INTERVAL = Duration.ofMillis(100);

  // A sleeping thread may wake up this much too late.
  private static final long SPIN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final Messages.Setup setup;
  private final Consumer<String> replies;
  private final BlockingQueue<String> lines;
  private final Share share;
  private final ClassLoader loader;
  private final List<ClientFeature.Settings> ofRun;

  private List<ClientFeature> features = List.of();

  private Payload payload;

  /** Records deleted since the load: all numbers below it. */
  private long deleted;

  /** Delay of the last phase after the common start, in microseconds. */
  private long lateMicros;

  /**
   * @param replies takes a line at once, from several threads
   * @param lines lines of the harness or the group
   */
  WorkerRun(
      Messages.Setup setup,
      Consumer<String> replies,
      BlockingQueue<String> lines,
      ClassLoader loader) {
    this.setup = setup;
    this.replies = replies;
    this.lines = lines;
    this.loader = loader;
    this.share = setup.share().orElse(Share.WHOLE);
    // The machines of a group begin at one instant, so they read nothing before it.
    this.ofRun =
        setup.share().isPresent()
            ? List.of()
            : Stream.concat(
                    Stream.<ClientFeature.Settings>of(UsageMeter::new), setup.features().stream())
                .toList();
    // Drivers load classes by name from here; the client threads inherit it.
    Thread.currentThread().setContextClassLoader(loader);
  }

  void make(Messages.PhaseCommand command) throws InterruptedException {
    try {
      replies.accept(WorkerGroup.ANSWER + Messages.JSON.writeValueAsString(run(command)));
    } catch (JsonProcessingException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /**
   * Runs a phase, or this machine's part of it. A fault of the database, or a wrong workload, is an
   * outcome.
   */
  Messages.Part run(Messages.PhaseCommand command) throws InterruptedException {
    begins(RunPart.WARM_UP);
    lateMicros = 0;
    try {
      return part(command);
    } catch (ReplayException | IllegalArgumentException | ConfigurationException wrong) {
      return Messages.Part.failed(wrong.getMessage());
    } catch (OutOfMemoryError tooSmall) {
      return Messages.Part.failed("the worker's heap is too small for this run");
    } catch (IOException broken) {
      return Messages.Part.broken(broken);
    }
  }

  private Messages.Part part(Messages.PhaseCommand command)
      throws ReplayException, InterruptedException, IOException {
    PhaseMeasurement measured = measure(command);
    Measurement.Resources resources = Measurement.Resources.NONE;
    for (ClientFeature each : features) {
      resources = each.figures(resources, measured.good());
    }
    return new Messages.Part(
        Optional.of(measured), Optional.empty(), Optional.empty(), lateMicros, resources);
  }

  private PhaseMeasurement measure(Messages.PhaseCommand command)
      throws ReplayException, InterruptedException, IOException {
    if (command.load()) {
      deleted = 0;
    }
    TraceSpec spec =
        new TraceSpec(
            command.workload(),
            setup.threads(),
            command.extent().operations(),
            deleted,
            deleted + command.extent().records(),
            command.extent().seed(),
            share);
    if (payload == null || command.load()) {
      payload = payload(spec);
      if (!command.load()) {
        payload.verifier().areThere(spec.records()); // another process wrote them
      }
    }
    ReplaySettings settings =
        new ReplaySettings(
            command.rate().target() / (double) share.machines(),
            command.rate().poisson(),
            Duration.ofMillis(command.rate().settleMillis()),
            setup.patience(),
            command.use().rehearsal() ? 0 : AUDITED,
            seriesInterval(command),
            command.numbering());
    ClientFactory factory = clients(command);
    ClientFeature.NextPhase next =
        new ClientFeature.NextPhase(
            spec,
            payload,
            command.use().rehearsal(),
            command.extent().durationMillis() > 0,
            command.use().isUp(),
            command.use().kept(),
            command.servers(),
            setup.patience(),
            factory,
            this::start);
    features =
        Stream.concat(ofRun.stream(), command.use().features().stream())
            .map(each -> each.make(next))
            .toList();
    for (ClientFeature each : features) {
      factory = each.wrap(factory);
    }
    Replayer replayer = new Replayer(factory, payload, settings, listener(command));
    PhaseMeasurement measured;
    long warmUpOperations = command.extent().warmUp();
    try (Trace warmUp =
        warmUpOperations == 0 ? null : Trace.record(spec.warmUp(warmUpOperations))) {
      measured = replay(replayer, settings, command, spec, warmUp);
    }
    deleted += measured.good(OperationKind.DELETE);
    for (ClientFeature each : features) {
      each.made();
    }
    return measured;
  }

  /** Clients without features. */
  private ClientFactory clients(Messages.PhaseCommand command) {
    Map<String, String> all = new HashMap<>(command.workload().properties());
    // Clients that size a database by them find the values of this phase.
    all.put(
        "recordcount",
        Long.toString(command.load() ? command.extent().operations() : command.extent().records()));
    // They read it as an int.
    all.put(
        "operationcount",
        Long.toString(Math.min(command.extent().operations(), Integer.MAX_VALUE)));
    all.put("threadcount", Integer.toString(setup.threads()));
    // The runner looks at a result before its client's next operation.
    all.putIfAbsent("reusebuffers", "true");
    all.putAll(Words.strings(setup.client().properties()));
    return thread -> {
      DB client =
          (DB)
              Class.forName(setup.client().className(), true, loader)
                  .getDeclaredConstructor()
                  .newInstance();
      Properties properties = new Properties();
      properties.putAll(all);
      client.setProperties(properties);
      return client;
    };
  }

  private interface Replay {
    PhaseMeasurement run() throws ReplayException, InterruptedException;
  }

  private PhaseMeasurement connected(Replay replay)
      throws ReplayException, InterruptedException, IOException {
    int connected = 0;
    try {
      for (; connected < features.size(); connected++) {
        features.get(connected).connects();
      }
      return replay.run();
    } finally {
      while (connected > 0) {
        features.get(--connected).gone();
      }
    }
  }

  private static Duration seriesInterval(Messages.PhaseCommand command) {
    Duration usual = seriesInterval(command.extent().durationMillis());
    return !command.use().isUp() && usual.compareTo(RESTART_INTERVAL) > 0
        ? RESTART_INTERVAL
        : usual;
  }

  /** Enough samples to judge whether a phase that ends by time became steady. */
  static Duration seriesInterval(long durationMillis) {
    return durationMillis == 0
        ? Duration.ofSeconds(1)
        : Duration.ofMillis(Math.max(10, Math.min(1000, durationMillis / SAMPLES)));
  }

  private ProgressListener listener(Messages.PhaseCommand command) {
    boolean inTurn = command.extent().iterationMillis() > 0;
    return new ProgressListener() {
      private boolean over = !inTurn;

      @Override
      public void progress(long done, long asked, long elapsedNanos) {
        replies.accept(WorkerGroup.PROGRESS + done);
      }

      @Override
      public void starts() {
        begins(RunPart.PHASE);
      }

      @Override
      public boolean ready() throws InterruptedException {
        if (inTurn) {
          over = !start();
          return !over;
        }
        return setup.share().isEmpty() || start();
      }

      @Override
      public void segmentStarts() throws InterruptedException {
        for (ClientFeature each : features) {
          each.begins();
        }
      }

      @Override
      public void segmentEnded() throws InterruptedException {
        // The first one measures the others least.
        for (int i = features.size() - 1; i >= 0; i--) {
          features.get(i).ended();
        }
      }

      @Override
      public void ended() throws InterruptedException {
        // The checks of this database must not disturb the last iterations of others.
        while (!over) {
          over = !start();
        }
        begins(RunPart.CHECK);
      }
    };
  }

  private PhaseMeasurement replay(
      Replayer replayer,
      ReplaySettings settings,
      Messages.PhaseCommand command,
      TraceSpec spec,
      Trace warmUp)
      throws ReplayException, InterruptedException, IOException {
    Duration time = Duration.ofMillis(command.extent().durationMillis());
    boolean isUp = command.use().isUp();
    if (time.isZero() || command.load() || !isUp) {
      try (Trace trace = settings.target() > 0 ? Trace.recordShared(spec) : Trace.record(spec)) {
        Segments segments = time.isZero() ? Segments.of(trace) : Segments.of(trace, time);
        return connected(
            () ->
                replayer.replay(isUp && !time.isZero() ? segments.practising() : segments, warmUp));
      }
    }
    try (Segments segments = Segments.lasting(time, spec, settings.target())) {
      if (command.use().rehearsal()) {
        segments.practising();
      } else if (command.extent().iterationMillis() > 0) {
        segments.in(Duration.ofMillis(command.extent().iterationMillis()));
      }
      return connected(() -> replayer.replay(segments, warmUp));
    }
  }

  private Payload payload(TraceSpec spec) {
    RecordShape shape =
        setup.records().workloads().stream()
            .map(Workload::shape)
            .reduce(spec.shape(), RecordShape::or);
    ValueSource values =
        payload != null
            ? payload.values()
            : new ValueSource(
                setup.records().seed(),
                shape.maxFieldLength(),
                setup.client().printable()
                    ? ValueSource.Alphabet.TEXT
                    : ValueSource.Alphabet.BINARY,
                spec.workload().compressibility(),
                share);
    return new Payload(
        spec.keyFormat(),
        values,
        new Verifier(setup.verify(), values, shape, spec.keyFormat(), setup.records().most()),
        setup.client().scansInOrder());
  }

  /**
   * Waits for the common start of all machines, or for the turn of this database; false if the
   * phase is over, or another machine cannot begin.
   */
  private boolean start() throws InterruptedException {
    replies.accept(WorkerGroup.READY);
    String line = lines.take();
    if (!line.startsWith(WorkerGroup.START)) {
      return line.equals(Messages.GO);
    }
    lateMicros = await(Long.parseLong(line.substring(WorkerGroup.START.length()).strip()));
    return true;
  }

  /**
   * Waits for an instant that several machines agreed on.
   *
   * @param micros the instant, since 1970 by the clock of this machine
   * @return how late it is then, in microseconds
   */
  private static long await(long micros) throws InterruptedException {
    long now = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    long start = System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(micros - now);
    for (long left = start - System.nanoTime(); left > 0; left = start - System.nanoTime()) {
      if (left > SPIN_NANOS) {
        LockSupport.parkNanos(left - SPIN_NANOS);
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
      } else {
        Thread.onSpinWait();
      }
    }
    return TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - start);
  }

  private void begins(RunPart part) {
    replies.accept(Messages.PART + part.name());
  }
}
