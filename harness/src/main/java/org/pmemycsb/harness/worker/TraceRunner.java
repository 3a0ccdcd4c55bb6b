package org.pmemycsb.harness.worker;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.pmemycsb.harness.experiment.ArrivalKind;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.experiment.Phase;
import org.pmemycsb.harness.measure.HistogramLogs;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.run.ChildJvm;
import org.pmemycsb.harness.run.LastLines;
import org.pmemycsb.harness.run.RunTask;
import org.pmemycsb.harness.run.Runner;
import org.pmemycsb.harness.worker.Messages.PhaseCommand;
import org.pmemycsb.spi.DatabaseException;

/**
 * Runs all phases of a run in one fresh JVM that replays recorded operations.
 *
 * <p>Before the load, a part of the records is loaded for practice and the database emptied again:
 * a load is over in a second, and would otherwise be a measurement of the JVM's compiler. A
 * database that nobody can empty goes without. Before a workload, other operations of the same
 * workload warm up.
 */
public final class TraceRunner implements Runner {
  private final ChildJvm jvm;
  private final int patienceSeconds;

  /**
   * @param patienceSeconds how long may pass without an operation finished before a phase is given
   *     up
   */
  public TraceRunner(ChildJvm jvm, int patienceSeconds) {
    this.jvm = jvm;
    this.patienceSeconds = patienceSeconds;
  }

  @Override
  public Session start(RunTask task) throws IOException {
    return new Run(task);
  }

  private final class Run implements Session {
    private final RunTask task;
    private final LastLines lastLines = new LastLines();
    private final Process child;
    private final BufferedWriter commands;
    private final BufferedReader replies;

    Run(RunTask task) throws IOException {
      this.task = task;
      Experiment experiment = task.experiment();
      this.child =
          jvm.start(
              WorkerMain.class.getName(),
              List.of(),
              List.of(),
              task.heapMiB(),
              task.environment(),
              null,
              lastLines);
      this.commands = child.outputWriter();
      this.replies = child.inputReader();
      say(
          new Messages.Setup(
              task.clientClass(),
              task.jars().stream().map(Path::toString).toList(),
              task.printable(),
              RunTask.strings(task.clientProperties()),
              task.spec().threads(),
              task.verify().id(),
              patienceSeconds,
              experiment.layout(task.spec().valueSize()).maxRecords(),
              experiment.seed() + task.spec().repeat()));
    }

    @Override
    public Measurement run(Phase phase, long recordCount, LongConsumer progress)
        throws IOException, InterruptedException {
      Optional<Measurement> failed =
          phase.isLoad() ? practise(phase, recordCount) : Optional.empty();
      return failed.isPresent()
          ? failed.get()
          : converse(command(task, phase, recordCount), progress);
    }

    /** Loads records for practice, where they can be removed again; gives what went wrong. */
    private Optional<Measurement> practise(Phase phase, long recordCount)
        throws IOException, InterruptedException {
      if (task.reset().isEmpty()) {
        return Optional.empty();
      }
      PhaseCommand practice = command(task, phase, task.practiceRecords(recordCount)).asRehearsal();
      Optional<String> failure = converse(practice, operations -> {}).failure();
      if (failure.isEmpty()) {
        try {
          task.reset().get().run();
        } catch (DatabaseException notEmpty) {
          failure = Optional.of(notEmpty.getMessage());
        }
      }
      return failure.map(reason -> Measurement.failed(recordCount, reason));
    }

    private Measurement converse(PhaseCommand command, LongConsumer progress)
        throws IOException, InterruptedException {
      try {
        say(command);
      } catch (IOException gone) {
        return dead(command);
      }
      for (String line = replies.readLine(); line != null; line = replies.readLine()) {
        Messages.Reply reply = Messages.JSON.readValue(line, Messages.Reply.class);
        reply.progress().ifPresent(progress::accept);
        if (reply.measurement().isPresent()) {
          return reply.measurement().get();
        }
      }
      return dead(command);
    }

    private Measurement dead(PhaseCommand command) throws InterruptedException {
      boolean ended = child.waitFor(patienceSeconds, TimeUnit.SECONDS);
      return command.failed(
          "the worker "
              + (ended ? "ended with status " + child.exitValue() : "says nothing more")
              + lastLines.because());
    }

    private void say(Object message) throws IOException {
      commands.write(Messages.JSON.writeValueAsString(message));
      commands.newLine();
      commands.flush();
    }

    @Override
    public void close() {
      child.destroyForcibly();
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
        load ? 0 : task.warmUpOperations(),
        load ? 0 : experiment.target(),
        experiment.arrivals() == ArrivalKind.POISSON,
        false,
        Optional.of(
            task.histograms()
                .resolve(HistogramLogs.fileName(task.spec().id(), phase.id()))
                .toString()),
        task.seed(phase));
  }
}
