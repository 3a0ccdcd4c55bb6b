package org.pmemycsb.harness.measure.worker;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.stream.Stream;
import org.pmemycsb.harness.BoundedCall;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.client.replay.ClientFactory;
import org.pmemycsb.harness.client.replay.FirstAnswer;
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
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.Restart;
import org.pmemycsb.harness.result.RunPart;

/** Makes the phases of one run, or this machine's share of them. */
final class WorkerRun {
  // Steadiness is judged by the last half of at least 12.
  private static final int SAMPLES = 20;
  // How many records are read after a phase, of those that were written.
  private static final long AUDITED = 1000;
  // The precision of the time until the throughput is back.
  private static final Duration RESTART_INTERVAL = Duration.ofMillis(100);

  private final Messages.Setup setup;
  private final Replies replies;
  private final BlockingQueue<String> lines;
  private final Share share;
  private final RunClients clients;
  private final List<ClientFeature> features;
  private List<Long> servers = List.of();
  private Payload payload;

  /** The times of the last restart, without that of the throughput. */
  private Restart restart;

  /** Records deleted since the load: all numbers below it. */
  private long deleted;

  /** Delay of the last phase after the common start, in microseconds. */
  private long lateMicros;

  /**
   * @param lines lines of the harness or the crew
   */
  WorkerRun(
      Messages.Setup setup, Replies replies, BlockingQueue<String> lines, ClassLoader loader) {
    this.setup = setup;
    this.replies = replies;
    this.lines = lines;
    this.clients = new RunClients(setup, loader);
    this.share = setup.share().orElse(Share.WHOLE);
    // The machines of a crew begin at one instant, so they read nothing before it.
    this.features =
        setup.share().isPresent()
            ? List.of()
            : Stream.concat(
                    Stream.of(new UsageMeter()),
                    setup.features().stream().map(ClientFeature.Settings::make))
                .toList();
    // Drivers load classes by name from here; the client threads inherit it.
    Thread.currentThread().setContextClassLoader(loader);
  }

  /** The processes of the servers in the next phases. */
  void serversAre(List<Long> processes) {
    servers = processes;
  }

  /** Runs a phase, and says how it ended. */
  void make(Messages.PhaseCommand command) throws InterruptedException {
    replies.answer(run(command));
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
    boolean restarted = command.afterRestart();
    Measurement.Resources resources = Measurement.Resources.NONE;
    for (ClientFeature each : restarted ? List.<ClientFeature>of() : features) {
      resources = each.figures(resources, measured.good());
    }
    return new Messages.Part(
        Optional.of(measured),
        Optional.empty(),
        Optional.empty(),
        lateMicros,
        resources,
        restarted ? Optional.of(restart) : Optional.empty());
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
      if (command.afterRestart()) {
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
    ClientFeature.Coming coming =
        new ClientFeature.Coming(
            spec,
            payload,
            command.use().rehearsal(),
            command.extent().durationMillis() > 0,
            command.afterRestart(),
            command.use().kept(),
            servers,
            setup.patience());
    ClientFactory plain = clients.of(command);
    ClientFactory factory = plain;
    for (ClientFeature each : features) {
      factory = each.comes(coming, factory);
    }
    Replayer replayer = new Replayer(factory, payload, settings, listener(command));
    if (command.afterRestart()) {
      return connected(() -> afterRestart(command, spec, replayer));
    }
    PhaseMeasurement measured;
    long warmUpOperations = command.extent().warmUp();
    try (Trace warmUp =
        warmUpOperations == 0 ? null : Trace.record(spec.warmUp(warmUpOperations))) {
      measured =
          connected(
              () -> {
                if (command.use().restart().filter(Messages.RestartStep::open).isPresent()) {
                  // This client is never cleaned up: the process is killed while its store is open.
                  connect(plain);
                }
                return replay(replayer, settings, command, spec, warmUp);
              });
    }
    deleted += measured.good(OperationKind.DELETE);
    for (ClientFeature each : features) {
      each.made(coming, plain);
    }
    return measured;
  }

  private void connect(ClientFactory clients) throws ReplayException, InterruptedException {
    try {
      BoundedCall.<Void, Exception>make(
          "connect",
          setup.patience(),
          () -> {
            clients.create(0).init();
            return null;
          });
    } catch (InterruptedException stopped) {
      throw stopped;
    } catch (Exception failed) {
      throw new ReplayException("no client can connect before the kill: " + failed, failed);
    }
  }

  /** Waits until the database is started again and gives a right answer, and replays then. */
  private PhaseMeasurement afterRestart(
      Messages.PhaseCommand command, TraceSpec spec, Replayer replayer)
      throws ReplayException, InterruptedException {
    try (Trace trace = record(command, spec)) {
      begins(RunPart.SERVER);
      replies.line(Replies.READY);
      long server = Long.parseLong(lines.take().substring(Messages.RESTARTED.length()));
      long begin = System.nanoTime();
      long watched = payload.verifier().watchedKeys() == 0 ? 0 : payload.verifier().watchedKey(0);
      try (FirstAnswer first =
          new FirstAnswer(
              clients.of(command),
              payload,
              spec.shape(),
              Math.min(watched, spec.records() - 1),
              setup.patience())) {
        restart = Restart.answered(server, first.openedAt() - begin, first.answeredAt() - begin);
        Duration time = Duration.ofMillis(command.extent().durationMillis());
        return replayer.replay(time.isZero() ? Segments.of(trace) : Segments.of(trace, time), null);
      }
    }
  }

  private interface Replay {
    PhaseMeasurement run() throws ReplayException, InterruptedException;
  }

  private PhaseMeasurement connected(Replay replay)
      throws ReplayException, InterruptedException, IOException {
    for (ClientFeature each : features) {
      each.connects();
    }
    try {
      return replay.run();
    } finally {
      for (ClientFeature each : features) {
        each.gone();
      }
    }
  }

  private static Duration seriesInterval(Messages.PhaseCommand command) {
    Duration usual = seriesInterval(command.extent().durationMillis());
    return command.afterRestart() && usual.compareTo(RESTART_INTERVAL) > 0
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
        replies.line(Replies.PROGRESS + done);
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

  private static PhaseMeasurement replay(
      Replayer replayer,
      ReplaySettings settings,
      Messages.PhaseCommand command,
      TraceSpec spec,
      Trace warmUp)
      throws ReplayException, InterruptedException {
    Duration time = Duration.ofMillis(command.extent().durationMillis());
    if (time.isZero() || command.load()) {
      try (Trace trace = record(command, spec)) {
        return replayer.replay(
            time.isZero() ? Segments.of(trace) : Segments.of(trace, time).practising(), warmUp);
      }
    }
    try (Segments segments = Segments.lasting(time, spec, settings.target())) {
      if (command.use().rehearsal()) {
        segments.practising();
      } else if (command.extent().iterationMillis() > 0) {
        segments.in(Duration.ofMillis(command.extent().iterationMillis()));
      }
      return replayer.replay(segments, warmUp);
    }
  }

  private static Trace record(Messages.PhaseCommand command, TraceSpec spec)
      throws InterruptedException {
    return command.rate().target() > 0 ? Trace.recordShared(spec) : Trace.record(spec);
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
    replies.line(Replies.READY);
    String line = lines.take();
    if (!line.startsWith(CommonStart.WORD)) {
      return line.equals(Messages.GO);
    }
    lateMicros =
        CommonStart.await(Long.parseLong(line.substring(CommonStart.WORD.length()).strip()));
    return true;
  }

  private void begins(RunPart part) {
    replies.line(Replies.PART + part.name());
  }
}
