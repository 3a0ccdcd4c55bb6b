package org.pmemycsb.harness.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.pmemycsb.harness.host.workspace.Workspaces;
import org.pmemycsb.harness.measure.RunPhases.RunListener;
import org.pmemycsb.harness.measure.database.Databases;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.Purpose;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.design.Secrets;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.RunSpec;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.RunPart;
import org.pmemycsb.spi.Trait;

/**
 * Makes the runs of an experiment, and has the parts that they share. Thread-safe: the databases of
 * an invocation have a thread each.
 *
 * @param left takes what could not be removed from a server, a line each; from several threads
 */
record RunExecutor(
    Experiment experiment,
    Databases databases,
    Map<RunnerKind, Runner> runners,
    Workspaces workspaces,
    List<Feature.Kind> features,
    Path workloads,
    Path results,
    Secrets secrets,
    Collection<String> left,
    Openings openings) {

  /** The databases of an experiment that opened, and those that never did. Thread-safe. */
  static final class Openings {
    private final Set<String> asked;
    private final Set<String> opened = new HashSet<>();
    private final Map<String, String> failed = new LinkedHashMap<>();

    Openings(List<DatabaseChoice> databases) {
      asked = databases.stream().map(DatabaseChoice::identity).collect(Collectors.toSet());
    }

    synchronized void opened(DatabaseChoice database) {
      opened.add(database.identity());
    }

    /**
     * A database did not open.
     *
     * @return the reasons of all, if none has ever opened and none is left to be tried
     */
    synchronized Optional<String> failed(DatabaseChoice database, String reason) {
      failed.put(database.identity(), reason);
      if (asked.stream().anyMatch(opened::contains) || !failed.keySet().containsAll(asked)) {
        return Optional.empty();
      }
      return Optional.of(
          failed.size() == 1
              ? reason
              : "no database of the experiment can be opened: "
                  + failed.entrySet().stream()
                      .map(each -> each.getKey() + ": " + each.getValue())
                      .collect(Collectors.joining("; ")));
    }
  }

  /**
   * Makes a run on a fresh database.
   *
   * @return a result for each phase of the experiment
   * @throws org.pmemycsb.harness.ConfigurationException if no database of the experiment can be
   *     opened, and no machine was lost
   */
  List<PhaseResult> execute(RunSpec spec, Rotation.Member member, Progress progress)
      throws IOException, InterruptedException {
    RunClock clock = new RunClock(member.rotation()::nanos, RunPart.SERVER);
    if (!Files.isDirectory(results)) {
      // The harness does not make it again without its files.
      throw new NoSuchFileException(results.toString());
    }
    RunListener listener = new RunListener(clock, progress, member);
    RunPhases phases = new RunPhases(this, spec, phases(spec, member), listener);
    List<PhaseResult> made = new ArrayList<>(new OpenRun(this, spec).make(phases));
    double measured =
        made.stream().mapToDouble(phase -> phase.measurement().work().seconds()).sum();
    made.set(0, made.get(0).withRunSeconds(clock.seconds(measured)));
    return made;
  }

  /**
   * Opens and closes each database with code of the user's. It costs little, and a mistake is known
   * before anything is measured.
   *
   * @throws org.pmemycsb.harness.ConfigurationException if one cannot be opened
   */
  void rehearse(List<RunSpec> specs) throws IOException, InterruptedException {
    Set<String> tried = new HashSet<>();
    for (RunSpec spec : specs) {
      if (databases.traits(spec.database()).has(Trait.TAKES_OTHER_OPTIONS)
          && tried.add(spec.database().identity())) {
        new OpenRun(this, spec).rehearse();
      }
    }
  }

  /**
   * The phases of a run. Floor, ceiling and runs beside the comparison kill no database. Where
   * databases are measured side by side, the workloads that write least come first: a faster
   * database writes more in the same time.
   */
  private List<Phase> phases(RunSpec spec, Rotation.Member member) {
    boolean restarts =
        spec.runner() == RunnerKind.TRACE
            && spec.purpose() == Purpose.COMPARISON
            && databases.traits(spec.database()).has(Trait.KEEPS_RECORDS);
    return experiment.phases().stream()
        .filter(phase -> restarts || !phase.restartsDatabase())
        .sorted(Comparator.comparingDouble(phase -> member.isAlone() ? 0 : writes(phase)))
        .toList();
  }

  private double writes(Phase phase) {
    return phase.isLoad() ? -1 : experiment.mix(phase).writeShare();
  }
}
