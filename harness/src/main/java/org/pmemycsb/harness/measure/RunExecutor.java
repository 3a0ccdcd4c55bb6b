package org.pmemycsb.harness.measure;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.FileFailure;
import org.pmemycsb.harness.host.workspace.Workspaces;
import org.pmemycsb.harness.measure.RunPhases.RunListener;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.Purpose;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.settings.RunSpec;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.RunPart;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.SafeFolder;
import org.pmemycsb.spi.Trait;

/**
 * Makes one run after another: opens a fresh database with all that belongs to it, has {@link
 * RunPhases} take it through the phases, and removes everything. Thread-safe: the databases of an
 * invocation have a thread each.
 */
final class RunExecutor {
  private final RunContext context;
  private final Openings openings;

  RunExecutor(RunContext context) {
    this.context = context;
    this.openings = new Openings(context.experiment().databases());
  }

  /**
   * @param turns when the database may work
   * @return a result for each phase of the experiment
   * @throws ConfigurationException if no database of the experiment can be opened, and no machine
   *     was lost
   */
  List<PhaseResult> execute(RunSpec spec, Turns turns, Progress progress)
      throws IOException, InterruptedException {
    RunClock clock = new RunClock(turns::nanos, RunPart.SERVER);
    List<PhaseResult> results =
        new ArrayList<>(execute(spec, new RunListener(clock, progress, turns)));
    double measured =
        results.stream().mapToDouble(phase -> phase.measurement().work().seconds()).sum();
    results.set(0, results.get(0).withRunSeconds(clock.seconds(measured)));
    return results;
  }

  /**
   * Opens and closes each database with code of the user's. It costs little, and a mistake is known
   * before anything is measured.
   *
   * @throws ConfigurationException if one cannot be opened
   */
  void rehearse(List<RunSpec> specs) throws IOException {
    Set<String> tried = new HashSet<>();
    for (RunSpec spec : specs) {
      DatabaseChoice database = spec.database();
      if (context.databases().traits(database).has(Trait.TAKES_OTHER_OPTIONS)
          && tried.add(database.identity())) {
        Path scratch = context.workspaces().home().newFolder("runner");
        List<Path> made = new ArrayList<>(List.of(scratch));
        try {
          new OpenRun(context, spec, folders(database, scratch, made)).rehearse();
        } catch (DatabaseException full) {
          throw new ConfigurationException(full.getMessage(), full);
        } finally {
          for (Path folder : made) {
            SafeFolder.delete(folder);
          }
        }
      }
    }
  }

  private List<PhaseResult> execute(RunSpec spec, RunListener listener)
      throws IOException, InterruptedException {
    if (!Files.isDirectory(context.results())) {
      // The harness does not make it again without its files.
      throw new NoSuchFileException(context.results().toString());
    }
    Path scratch = context.workspaces().home().newFolder("runner");
    List<Path> made = new ArrayList<>(List.of(scratch));
    try {
      return new OpenRun(context, spec, folders(spec.database(), scratch, made))
          .make(runPhases(spec, listener.turns()), openings, listener);
    } catch (DatabaseException full) {
      OpenRun none = new OpenRun(context, spec, null);
      return OpenRun.notRun(
          runPhases(spec, listener.turns()), none.expected(true), full.getMessage(), listener);
    } finally {
      for (Path folder : made) {
        SafeFolder.delete(folder);
      }
    }
  }

  /**
   * Makes the folders on the places of a database.
   *
   * @param made gets each
   * @throws DatabaseException if a place has no room; another place may have it
   */
  private Feature.Folders folders(DatabaseChoice database, Path scratch, List<Path> made)
      throws DatabaseException, IOException {
    String name = database.id().replaceAll("[^A-Za-z0-9.-]+", "-");
    Path data = folder(context.workspaces().at(database.place()), name);
    made.add(data);
    Optional<Path> log = Optional.empty();
    if (database.logPlace().isPresent()) {
      log = Optional.of(folder(context.workspaces().at(database.logPlace()), name + "-log"));
      made.add(log.get());
    }
    return new Feature.Folders(data, log, scratch);
  }

  private static Path folder(Workspaces.LockedPlace site, String name)
      throws DatabaseException, IOException {
    try {
      return site.workspace().newFolder(name);
    } catch (FileSystemException full) {
      throw new DatabaseException(
          "place %s: cannot write to %s: %s"
              .formatted(site.place().name(), site.place().folder(), FileFailure.describe(full)),
          full);
    }
  }

  private RunPhases runPhases(RunSpec spec, Turns turns) {
    return new RunPhases(
        context.experiment(),
        spec,
        phases(spec, turns),
        context.workspaces().home(),
        context.secrets());
  }

  /**
   * The phases of a run. Floor, ceiling and runs beside the comparison kill no database. Where
   * databases are measured side by side, the workloads that write least come first: a faster
   * database writes more in the same time.
   */
  private List<Phase> phases(RunSpec spec, Turns turns) {
    boolean restarts =
        spec.runner() == RunnerKind.TRACE
            && spec.purpose() == Purpose.COMPARISON
            && context.databases().traits(spec.database()).has(Trait.KEEPS_RECORDS);
    return context.experiment().phases().stream()
        .filter(phase -> restarts || !phase.restartsDatabase())
        .sorted(Comparator.comparingDouble(phase -> turns.areShared() ? writes(phase) : 0))
        .toList();
  }

  private double writes(Phase phase) {
    return phase.isLoad() ? -1 : phase.mix(context.experiment().properties()).writeShare();
  }
}
