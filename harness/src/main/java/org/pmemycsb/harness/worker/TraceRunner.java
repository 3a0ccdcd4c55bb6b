package org.pmemycsb.harness.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pmemycsb.harness.design.Aside;
import org.pmemycsb.harness.design.Phase;
import org.pmemycsb.harness.design.Words;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.host.Inventory;
import org.pmemycsb.harness.measure.SlowerMemory;
import org.pmemycsb.harness.outcome.HistogramLogs;
import org.pmemycsb.harness.profile.Profiler;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.ResultFolder;
import org.pmemycsb.harness.result.RunPart;
import org.pmemycsb.harness.run.Crew;
import org.pmemycsb.harness.run.LazyFleet;
import org.pmemycsb.harness.run.LostMachineException;
import org.pmemycsb.harness.run.MemoryLimit;
import org.pmemycsb.harness.run.RunTask;
import org.pmemycsb.harness.run.Runner;
import org.pmemycsb.harness.run.Shards;
import org.pmemycsb.harness.trace.SeededRandom;
import org.pmemycsb.harness.trace.Workload;
import org.pmemycsb.harness.worker.Messages.PhaseCommand;
import org.pmemycsb.harness.workspace.ChildJvm;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.ServerSettings;

/**
 * Runs all phases of a run in one JVM that replays recorded operations, or in one on each machine
 * of a cluster. The runs of an invocation share the JVM, also those of another database with the
 * same clients, unless it has a stand-in for libpmem or a phase failed in it.
 *
 * <p>Before the load, it loads records for practice and empties the database. Without practice, a
 * short load would measure the JVM's compiler. A fresh JVM repeats this until {@link
 * RunTask#PRACTICE} is over or enough operations are made. If workloads end by time, it goes on
 * until its compiler has little to do, for {@link RunTask#MOST_PRACTICE} at most, and runs each
 * workload for a moment after each load. A load that takes less than {@link
 * Measurement#ENOUGH_SECONDS} is made again, up to {@value #MOST_LOADS} times ({@value
 * #MOST_LOADS_OF_CREW} in a cluster), and its figures are those of all loads. On a model of a
 * slower memory, a load of all records comes before it: only then can be measured how long their
 * reads wait. A database that cannot be emptied goes without all of these. Before a workload, other
 * operations of the same workload warm up. A counted run has no practice, no second load and no
 * warm-up.
 */
public final class TraceRunner implements Runner {
  // A load of a few records stays short, so that a small experiment ends soon.
  private static final int MOST_LOADS = 10;

  // On many machines, a common start takes seconds.
  private static final int MOST_LOADS_OF_CREW = 3;

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
  public Shards open(
      DatabaseAdapter adapter,
      String place,
      Path folder,
      ServerSettings settings,
      int machines,
      int heapMiB)
      throws DatabaseException, InterruptedException {
    Crew crew;
    try {
      crew =
          CrewWorkers.muster(
              fleet.get(), machines, heapMiB, adapter.clientEnvironment(settings.medium()));
    } catch (IOException lost) {
      throw new LostMachineException(lost.getMessage());
    }
    return new CrewShards(crew, machines, adapter, place, folder, settings);
  }

  @Override
  public Session start(RunTask task) throws IOException, InterruptedException {
    if (task.spec().machines() > 0) {
      return new Run(task, new CrewWorkers(fleet.get(), task, setup(task)), false);
    }
    OneWorker worker = new OneWorker(jvm, task, patience);
    worker.begin(task, setup(task));
    return new OneRun(task, worker, false);
  }

  @Override
  public Invocation invoke() {
    return new SharedJvm();
  }

  private final class SharedJvm implements Invocation {
    private OneWorker worker;
    private Map<String, String> environment;

    @Override
    public Session start(RunTask task) throws IOException, InterruptedException {
      // The counters and delays of a stand-in belong to one run, and so do the flags of a profile.
      if (task.spec().machines() > 0 || task.standIn().isPresent() || task.isProfiled()) {
        return TraceRunner.this.start(task);
      }
      if (!task.client().environment().equals(environment)) {
        close();
      }
      boolean warm = worker != null;
      if (!warm) {
        worker = new OneWorker(jvm, task, patience);
        environment = task.client().environment();
      }
      worker.begin(task, setup(task));
      return new OneRun(task, worker, warm) {
        @Override
        public void close() {
          if (failed) {
            SharedJvm.this.close();
          }
        }
      };
    }

