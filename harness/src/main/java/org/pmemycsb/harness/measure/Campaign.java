package org.pmemycsb.harness.measure;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.measure.database.Databases;
import org.pmemycsb.harness.plan.design.Show;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.Grid;
import org.pmemycsb.harness.plan.settings.RunSpec;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Journal;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.spi.Trait;

/** Makes all runs of an experiment that the journal does not have yet, or has as INVALID. */
public final class Campaign {
  private final Experiment experiment;
  private final List<RunSpec> grid;
  private final Groups groups;
  private final RunExecutor executor;
  private final Journal journal;
  private final Progress progress;
  private final Object journalLock = new Object();
  private boolean stopped;

  Campaign(
      Experiment experiment,
      List<RunSpec> grid,
      Groups groups,
      RunExecutor executor,
      Journal journal,
      Progress progress) {
    this.experiment = experiment;
    this.grid = grid;
    this.groups = groups;
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
                            == database
                                .claimedDurability()
                                .orElse(experiment.get(Settings.DURABILITIES).get(0))
                        : databases.traits(database).durabilities().contains(durability),
                database -> databases.get(database.id()).nativeReplay().isPresent(),
                database -> databases.traits(database).has(Trait.NEEDS_PERSISTENT_MEMORY)));
    if (experiment.shows(Show.SPLIT) && runs.stream().allMatch(run -> run.purpose().isDurable())) {
      throw new ConfigurationException(
          "show: split needs a database that keeps durable records in persistent memory; name pmemkv,"
              + " pm-redis or pm-postgres, at periodic or commit, or leave split out");
    }
    return runs;
  }

  /** Hears that a repeat of the whole grid is done, and that more repeats are to come. */
  @FunctionalInterface
  public interface AfterRepeat {
    void done(int repeat) throws IOException;
  }

  /** The runs of each further round within the budget; none without one. */
  public static List<RunSpec> furtherRound(Experiment experiment, List<RunSpec> grid) {
    return experiment.budget().isZero() ? List.of() : Refinement.round(experiment, grid);
  }

  /**
   * Makes the runs: those of the grid, and then the rounds that fit in the budget. The budget of a
   * resumed experiment begins anew.
   *
   * @return true when all are made, false when {@link #stop} was called
   */
  public boolean run(AfterRepeat afterRepeat) throws IOException, InterruptedException {
    long start = System.nanoTime();
    List<RunSpec> open = open(grid, journal.contents().phases());
    progress.gridStarted(open);
    List<List<RunSpec>> invocations = groups.of(open);
    for (int i = 0; i < invocations.size(); i++) {
      int repeat = invocations.get(i).get(0).repeat();
      if (!make(invocations.get(i))) {
        return false;
      }
      if (i + 1 < invocations.size() && invocations.get(i + 1).get(0).repeat() > repeat) {
        afterRepeat.done(repeat);
      }
    }
    Refinement refinement = new Refinement(experiment, grid);
    refinement.roundTook(
        Duration.ofNanos((System.nanoTime() - start) / Math.max(1, rounds(invocations))));
    List<RunSpec> round = refinement.next(journal.read(), left(start));
    if (!open.isEmpty() && !round.isEmpty()) {
      afterRepeat.done(experiment.repeats());
    }
    while (!round.isEmpty()) {
      long begin = System.nanoTime();
      round.forEach(progress::runAdded);
      for (List<RunSpec> invocation : groups.of(round)) {
        if (!make(invocation)) {
          return false;
        }
      }
      refinement.roundTook(Duration.ofNanos(System.nanoTime() - begin));
      round = refinement.next(journal.read(), left(start));
    }
    return true;
  }

  private static long rounds(List<List<RunSpec>> invocations) {
    return invocations.stream().map(runs -> runs.get(0).repeat()).distinct().count();
  }

  /**
   * The runs to make: those that are missing, and once more those that are INVALID. They take their
   * places in the grid; those of further rounds follow.
   */
  static List<RunSpec> open(List<RunSpec> grid, List<PhaseResult> made) {
    Map<String, List<PhaseResult>> runs = Cells.grouped(made, phase -> phase.origin().run());
    List<RunSpec> open = new ArrayList<>();
    for (RunSpec run : grid) {
      List<PhaseResult> before = runs.remove(run.id());
      if (before == null) {
        open.add(run);
      } else if (isInvalid(before)) {
        open.add(run.again(before.get(0).origin().again() + 1));
      }
    }
    for (List<PhaseResult> further : runs.values()) {
      PhaseResult.Origin first = further.get(0).origin();
      if (isInvalid(further)) {
        grid.stream()
            .map(run -> run.repeated(first.invocation()).again(first.again() + 1))
            .filter(run -> run.run().equals(first.run()))
            .findFirst()
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

  /** Makes an invocation; false if {@link #stop} was called. */
  private boolean make(List<RunSpec> invocation) throws IOException, InterruptedException {
    progress.invocationStarted(invocation);
    int members = invocation.size();
    Duration iteration = members == 1 ? Duration.ZERO : experiment.get(Settings.ITERATION);
    long iterations =
        members == 1
            ? 1
            : experiment
                .duration()
                .plus(experiment.get(Settings.ITERATION))
                .minusNanos(1)
                .dividedBy(experiment.get(Settings.ITERATION));
    Rotation rotation =
        new Rotation(
            members,
            // A client and its server use two processors. Of two databases on two, one often waits.
            Math.max(2, Runtime.getRuntime().availableProcessors() / 2),
            new Random(experiment.get(Settings.SEED) + invocation.get(0).repeat()));
    return rotation.run(
        number ->
            make(
                invocation.get(number),
                new Rotation.Member(rotation, number, iteration, Math.toIntExact(iterations))));
  }

  private boolean make(RunSpec run, Rotation.Member member)
      throws IOException, InterruptedException {
    progress.runStarted(run);
    List<PhaseResult> results;
    try {
      results = executor.execute(run, member, progress);
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
