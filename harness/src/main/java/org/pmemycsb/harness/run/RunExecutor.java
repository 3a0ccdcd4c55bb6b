package org.pmemycsb.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.design.Aside;
import org.pmemycsb.harness.design.DatabaseChoice;
import org.pmemycsb.harness.design.Phase;
import org.pmemycsb.harness.design.RunSpec;
import org.pmemycsb.harness.design.RunnerKind;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.RunPart;
import org.pmemycsb.harness.run.RunPhases.Watching;
import org.pmemycsb.harness.workspace.Workspaces;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.SafeFolder;

/**
 * Makes one run after another: opens a fresh database with all that belongs to it, has {@link
 * RunPhases} take it through the phases, and removes everything. Successive runs under the same
 * conditions can share the process of their clients; closing ends the last one. Not thread-safe.
 */
final class RunExecutor implements AutoCloseable {
  private final RunContext context;
  private final Invocations invocations;
  private final Set<String> openedBefore = new HashSet<>();

  RunExecutor(RunContext context) {
    this.context = context;
    this.invocations =
        new Invocations(context.experiment().placement(), context.databases(), context.runners());
  }

  /**
   * @return a result for each phase of the experiment
   * @throws ConfigurationException if the database has never opened, and no machine was lost: what
   *     is wrong then is what was asked for, and it would be wrong in every run
   */
  List<PhaseResult> execute(RunSpec spec, Progress progress)
      throws IOException, InterruptedException {
    Runner.Invocation invocation = invocations.next(spec);
    RunClock clock = new RunClock(System::nanoTime, RunPart.SERVER);
    List<PhaseResult> results =
        new ArrayList<>(execute(spec, invocation, new Watching(clock, progress)));
    double measured =
        results.stream().mapToDouble(phase -> phase.measurement().work().seconds()).sum();
    results.set(0, results.get(0).withRunSeconds(clock.seconds(measured)));
    return results;
  }

  private List<PhaseResult> execute(RunSpec spec, Runner.Invocation invocation, Watching watching)
      throws IOException, InterruptedException {
    if (!Files.isDirectory(context.results())) {
      // The harness does not make it again without its files.
      throw new NoSuchFileException(context.results().toString());
    }
    Workspaces workspaces = context.workspaces();
    DatabaseChoice database = spec.database();
    Workspaces.Site site = workspaces.at(database.place());
    String name = database.id().replaceAll("[^A-Za-z0-9.-]+", "-");
    Path folder = site.workspace().newFolder(name);
    Optional<Path> log =
        database.logPlace().isPresent()
            ? Optional.of(workspaces.on(database.logPlace().get()).newFolder(name + "-log"))
            : Optional.empty();
    Path scratch = workspaces.home().newFolder("runner");
    try {
      OpenRun.Folders folders = new OpenRun.Folders(folder, log, scratch);
      return hooked(spec, new OpenRun(context, spec, folders, invocation), folders, watching);
    } finally {
      SafeFolder.delete(folder);
      if (log.isPresent()) {
        SafeFolder.delete(log.get());
      }
      SafeFolder.delete(scratch);
    }
  }

  private List<Path> onDisks(RunSpec spec, OpenRun.Folders folders) {
    Workspaces workspaces = context.workspaces();
    List<Path> all = new ArrayList<>();
    if (workspaces.at(spec.database().place()).medium() == Medium.DISK) {
      all.add(folders.data());
    }
    folders
        .log()
        .filter(log -> workspaces.at(spec.database().logPlace()).medium() == Medium.DISK)
        .ifPresent(all::add);
    return all;
  }

  /** Makes the run between the user's commands. */
  private List<PhaseResult> hooked(
      RunSpec spec, OpenRun run, OpenRun.Folders folders, Watching watching)
      throws IOException, InterruptedException {
    RunPhases phases =
        new RunPhases(
            context.experiment(),
            spec,
            phases(spec),
            new ColdStart(onDisks(spec, folders)),
            context.workspaces().home(),
            context.results(),
            context.secrets(),
            context.runners().get(spec.runner()).patience());
    Hooks hooks =
        new Hooks(
            context.experiment(),
            context.workspaces().home()::start,
            Hooks.conditions(
                spec,
                context.workspaces().at(spec.database().place()).place().folder(),
                folders.data(),
                context.results()),
            folders.scratch());
    watching.enter(RunPart.HOOK);
    Optional<String> unprepared = hooks.prepare();
    watching.enter(RunPart.SERVER);
    List<PhaseResult> made;
    try {
      made =
          unprepared.isPresent()
              ? OpenRun.notRun(phases, run.asked(true), unprepared.get(), watching)
              : run.make(phases, openedBefore, watching);
    } catch (IOException | RuntimeException failure) {
      try {
        hooks.cleanup();
      } catch (IOException | RuntimeException uncleaned) {
        failure.addSuppressed(uncleaned);
      }
      throw failure;
    }
    watching.enter(RunPart.HOOK);
    Optional<String> uncleaned = hooks.cleanup().map(context.secrets()::scrub);
    return uncleaned.isPresent() ? RunPhases.judged(made, uncleaned) : made;
  }

  @Override
  public void close() {
    invocations.close();
  }

  /** The phases of a run. Floor, ceiling and runs beside the comparison kill no database. */
  private List<Phase> phases(RunSpec spec) {
    if (context.tool(spec).isPresent()) {
      return ToolPhases.of(context.experiment());
    }
    boolean restarts =
        spec.runner() == RunnerKind.TRACE
            && spec.aside() == Aside.NONE
            && context.adapter(spec).keepsRecords();
    return context.experiment().phases().stream()
        .filter(phase -> restarts || !phase.restartsDatabase())
        .toList();
  }
}