    @Override
    public void close() {
      if (worker != null) {
        worker.close();
        worker = null;
      }
    }
  }

  private Messages.Setup setup(RunTask task) throws IOException {
    Experiment experiment = task.experiment();
    List<Workload> workloads = new ArrayList<>();
    for (Phase phase : experiment.phases()) {
      workloads.add(task.workload(phase));
    }
    Messages.Client client =
        new Messages.Client(
            task.client().className(),
            // A fleet brings all jars to its machines, where they lie in other places.
            task.spec().machines() > 0
                ? List.of()
                : task.client().jars().stream().map(Path::toString).toList(),
            task.client().printable(),
            Words.strings(task.client().properties()),
            task.client().scansInOrder());
    return new Messages.Setup(
        client,
        task.spec().threads(),
        task.verify(),
        (int) patience.toSeconds(),
        new Messages.Records(
            experiment.layout(task.spec().valueSize()).maxRecords(),
            SeededRandom.seedOf(experiment.seed(), task.spec().repeat()),
            workloads),
        task.isCounted()
            ? task.standIn().map(each -> each.counters().toString())
            : Optional.empty(),
        task.waitsForReads()
            ? Optional.of(
                new SlowerMemory(
                    task.client().slower().factor(),
                    Inventory.largestCache(),
                    task.standIn().orElseThrow().library().toString(),
                    task.client().slower().served()))
            : Optional.empty(),
        Optional.empty(),
        task.database().memory().flatMap(MemoryLimit::ofClients).map(Path::toString));
  }

  private static class Run implements Session {
    final RunTask task;
    private final boolean alone;
    private final Workers workers;
    private final boolean warm;

    /** Whether anything failed: threads of it may still use the database. */
    boolean failed;

    /**
     * @param warm whether the workers have made a run before
     */
    Run(RunTask task, Workers workers, boolean warm) {
      this.task = task;
      this.alone = task.spec().machines() == 0;
      this.workers = workers;
      this.warm = warm;
    }

    @Override
    public Measurement run(Phase phase, long recordCount, Watch watch)
        throws IOException, InterruptedException {
      Measurement measured = measure(phase, recordCount, watch);
      failed |= !measured.valid();
      return measured;
    }

    /** Has the workers make a phase, and begins to watch the servers, which a reset may replace. */
    private Measurement make(PhaseCommand command, Watch watch)
        throws IOException, InterruptedException {
      task.database().servers().watchTheLiving();
      boolean before = failed;
      failed = true; // unless it ends well
      Measurement measured = workers.make(command, watch);
      failed = before || !measured.valid();
      return measured;
    }

    private Measurement measure(Phase phase, long recordCount, Watch watch)
        throws IOException, InterruptedException {
      PhaseCommand command = command(task, phase, recordCount);
      if (!phase.isLoad() || task.isCounted() || task.database().reset().isEmpty()) {
        return make(command, watch);
      }
      Optional<String> failure = practise(phase, recordCount, watch);
      if (failure.isEmpty() && task.waitsForReads()) {
        failure = rehearse(command, watch.during(RunPart.PRACTICE));
      }
      return failure.isPresent() ? command.failed(failure.get()) : load(command, watch);
    }

    @Override
    public Measurement run(Phase phase, long recordCount, Step step, Watch watch)
        throws IOException, InterruptedException {
      return make(
          command(task, phase, recordCount)
              .asTrial(step.number(), step.rate(), task.experiment().goal().orElseThrow()),
          watch);
    }

    /**
     * Loads, and repeats the load into the emptied database until the time is enough for a figure.
     */
    private Measurement load(PhaseCommand command, Watch watch)
        throws IOException, InterruptedException {
      Measurement measured = make(command, watch);
      for (int loads = 1;
          loads < (alone ? MOST_LOADS : MOST_LOADS_OF_CREW)
              && measured.valid()
              && measured.work().seconds() < Measurement.ENOUGH_SECONDS;
          loads++) {
        watch.enter(RunPart.WARM_UP);
        Optional<String> failure = task.database().empty();
        measured =
            failure.isPresent() ? command.failed(failure.get()) : make(command.onceMore(), watch);
      }
      return measured;
    }

