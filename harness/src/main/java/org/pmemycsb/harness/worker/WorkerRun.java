package org.pmemycsb.harness.worker;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import org.pmemycsb.harness.BoundedCall;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.host.MemoryControl;
import org.pmemycsb.harness.measure.ClientFactory;
import org.pmemycsb.harness.measure.FirstAnswer;
import org.pmemycsb.harness.measure.Payload;
import org.pmemycsb.harness.measure.ProgressListener;
import org.pmemycsb.harness.measure.ReadStall;
import org.pmemycsb.harness.measure.ReplayException;
import org.pmemycsb.harness.measure.ReplaySettings;
import org.pmemycsb.harness.measure.Replayer;
import org.pmemycsb.harness.measure.SlowerReads;
import org.pmemycsb.harness.outcome.PhaseMeasurement;
import org.pmemycsb.harness.profile.Profiler;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.Profile;
import org.pmemycsb.harness.result.Restart;
import org.pmemycsb.harness.result.RunPart;
import org.pmemycsb.harness.result.Usage;
import org.pmemycsb.harness.standin.CounterFile;
import org.pmemycsb.harness.trace.OperationKind;
import org.pmemycsb.harness.trace.RecordShape;
import org.pmemycsb.harness.trace.Share;
import org.pmemycsb.harness.trace.Trace;
import org.pmemycsb.harness.trace.TraceRecorder;
import org.pmemycsb.harness.trace.TraceSpec;
import org.pmemycsb.harness.trace.ValueSource;
import org.pmemycsb.harness.trace.Verifier;
import org.pmemycsb.harness.trace.Workload;
import org.pmemycsb.harness.workspace.MemoryGroup;

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
  private final UsageMeter usage = new UsageMeter();
  private List<Long> servers = List.of();
  private Payload payload;
  private Optional<Profiler> profiler = Optional.empty();

  /** How long the reads of the last phase waited; null if none was slowed. */
  private ReadStall stall;

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
    Optional<Meter> meter = meter();
    usage.comes(servers);
    profiler =
        command.use().profile().map(to -> new Profiler(Path.of(to.scratch()), setup.patience()));
    PhaseMeasurement measured = measure(command, meter);
    boolean restarted = command.afterRestart();
    return new Messages.Part(
        Optional.of(measured),
        Optional.empty(),
        Optional.empty(),
        lateMicros,
        restarted || setup.share().isPresent()
            ? Measurement.Resources.NONE
            : resources(command, meter, measured.good()),
        restarted ? Optional.of(restart) : Optional.empty());
  }

  private Measurement.Resources resources(
      Messages.PhaseCommand command, Optional<Meter> meter, long operations)
      throws InterruptedException, IOException {
    Usage used = usage.usage(operations);
    Profile profile =
        profiler.isPresent()
            ? profiler.get().finish(Path.of(command.use().profile().orElseThrow().file()))
            : null;
    return new Measurement.Resources(
        meter.map(each -> each.demand(operations)).orElse(null), profile, used, stall);
  }

  private PhaseMeasurement measure(Messages.PhaseCommand command, Optional<Meter> meter)
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
    SlowerReads.Clients phaseClients = clients.of(command, payload, spec, meter);
    stall = phaseClients.stall();
    Replayer replayer = new Replayer(phaseClients.factory(), payload, settings, listener(command));
    if (command.afterRestart()) {
      return confined(() -> afterRestart(command, spec, replayer));
    }
    PhaseMeasurement measured;
    long warmUpOperations = command.extent().warmUp();
    try (Trace warmUp =
        warmUpOperations == 0 ? null : TraceRecorder.record(spec.warmUp(warmUpOperations))) {
      measured =
          confined(
              () -> {
                if (command.use().restart().filter(Messages.RestartStep::open).isPresent()) {
                  // This client is never cleaned up: the process is killed while its store is open.
                  connect(clients.plain(command, Optional.empty()));
                }
                return replay(replayer, command, spec, warmUp);
              });
    }
    deleted += measured.good(OperationKind.DELETE);
    clients.practised(command, payload, spec);
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
              clients.plain(command, Optional.empty()),
              payload,
              spec.shape(),
              Math.min(watched, spec.records() - 1),
              setup.patience())) {
        restart = Restart.answered(server, first.openedAt() - begin, first.answeredAt() - begin);
        Duration time = Duration.ofMillis(command.extent().durationMillis());
        return time.isZero() ? replayer.replay(trace) : replayer.rehearse(trace, time);
      }
    }
  }

  private interface Replay {
    PhaseMeasurement run() throws ReplayException, InterruptedException;
  }

  /** Replays within the limit of the memory of a database that is in this process. */
  private PhaseMeasurement confined(Replay replay)
      throws ReplayException, InterruptedException, IOException {
    if (setup.memoryGroup().isEmpty()) {
      return replay.run();
    }
    System.gc(); // the collector's own memory is not the database's
    Path own = MemoryControl.find().own();
    MemoryGroup.enter(Path.of(setup.memoryGroup().get()));
    try {
      return replay.run();
    } finally {
      MemoryGroup.enter(own);
    }
  }

  private Optional<Meter> meter() throws IOException {
    if (setup.counters().isEmpty() || setup.share().isPresent()) {
      return Optional.empty();
    }
    CounterFile counters = CounterFile.open(Path.of(setup.counters().get()));
    return Optional.of(new Meter(counters, setup.threads() == 1));
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
        // The machines of a crew begin at one instant.
        if (setup.share().isEmpty()) {
          usage.begins();
          if (profiler.isPresent()) {
            profiler.get().begins(servers);
          }
        }
      }

      @Override
      public void segmentEnded() throws InterruptedException {
        if (setup.share().isEmpty()) {
          if (profiler.isPresent()) {
            profiler.get().ended();
          }
          usage.ended();
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
      Replayer replayer, Messages.PhaseCommand command, TraceSpec spec, Trace warmUp)
      throws ReplayException, InterruptedException {
    Duration time = Duration.ofMillis(command.extent().durationMillis());
    if (!time.isZero() && !command.load()) {
      return command.use().rehearsal()
          ? replayer.practise(time, spec, warmUp)
          : replayer.replay(time, iteration(command, time), spec, warmUp);
    }
    try (Trace trace = record(command, spec)) {
      return time.isZero() ? replayer.replay(trace, warmUp) : replayer.practise(trace, time);
    }
  }

  private static Duration iteration(Messages.PhaseCommand command, Duration phase) {
    long millis = command.extent().iterationMillis();
    return millis == 0 ? phase : Duration.ofMillis(millis);
  }

  private static Trace record(Messages.PhaseCommand command, TraceSpec spec)
      throws InterruptedException {
    return command.rate().target() > 0
        ? TraceRecorder.recordShared(spec)
        : TraceRecorder.record(spec);
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
