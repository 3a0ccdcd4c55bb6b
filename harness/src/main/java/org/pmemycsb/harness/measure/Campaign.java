package org.pmemycsb.harness.measure;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.host.workspace.Workspaces;
import org.pmemycsb.harness.measure.database.Databases;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.design.Secrets;
import org.pmemycsb.harness.plan.design.Show;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.Grid;
import org.pmemycsb.harness.plan.settings.RunSpec;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Journal;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.spi.Trait;

/**
 * Makes all runs of an experiment that the journal does not have yet, or has as INVALID. Has the
 * parts that the runs share. Thread-safe: the databases of an invocation have a thread each.
 */
public final class Campaign {
  final Experiment experiment;
  final Databases databases;
  final Secrets secrets;
  final Map<RunnerKind, Runner> runners;
  final Workspaces workspaces;
  final List<Feature.Kind> features;
  final Path workloads;
  final Path results;

  private final Journal journal;
  private final Groups groups;
  private final Progress progress;
  private final Collection<String> left;
  private final Set<String> opened = new HashSet<>();
  private final Map<String, String> notOpened = new LinkedHashMap<>();
  private final Object journalLock = new Object();
  private boolean stopped;

  /**
   * @param left takes what could not be removed from a server, a line each; from several threads
   */
  Campaign(
      LocalExperiment local,
      Groups groups,
      Map<RunnerKind, Runner> runners,
      Workspaces workspaces,
      List<Feature.Kind> features,
      Path workloads,
      Path results,
      Collection<String> left,
      Progress progress) {
    this.experiment = local.experiment();
    this.databases = local.databases();
    this.secrets = local.secrets();
    this.groups = groups;
    this.runners = runners;
    this.workspaces = workspaces;
    this.features = features;
    this.workloads = workloads;
    this.results = results;
    this.journal = new Journal(results);
    this.left = left;
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
    List<RunSpec> grid = grid(experiment, databases);
    Refinement refinement = new Refinement(experiment, grid);
    List<RunSpec> open = open(grid, journal.contents().phases());
    progress.gridStarted(open);
    List<RunSpec> runs = open;
    while (true) {
      long begin = System.nanoTime();
      int repeat = Integer.MAX_VALUE;
      for (List<RunSpec> invocation : groups.of(runs)) {
        int next = invocation.get(0).repeat();
        if (next > repeat) {
          afterRepeat.done(repeat);
        }
        repeat = next;
        if (!make(invocation)) {
          return false;
        }
      }
      Duration ofRound = Duration.ofNanos((System.nanoTime() - begin) / Math.max(1, repeats(runs)));
      Duration left = experiment.budget().minusNanos(System.nanoTime() - start);
      List<RunSpec> further = refinement.next(journal.read(), left, ofRound);
      if (further.isEmpty()) {
        return true;
      }
      if (runs == open && !open.isEmpty()) {
        afterRepeat.done(experiment.repeats());
      }
      further.forEach(progress::runAdded);
      runs = further;
    }
  }

  private static long repeats(List<RunSpec> runs) {
    return runs.stream().map(RunSpec::repeat).distinct().count();
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
      results = new OpenRun(this, run).execute(member, progress);
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

  /**
   * Opens and closes each database with code of the user's. It costs little, and a mistake is known
   * before anything is measured.
   *
   * @throws ConfigurationException if one cannot be opened
   */
  void rehearse() throws IOException, InterruptedException {
    Set<String> tried = new HashSet<>();
    for (RunSpec run : grid(experiment, databases)) {
      if (databases.traits(run.database()).has(Trait.TAKES_OTHER_OPTIONS)
          && tried.add(run.database().identity())) {
        new OpenRun(this, run).rehearse();
      }
    }
  }

  synchronized void opened(DatabaseChoice database) {
    opened.add(database.identity());
  }

  /**
   * A database did not open.
   *
   * @throws ConfigurationException with the reasons of all, if none has ever opened and none is
   *     left to be tried
   */
  synchronized void notOpened(DatabaseChoice database, String reason, Throwable cause) {
    notOpened.put(database.identity(), reason);
    List<String> asked = experiment.databases().stream().map(DatabaseChoice::identity).toList();
    if (asked.stream().noneMatch(opened::contains) && notOpened.keySet().containsAll(asked)) {
      throw new ConfigurationException(
          notOpened.size() == 1
              ? reason
              : "no database of the experiment can be opened: "
                  + notOpened.entrySet().stream()
                      .map(each -> each.getKey() + ": " + each.getValue())
                      .collect(Collectors.joining("; ")),
          cause);
    }
  }

  void left(String line) {
    left.add(line);
  }
}
