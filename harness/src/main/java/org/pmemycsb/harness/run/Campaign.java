package org.pmemycsb.harness.run;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.database.Databases;
import org.pmemycsb.harness.design.DatabaseChoice;
import org.pmemycsb.harness.design.RunSpec;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.experiment.Grid;
import org.pmemycsb.harness.experiment.Settings;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Journal;
import org.pmemycsb.harness.result.PhaseResult;

/** Makes all runs of an experiment that the journal does not have yet, or has as INVALID. */
public final class Campaign {
  private final Experiment experiment;
  private final List<RunSpec> grid;
  private final Function<DatabaseChoice, ?> client;
  private final RunExecutor executor;
  private final Journal journal;
  private final Progress progress;
  private final Object journalLock = new Object();
  private boolean stopped;

  /**
   * @param client the code of a database's clients
   * @param executor makes the runs; closed at the end
   */
  Campaign(
      Experiment experiment,
      List<RunSpec> grid,
      Function<DatabaseChoice, ?> client,
      RunExecutor executor,
      Journal journal,
      Progress progress) {
    this.experiment = experiment;
    this.grid = grid;
    this.client = client;
    this.executor = executor;
    this.journal = journal;
    this.progress = progress;
  }

  /** The runs of an experiment, without the levels of durability that a database does not have. */
  public static List<RunSpec> grid(Experiment experiment, Databases databases) {
    List<RunSpec> runs =
        Grid.expand(
            experiment,
            new Grid.Offer(
                (database, durability) ->
                    // Asking for a level changes neither a bare client nor one of a claimed level.
                    database.isClass() || database.claimedDurability().isPresent()
                        ? durability
                            == database.claimedDurability().orElse(experiment.durabilities().get(0))
                        : databases
                            .get(database.id())
                            .durabilities(database.options())
                            .contains(durability),
                database -> databases.get(database.id()).nativeReplay().isPresent(),
                database -> databases.get(database.id()).needsPersistentMemory(),
                databases::client));
    if (experiment.get(Settings.SPLIT) && runs.stream().allMatch(run -> run.aside().isDurable())) {
      throw new ConfigurationException(
          "split: no database of the experiment keeps durable records in persistent memory; name pmemkv,"
              + " pm-redis or pm-postgres, at periodic or commit, or leave split out");
    }
    return runs;
  }

  /** Hears that a repeat of the whole grid is done, and that more repeats are to come. */
  @FunctionalInterface
  public interface AfterRepeat {
    /**
     * @param repeat how many repeats are done
     */
    void done(int repeat) throws IOException;
  }

  /** The runs of each further round within the budget; none without one. */
  public static List<RunSpec> furtherRound(Experiment experiment, List<RunSpec> grid) {
    return !experiment.budget().isZero() ? Refinement.round(experiment, grid) : List.of();
  }

  /**
   * Makes the runs: those of the grid, and then the rounds that fit in the budget. The budget of a
   * resumed experiment begins anew.
   *
   * @return true when all are made, false when {@link #stop} was called
   */
  public boolean run(AfterRepeat afterRepeat) throws IOException, InterruptedException {
    try (executor) {
      return runAll(afterRepeat);
    }
  }

  private boolean runAll(AfterRepeat afterRepeat) throws IOException, InterruptedException {
    long start = System.nanoTime();
    List<RunSpec> open = open(grid, journal.readAll());
    progress.gridStarted(open);
    for (int i = 0; i < open.size(); i++) {
      RunSpec run = open.get(i);
      if (!make(run)) {
        return false;
      }
      if (i + 1 < open.size() && open.get(i + 1).invocation() > run.invocation()) {
        afterRepeat.done(run.repeat());
      }
    }
    Refinement refinement = new Refinement(experiment, grid, client);
    List<RunSpec> round = refinement.next(journal.read(), left(start));
    if (!open.isEmpty() && !round.isEmpty()) {
      afterRepeat.done(experiment.repeats());
    }
    while (!round.isEmpty()) {
      round.forEach(progress::runAdded);
      for (RunSpec run : round) {
        if (!make(run)) {
          return false;
        }
      }
      round = refinement.next(journal.read(), left(start));
    }
    return true;
  }

  /**
   * The runs to make: those that are missing, and once more those that are INVALID. They take their
   * places in the grid; those of further rounds follow.
   *
   * @param made the phases of the journal
   */
  static List<RunSpec> open(List<RunSpec> grid, List<PhaseResult> made) {
    Map<String, List<PhaseResult>> runs = Cells.grouped(made, phase -> RunSpec.first(phase.run()));
    List<RunSpec> open = new ArrayList<>();
    for (RunSpec run : grid) {
      List<PhaseResult> before = runs.remove(run.id());
      if (before == null) {
        open.add(run);
      } else if (isInvalid(before)) {
        open.add(run.after(before.get(0).run()));
      }
    }
    for (List<PhaseResult> further : runs.values()) {
      PhaseResult first = further.get(0);
      if (isInvalid(further)) {
        grid.stream()
            .filter(run -> run.combination().equals(RunSpec.combination(first.run())))
            .findFirst()
            .map(
                run ->
                    run.repeated(first.origin().repeat(), first.origin().invocation())
                        .after(first.run()))
            .ifPresent(open::add);
      }
    }
    return open;
  }

  private static boolean isInvalid(List<PhaseResult> run) {
    return !run.stream().allMatch(PhaseResult::valid);
  }

  private Duration left(long start) {
    return experiment.budget().minusNanos(System.nanoTime() - start);
  }

  private boolean make(RunSpec run) throws IOException, InterruptedException {
    progress.runStarted(run);
    List<PhaseResult> results;
    try {
      results = executor.execute(run, progress);
    } catch (IOException | InterruptedException | RuntimeException failed) {
      if (isStopped()) {
        return false;
      }
      throw failed;
    }
    synchronized (journalLock) {
      if (stopped) {
        return false;
      }
      journal.append(results);
    }
    progress.runFinished(run);
    return true;
  }

  /** The remains on servers that could not be removed, a line each. */
  public List<String> left() {
    return executor.left();
  }

  private boolean isStopped() {
    synchronized (journalLock) {
      return stopped;
    }
  }

  /**
   * From now on nothing is added to the journal: a run that is under way is broken off, and what it
   * would report is the breaking off. Waits for a run that is being written. For shutdown hooks.
   */
  public void stop() {
    synchronized (journalLock) {
      stopped = true;
    }
  }
}
