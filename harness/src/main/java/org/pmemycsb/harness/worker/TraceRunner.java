package org.pmemycsb.harness.worker;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pmemycsb.harness.experiment.ArrivalKind;
import org.pmemycsb.harness.experiment.Aside;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.experiment.Phase;
import org.pmemycsb.harness.measure.HistogramLogs;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.RunPart;
import org.pmemycsb.harness.run.ChildJvm;
import org.pmemycsb.harness.run.Conversation;
import org.pmemycsb.harness.run.LastLines;
import org.pmemycsb.harness.run.RunTask;
import org.pmemycsb.harness.run.Runner;
import org.pmemycsb.harness.worker.Messages.PhaseCommand;
import org.pmemycsb.spi.DatabaseException;

/**
 * Runs all phases of a run in one fresh JVM that replays recorded operations.
 *
 * <p>Before the load, records are loaded for practice and the database emptied again: a load is
 * over in a second, and would otherwise be a measurement of the JVM's compiler. Where there are few
 * records, that is done again and again, until {@link RunTask#PRACTICE} is over or has made enough
 * operations. A load that takes less than {@link Measurement#ENOUGH_SECONDS} is made again, up to
 * {@value #MOST_LOADS} times, and its figures are those of all loads. A database that nobody can
 * empty goes without both. Before a workload, other operations of the same workload warm up. In a
 * run that is only counted there is no practice, no second load and no warm-up.
 */
public final class TraceRunner implements Runner {
  // A load of a few records stays short, so that a small experiment ends soon.
  private static final int MOST_LOADS = 10;
  private static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

  private final ChildJvm jvm;
  private final Duration patience;

  /**
   * @param patience how long may pass without an operation finished before a phase is given up
   */
  public TraceRunner(ChildJvm jvm, Duration patience) {
    this.jvm = jvm;
    this.patience = patience;
  }

  @Override
  public Session start(RunTask task) throws IOException {
    return new Run(task);
  }

  private final class Run implements Session {
    private final RunTask task;
    private final LastLines lastLines = new LastLines();
    private final Conversation worker;

    Run(RunTask task) throws IOException {
      this.task = task;
      Experiment experiment = task.experiment();
      List<Map<String, String>> workloads = new ArrayList<>();
      for (Phase phase : experiment.phases()) {
        workloads.add(RunTask.strings(task.workload(phase)));
      }
      this.worker =
          new Conversation(
              jvm.by(task.clients())
                  .start(
                      WorkerMain.class.getName(),
                      List.of(),
                      List.of(),
                      task.heapMiB(),
                      task.environment(),
                      null,
                      lastLines));
      say(
          new Messages.Setup(
              task.clientClass(),
              task.jars().stream().map(Path::toString).toList(),
              task.printable(),
              RunTask.strings(task.clientProperties()),
              task.spec().threads(),
              task.verify(),
              (int) patience.toSeconds(),
              experiment.layout(task.spec().valueSize()).maxRecords(),
              experiment.seed() + task.spec().repeat(),
              workloads,
              task.isCounted()
                  ? task.standIn().map(each -> each.counters().toString())
                  : Optional.empty()));
    }

    @Override
    public Measurement run(Phase phase, long recordCount, Watch watch)
        throws IOException, InterruptedException {
      PhaseCommand command = command(task, phase, recordCount);
      if (!phase.isLoad() || task.isCounted() || task.reset().isEmpty()) {
        return converse(command, watch);
      }
      Optional<String> failure = practise(phase, recordCount, watch);
      return failure.isPresent() ? command.failed(failure.get()) : load(command, watch);
    }

    @Override
    public Measurement run(Phase phase, long recordCount, Step step, Watch watch)
        throws IOException, InterruptedException {
      return converse(
          command(task, phase, recordCount)
              .asTrial(step.number(), step.rate(), task.experiment().goal().orElseThrow()),
          watch);
    }

    /** Loads, and again into the emptied database as long as the time is too short for a figure. */
    private Measurement load(PhaseCommand command, Watch watch)
        throws IOException, InterruptedException {
      Measurement measured = converse(command, watch);
      for (int loads = 1;
          loads < MOST_LOADS && measured.valid() && measured.seconds() < Measurement.ENOUGH_SECONDS;
          loads++) {
        watch.enter(RunPart.WARM_UP);
        Optional<String> failure = reset();
        measured =
            failure.isPresent()
                ? command.failed(failure.get())
                : converse(command.onceMore(), watch);
      }
      return measured;
    }

    /** Empties the database; gives what went wrong. */
    private Optional<String> reset() {
      try {
        task.reset().orElseThrow().run();
        return Optional.empty();
      } catch (DatabaseException notEmpty) {
        return Optional.of(notEmpty.getMessage());
      }
    }

    /** Loads records for practice, and removes them again; gives what went wrong. */
    private Optional<String> practise(Phase phase, long recordCount, Watch watch)
        throws IOException, InterruptedException {
      Watch practising = watch.during(RunPart.PRACTICE);
      PhaseCommand whole = command(task, phase, task.practiceRecords(recordCount));
      long operations = 0;
      Duration left = RunTask.PRACTICE;
      do {
        long begin = System.nanoTime();
        Measurement practice = converse(whole.asRehearsal(left), practising);
        Optional<String> failure = practice.failure().or(this::reset);
        if (failure.isPresent()) {
          return failure;
        }
        operations += practice.good();
        left = left.minusNanos(System.nanoTime() - begin);
      } while (operations < RunTask.WARM_UP_OPERATIONS && left.toMillis() > 0);
      return Optional.empty();
    }

    private Measurement converse(PhaseCommand command, Watch watch)
        throws IOException, InterruptedException {
      say(command);
      for (String line = answer(); !line.equals(Conversation.END); line = answer()) {
        Messages.Reply reply = Messages.JSON.readValue(line, Messages.Reply.class);
        reply.part().ifPresent(watch::enter);
        reply.progress().ifPresent(watch::operations);
        if (reply.measurement().isPresent()) {
          return reply.measurement().get();
        }
      }
      return command.failed("the worker " + worker.end(patience) + lastLines.because());
    }

    /** The worker itself ends a phase in which nothing happens. */
    private String answer() throws InterruptedException {
      return worker.answer(FOREVER);
    }

    private void say(Object message) throws IOException {
      worker.say(Messages.JSON.writeValueAsString(message));
    }

    @Override
    public void close() {
      worker.close();
    }
  }

  /** The command for a phase; a target holds for workloads, and a load is as fast as it can be. */
  static PhaseCommand command(RunTask task, Phase phase, long recordCount) throws IOException {
    Experiment experiment = task.experiment();
    boolean load = phase.isLoad();
    return new PhaseCommand(
        RunTask.strings(task.workload(phase)),
        load,
        task.operations(phase, recordCount),
        task.endsByTime(phase) ? experiment.duration().toMillis() : 0,
        load ? 0 : recordCount,
        load ? 0 : task.warmUpOperations(phase),
        load || task.isCounted() ? 0 : experiment.target(),
        experiment.arrivals() == ArrivalKind.POISSON,
        false,
        false,
        task.spec().aside() != Aside.NONE
            ? Optional.empty()
            : Optional.of(
                task.histograms()
                    .resolve(HistogramLogs.fileName(task.spec().id(), phase.id()))
                    .toString()),
        task.seed(phase),
        0,
        Optional.empty());
  }
}
