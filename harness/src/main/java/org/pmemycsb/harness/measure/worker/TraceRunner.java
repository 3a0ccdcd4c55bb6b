package org.pmemycsb.harness.measure.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.pmemycsb.harness.client.outcome.HistogramLogs;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.client.trace.SeededRandom;
import org.pmemycsb.harness.client.trace.Workload;
import org.pmemycsb.harness.host.workspace.ChildJvm;
import org.pmemycsb.harness.host.workspace.ServerProcesses;
import org.pmemycsb.harness.measure.Feature;
import org.pmemycsb.harness.measure.LazyFleet;
import org.pmemycsb.harness.measure.RunTask;
import org.pmemycsb.harness.measure.Runner;
import org.pmemycsb.harness.measure.worker.Messages.PhaseCommand;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.Purpose;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.ResultFolder;
import org.pmemycsb.harness.result.RunPart;
import org.pmemycsb.spi.DatabaseException;

/**
 * Runs all phases of a run in one JVM that replays recorded operations, or in one on each machine
 * of a cluster.
 *
 * <p>Before the load, it loads records for practice and empties the database. Without practice, a
 * short load would measure the JVM's compiler. It repeats this until {@link RunTask#PRACTICE} is
 * over or enough operations are made, and, if workloads end by time, until the compiler has little
 * to do, for {@link RunTask#MOST_PRACTICE} at most. On a model of a slower memory, a load of all
 * records comes before it: only then can be measured how long their reads wait. A database that
 * cannot be emptied goes without these. Databases side by side load in turn, each behind a last
 * short practice. Before a workload, other operations of the same workload warm up. A counted run
 * has no practice and no warm-up.
 */
public final class TraceRunner implements Runner {
  private static final Duration LEAD_IN = Duration.ofMillis(100);

  private final ChildJvm jvm;
  private final Duration patience;
  private final LazyFleet fleet;

  /**
   * @param patience how long may pass without an operation finished before a phase is given up
   * @param fleet for the runs in a cluster; null if there are none
   */
  public TraceRunner(ChildJvm jvm, Duration patience, LazyFleet fleet) {
    this.jvm = jvm;
    this.patience = patience;
    this.fleet = fleet;
  }

  @Override
  public Duration patience() {
    return patience;
  }

  @Override
  public Session start(RunTask task) throws IOException, InterruptedException {
    if (task.spec().machines() > 0) {
      return new Run(task, null, Workers.of(fleet.get(), task, setup(task)));
    }
    OneWorker worker = new OneWorker(jvm, task, setup(task), patience);
    return new Run(task, worker, Workers.of(worker));
  }

  private Messages.Setup setup(RunTask task) throws IOException {
    Experiment experiment = task.experiment();
    List<Workload> workloads = new ArrayList<>();
    for (Phase phase : experiment.phases()) {
      workloads.add(task.workload(phase));
    }
    return new Messages.Setup(
        task.client(),
        task.spec().threads(),
        task.verify(),
        (int) patience.toSeconds(),
        new Messages.Records(
            experiment.layout(task.spec().valueSize()).maxRecords(),
            SeededRandom.seedOf(experiment.get(Settings.SEED), task.spec().repeat()),
            workloads),
        task.features().stream().flatMap(each -> each.inClients().stream()).toList(),
        Optional.empty());
  }

  /**
   * @param worker on this machine; null in a cluster
   */
  private record Run(RunTask task, OneWorker worker, Workers workers) implements Session {
    /** Has the workers make a phase, and begins to watch the servers, which a reset may replace. */
    private Measurement make(PhaseCommand command, Workers.Keep keep, Listener listener)
        throws IOException, InterruptedException {
      ServerProcesses servers = task.database().servers();
      servers.watchTheLiving();
      return workers.make(
          command.with(servers.running().stream().map(Process::pid).toList()), keep, listener);
    }

    @Override
    public Measurement run(Phase phase, long recordCount, Listener listener)
        throws IOException, InterruptedException {
      PhaseCommand command = command(task, phase, recordCount);
      Workers.Keep keep = new Workers.Keep(histograms(task), phase.id(), Optional.empty());
      return phase.isLoad()
          ? load(phase, recordCount, command, keep, listener)
          : make(command, keep, listener);
    }