    /**
     * Loads all records, so that the worker can measure how long their reads wait for memory, and
     * removes them; returns the failure, if any.
     */
    private Optional<String> rehearse(PhaseCommand command, Watch watch)
        throws IOException, InterruptedException {
      return make(command.asRehearsal(Duration.ZERO), watch).failure().or(task.database()::empty);
    }

    /** Loads records for practice, and removes them; returns the failure, if any. */
    private Optional<String> practise(Phase phase, long recordCount, Watch watch)
        throws IOException, InterruptedException {
      Watch practising = watch.during(RunPart.PRACTICE);
      PhaseCommand whole = command(task, phase, task.practiceRecords(recordCount));
      long operations = 0;
      long begin = System.nanoTime();
      while (true) {
        Measurement practice = make(whole.asRehearsal(RunTask.PRACTICE), practising);
        if (!warm && practice.failure().isEmpty()) {
          practiseWorkloads(whole.extent().operations(), practising);
        }
        Optional<String> failure = practice.failure().or(task.database()::empty);
        if (failure.isPresent()) {
          return failure;
        }
        operations += practice.work().good();
        Duration taken = Duration.ofNanos(System.nanoTime() - begin);
        Measurement.WarmUp end = practice.start().warmUp();
        if (task.isPractised(warm, operations, taken, end == null || end.steady())) {
          return Optional.empty();
        }
      }
    }

    /** Runs each workload for practice. One that fails here will fail in its phase, too. */
    private void practiseWorkloads(long records, Watch practising)
        throws IOException, InterruptedException {
      List<Phase> workloads =
          task.experiment().phases().stream()
              .filter(each -> each.isWarmWorkload() && task.endsByTime(each))
              .toList();
      if (alone && !task.waitsForReads()) {
        for (Phase workload : workloads) {
          Duration share = RunTask.PRACTICE.dividedBy(2 * workloads.size());
          make(command(task, workload, records).asRehearsal(share), practising);
        }
      }
    }

    @Override
    public void close() {
      workers.close();
    }
  }

  /** A run on this machine, which can restart its database. */
  private class OneRun extends Run {
    private final OneWorker worker;

    OneRun(RunTask task, OneWorker worker, boolean warm) {
      super(task, worker, warm);
      this.worker = worker;
    }

    @Override
    public Measurement restart(Phase phase, long records, DatabaseServer server, Watch watch)
        throws IOException, InterruptedException {
      boolean before = failed;
      failed = true; // unless it ends well
      task.database().servers().watchTheLiving();
      Measurement measured =
          new Restarting(task, setup(task), worker, server)
              .make(command(task, phase, records), watch);
      failed = before || !measured.valid();
      return measured;
    }
  }

  /** The command for a phase. A target holds for workloads only. */
  static PhaseCommand command(RunTask task, Phase phase, long recordCount) throws IOException {
    Path results = task.folders().results();
    Experiment experiment = task.experiment();
    boolean load = phase.isLoad();
    return new PhaseCommand(
        task.workload(phase),
        new Messages.Extent(
            task.operations(phase, recordCount),
            task.endsByTime(phase) ? task.duration().toMillis() : 0,
            load ? 0 : recordCount,
            load ? 0 : task.warmUpOperations(phase),
            task.seed(phase)),
        new Messages.Rate(
            load || task.isCounted() ? 0 : experiment.target(), experiment.isPoisson(), 0),
        new Messages.ResultUse(
            false,
            false,
            task.spec().aside() == Aside.NONE
                ? Optional.of(
                    Files.createDirectories(ResultFolder.histograms(results))
                        .resolve(HistogramLogs.fileName(task.spec().id(), phase.id()))
                        .toString())
                : Optional.empty(),
            task.isProfiled()
                ? Optional.of(
                    new Messages.ProfileFiles(
                        Files.createDirectories(ResultFolder.profiles(results))
                            .resolve(Profiler.fileName(task.spec().id(), phase.id()))
                            .toString(),
                        task.folders().scratch().toString()))
                : Optional.empty(),
            Optional.empty(),
            Optional.empty()),
        Optional.empty());
  }
}