    private Measurement load(
        Phase phase, long records, PhaseCommand command, Workers.Keep keep, Listener listener)
        throws IOException, InterruptedException {
      boolean practises = task.spec().purpose().isTimed() && task.database().reset().isPresent();
      boolean inTurn = !task.iteration().isZero();
      Optional<String> failure =
          practises ? practise(phase, records, command, listener) : Optional.empty();
      if (inTurn && failure.isEmpty()) {
        listener.turn();
        if (practises) {
          // While others practised, the machine took this database out of its caches.
          failure = rehearse(practice(phase, records), LEAD_IN, listener);
        }
      }
      Measurement loaded =
          failure.isPresent() ? command.failed(failure.get()) : make(command, keep, listener);
      if (inTurn && loaded.valid()) { // else the run ends, and its turn with it
        listener.turn();
      }
      return loaded;
    }

    @Override
    public Optional<String> reload(Phase load, long records, Listener listener)
        throws IOException, InterruptedException {
      Optional<String> failure = task.database().empty();
      return failure.isPresent()
          ? failure
          : make(
                  command(task, load, records).as(Variant.with(List.of())),
                  Workers.Keep.NONE,
                  listener.during(RunPart.PRACTICE))
              .failure();
    }

    @Override
    public Measurement run(Phase phase, long recordCount, Variant variant, Listener listener)
        throws IOException, InterruptedException {
      return make(
          command(task, phase, recordCount).as(variant),
          new Workers.Keep(
              Optional.empty(),
              phase.id(),
              task.experiment().goal().filter(any -> variant.rate() > 0)),
          listener);
    }

    @Override
    public void renewClients() throws DatabaseException, IOException, InterruptedException {
      worker.renew();
    }

    /**
     * Loads records and removes them; returns the failure, if any.
     *
     * @param atMost time after which no record is loaded any more; zero for all of them
     */
    private Optional<String> rehearse(PhaseCommand command, Duration atMost, Listener listener)
        throws IOException, InterruptedException {
      return make(command.asRehearsal(atMost), Workers.Keep.NONE, listener.during(RunPart.PRACTICE))
          .failure()
          .or(task.database()::empty);
    }

    /** Loads records for practice, and removes them; returns the failure, if any. */
    private Optional<String> practise(
        Phase phase, long records, PhaseCommand load, Listener listener)
        throws IOException, InterruptedException {
      Listener practising = listener.during(RunPart.PRACTICE);
      PhaseCommand whole = practice(phase, records);
      long operations = 0;
      long begin = System.nanoTime();
      while (true) {
        Measurement practice =
            make(whole.asRehearsal(RunTask.PRACTICE), Workers.Keep.NONE, practising);
        Optional<String> failure = practice.failure().or(task.database()::empty);
        if (failure.isPresent()) {
          return failure;
        }
        operations += practice.work().good();
        Duration taken = Duration.ofNanos(System.nanoTime() - begin);
        PhaseMeasurement.WarmUp end = practice.start().warmUp();
        if (task.isPractised(operations, taken, end == null || end.steady())) {
          return task.features().stream().anyMatch(Feature::rehearsesLoad)
              ? rehearse(load, Duration.ZERO, listener)
              : Optional.empty();
        }
      }
    }

    private PhaseCommand practice(Phase phase, long records) throws IOException {
      return command(task, phase, task.practiceRecords(records));
    }

    @Override
    public void close() {
      workers.close();
    }
  }

  private static Optional<Path> histograms(RunTask task) throws IOException {
    if (task.spec().purpose() != Purpose.COMPARISON) {
      return Optional.empty();
    }
    Path folder = ResultFolder.histograms(task.folders().results());
    return Optional.of(
        Files.createDirectories(folder).resolve(HistogramLogs.fileName(task.spec().id())));
  }

  /** The command for a phase. A target holds for workloads only. */
  static PhaseCommand command(RunTask task, Phase phase, long recordCount) throws IOException {
    Experiment experiment = task.experiment();
    boolean load = phase.isLoad();
    return new PhaseCommand(
        task.workload(phase),
        new Messages.Extent(
            task.operations(phase, recordCount),
            task.endsByTime(phase) ? task.duration().toMillis() : 0,
            task.endsByTime(phase) ? task.iteration().toMillis() : 0,
            load ? 0 : recordCount,
            load ? 0 : task.warmUpOperations(phase),
            task.seed(phase)),
        new Messages.Rate(
            load || !task.spec().purpose().isTimed() ? 0 : experiment.target(),
            experiment.get(Settings.TARGET).poisson(),
            0),
        new Messages.ResultUse(false, Optional.of(phase.id()), true, List.of()),
        Optional.empty(),
        List.of());
  }
}
