package org.pmemycsb.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.database.Databases;
import org.pmemycsb.harness.database.External;
import org.pmemycsb.harness.database.FolderWord;
import org.pmemycsb.harness.design.Aside;
import org.pmemycsb.harness.design.DatabaseChoice;
import org.pmemycsb.harness.design.MediumModel;
import org.pmemycsb.harness.design.Phase;
import org.pmemycsb.harness.design.Placement;
import org.pmemycsb.harness.design.RunSpec;
import org.pmemycsb.harness.design.RunnerKind;
import org.pmemycsb.harness.design.Secrets;
import org.pmemycsb.harness.design.Verify;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.experiment.Settings;
import org.pmemycsb.harness.host.DiskUse;
import org.pmemycsb.harness.host.OwnAddress;
import org.pmemycsb.harness.result.Label;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.RunPart;
import org.pmemycsb.harness.result.SourcedValue;
import org.pmemycsb.harness.run.RunPhases.Ran;
import org.pmemycsb.harness.run.RunPhases.Watching;
import org.pmemycsb.harness.standin.StandIn;
import org.pmemycsb.harness.workspace.ServerProcesses;
import org.pmemycsb.harness.workspace.Workspace;
import org.pmemycsb.harness.workspace.Workspaces;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.ExternalServer;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.NativeReplay;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.spi.ServerTool;

/**
 * Makes one run after another: opens a fresh database with all that belongs to it, has {@link
 * RunPhases} take it through the phases, and removes everything. Successive runs under the same
 * conditions can share the process of their clients; closing ends the last one. Not thread-safe.
 */
final class RunExecutor implements AutoCloseable {
  private static final String NO_STAND_IN =
      "the stand-in for libpmem is not in all processes of the database: the harness did not start"
          + " them, or they are linked statically";

  private final Experiment experiment;
  private final Databases databases;
  private final Map<RunnerKind, Runner> runners;
  private final Workspaces workspaces;
  private final Placements placements;
  private final MemoryLimits memory;
  private final Path workloads;
  private final Path results;
  private final Secrets secrets;
  private final Set<String> openedBefore = new HashSet<>();
  private RunSpec latest;
  private Runner.Invocation invocation;

  RunExecutor(
      Experiment experiment,
      Databases databases,
      Map<RunnerKind, Runner> runners,
      Workspaces workspaces,
      Placements placements,
      MemoryLimits memory,
      Path workloads,
      Path results,
      Secrets secrets) {
    this.experiment = experiment;
    this.databases = databases;
    this.runners = Map.copyOf(runners);
    this.workspaces = workspaces;
    this.placements = placements;
    this.memory = memory;
    this.workloads = workloads;
    this.results = results;
    this.secrets = secrets;
  }

  private boolean isSharded(RunSpec spec) {
    return spec.machines() > 0
        && Databases.isSharded(spec.database(), databases.get(spec.database().id()));
  }

  /** The folders of a run: for the data, for a log that lies apart, and for the runner's files. */
  private record Folders(Path data, Optional<Path> log, Path scratch) {}

  private Ran asked(RunSpec spec, boolean ours) {
    DatabaseChoice database = spec.database();
    return new Ran(
        new Label(database.label(), Optional.empty(), isSharded(spec)),
        "unknown",
        database.isClass() || database.claimedDurability().isPresent()
            ? SourcedValue.claimed(database.claimedDurability().map(Durability::id))
            : SourcedValue.read(spec.durability().id()),
        ours
            ? SourcedValue.read(workspaces.at(database.place()).place().mediumId())
            : SourcedValue.claimed(database.claimedMedium().map(Medium::id)),
        database.location(),
        null);
  }

  /**
   * Makes the run.
   *
   * @return a result for each phase of the experiment
   * @throws ConfigurationException if the database has never opened, and no machine was lost: what
   *     is wrong then is what was asked for, and it would be wrong in every run
   */
  List<PhaseResult> execute(RunSpec spec, Progress progress)
      throws IOException, InterruptedException {
    if (latest == null || !isInvokedWith(latest, spec)) {
      close();
      invocation = runners.get(spec.runner()).invoke();
    }
    latest = spec;
    RunClock clock = new RunClock(System::nanoTime, RunPart.SERVER);
    List<PhaseResult> results = new ArrayList<>(execute(spec, new Watching(clock, progress)));
    double measured =
        results.stream().mapToDouble(phase -> phase.measurement().work().seconds()).sum();
    results.set(0, results.get(0).withRunSeconds(clock.seconds(measured)));
    return results;
  }

  /**
   * Whether the process of a run's clients may make the next run. Another database may follow if
   * its clients have the same code, unless that is unknown code, the place chooses the processors,
   * or what the first database left in the process would count in the limit of memory.
   */
  boolean isInvokedWith(RunSpec before, RunSpec spec) {
    DatabaseChoice database = spec.database();
    return spec.isBeside(before)
        && (database.equals(before.database())
            || !database.isClass()
                && databases.client(database) == databases.client(before.database())
                && experiment.placement().mode() == Placement.Mode.NONE
                && spec.memory().isAll());
  }

  private List<PhaseResult> execute(RunSpec spec, Watching watching)
      throws IOException, InterruptedException {
    if (!Files.isDirectory(this.results)) {
      throw new NoSuchFileException(this.results.toString()); // not made again without its files
    }
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
      return hooked(spec, site, new Folders(folder, log, scratch), watching);
    } finally {
      Workspace.deleteTree(folder);
      if (log.isPresent()) {
        Workspace.deleteTree(log.get());
      }
      Workspace.deleteTree(scratch);
    }
  }

  private List<Path> onDisks(RunSpec spec, Folders folders) {
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
      RunSpec spec, Workspaces.Site site, Folders folders, Watching watching)
      throws IOException, InterruptedException {
    RunPhases phases =
        new RunPhases(
            experiment,
            spec,
            phases(spec),
            new ColdStart(onDisks(spec, folders)),
            workspaces.home(),
            results,
            secrets);
    Hooks hooks =
        new Hooks(
            experiment,
            workspaces.home()::start,
            Hooks.conditions(spec, site.place().folder(), folders.data(), results),
            folders.scratch());
    watching.enter(RunPart.HOOK);
    Optional<String> unprepared = hooks.prepare();
    watching.enter(RunPart.SERVER);
    List<PhaseResult> made;
    try {
      made =
          unprepared.isPresent()
              ? notRun(phases, asked(spec, true), unprepared.get(), watching)
              : opened(spec, site, folders, phases, watching);
    } catch (ConfigurationException refused) {
      hooks.cleanup();
      throw refused;
    }
    watching.enter(RunPart.HOOK);
    Optional<String> uncleaned = hooks.cleanup().map(secrets::scrub);
    return uncleaned.isPresent()
        ? made.stream().map(phase -> phase.valid() ? phase.judged(uncleaned) : phase).toList()
        : made;
  }

  private List<PhaseResult> notRun(RunPhases phases, Ran asked, String reason, Watching watching) {
    List<PhaseResult> none = phases.notRun(asked, reason);
    watching.progress().phaseFinished(none.get(0));
    return none;
  }

  private List<PhaseResult> opened(
      RunSpec spec, Workspaces.Site site, Folders folders, RunPhases phases, Watching watching)
      throws IOException, InterruptedException {
    DatabaseChoice database = spec.database();
    DatabaseAdapter adapter = databases.get(database.id());
    Map<String, String> options = options(database);
    Ran asked = asked(spec, true);
    Optional<MemoryLimit> limit = memory.begin(spec, folders.data());
    try {
      Optional<ExternalServer> external = External.choose(database, adapter, new LocalHost());
      boolean ours = external.isEmpty() && (!database.isClass() || FolderWord.isIn(options));
      asked = asked(spec, ours);
      // Another place may serve as home of what has none; its model is not for this database.
      Optional<MediumModel> ofData = database.place().flatMap(any -> site.place().delays());
      Optional<MediumModel> ofLog =
          database.logPlace().flatMap(any -> workspaces.at(database.logPlace()).place().delays());
      Optional<MediumModel> model = ofLog.or(() -> ofData);
      Optional<StandIn> standIn =
          spec.aside().hasStandIn() || model.isPresent()
              ? Optional.of(
                  StandIn.install(
                      folders.scratch(),
                      watched(folders, spec.aside(), ofLog.isPresent()),
                      spec.aside(),
                      model,
                      experiment.seed() + spec.repeat()))
              : Optional.empty();
      BoundProcesses processes =
          new BoundProcesses(
              placements.at(database.place()),
              command -> {
                standIn.ifPresent(each -> each.preload(command.environment()));
                return workspaces.home().start(command);
              },
              database.label());
      ServerProcesses servers =
          new ServerProcesses(
              command -> {
                limit.ifPresent(each -> each.confine(command));
                return processes.startServer(command);
              });
      ServerSettings settings =
          new ServerSettings(
              new ServerSettings.Site(folders.data(), site.medium()),
              spec.durability(),
              experiment.layout(spec.valueSize()),
              new ServerSettings.Clients(
                  spec.clients(),
                  experiment.scans(),
                  OwnAddress.of(experiment.get(Settings.LISTEN))),
              external,
              new LocalHost(),
              servers,
              options,
              limit.map(each -> OptionalLong.of(each.bytes())).orElse(OptionalLong.empty()),
              folders
                  .log()
                  .map(
                      log ->
                          new ServerSettings.Site(
                              log, workspaces.at(database.logPlace()).medium())));
      Runner runner = runners.get(spec.runner());
      try (DatabaseServer server =
          isSharded(spec)
              ? runner.open(
                  adapter,
                  site.place().name(),
                  site.place().folder(),
                  settings,
                  spec.machines(),
                  RunTask.heapMiB(experiment, spec))
              : adapter.open(settings)) {
        Optional<Shards> shards =
            server instanceof Shards open ? Optional.of(open) : Optional.empty();
        Ran ran = asked.opened(server, processes.opened(ours));
        Databases.refuseOtherDurability(database, spec.durability(), server);
        new KeptConfigurations(results, secrets)
            .keep(ran.label().text(), ran.durability().text(), server.configuration());
        openedBefore.add(database.identity());
        Space space =
            new Space(
                new Footprint(
                    shards.isPresent() ? shards.get()::bytes : () -> DiskUse.of(folders.data())),
                folders.log().map(log -> new Footprint(() -> DiskUse.of(log))));
        RunTask task =
            new RunTask(
                experiment,
                spec,
                adapter.keepsRecords() && spec.aside() != Aside.COUNTED
                    ? experiment.verify()
                    : Verify.OFF,
                new RunTask.Client(
                    adapter.client().getName(),
                    databases.jarsOf(adapter),
                    server.clientProperties(),
                    server.clientEnvironment(),
                    processes::startClients,
                    slower(adapter, database, server, ofData),
                    adapter.scansInKeyOrder(database.ownOptions()),
                    database.isClass()),
                new RunTask.Database(
                    servers,
                    database.isClass() ? Optional.empty() : Optional.of(reset(server, space)),
                    shards.isPresent() ? List.of() : nativeCommand(adapter, server),
                    tool(spec),
                    shards,
                    limit.map(
                        each -> each.with(server.livesInClient() || !adapter.keepsRecords()))),
                new RunTask.Folders(workloads, folders.scratch(), results),
                standIn);
        watching.enter(RunPart.PROCESS);
        try (Runner.Session session = invocation.start(task)) {
          Supplier<Optional<String>> objection =
              () ->
                  standIn.isPresent() && !isInAll(processes, ours)
                      ? Optional.of(NO_STAND_IN)
                      : Optional.empty();
          return phases.measure(
              task, session, server, ran, ours ? space : null, objection, watching);
        } finally {
          watching.enter(RunPart.SERVER);
        }
      }
    } catch (DatabaseException failure) {
      String reason =
          RunPhases.caused(limit.flatMap(MemoryLimit::objection), Optional.of(failure.getMessage()))
              .orElseThrow();
      if (!openedBefore.contains(database.identity())
          && !(failure instanceof LostMachineException)) {
        throw new ConfigurationException(secrets.scrub(reason), failure);
      }
      return notRun(phases, asked, reason, watching);
    }
  }

  /** A place whose memory is really remote needs no slower loads. */
  private RunTask.SlowerLoads slower(
      DatabaseAdapter adapter,
      DatabaseChoice database,
      DatabaseServer server,
      Optional<MediumModel> model) {
    return model
        .filter(any -> adapter.loadsFromMappedFiles(database.ownOptions()))
        .filter(any -> workspaces.at(database.place()).place().reads().isEmpty())
        .map(each -> new RunTask.SlowerLoads(each.read().factor(), !server.livesInClient()))
        .orElse(RunTask.SlowerLoads.NONE);
  }

  /** A model is of one place. What a database asks for is counted on both. */
  private static List<Path> watched(Folders folders, Aside aside, boolean logIsModelled) {
    List<Path> all = new ArrayList<>();
    if (aside == Aside.COUNTED || !logIsModelled) {
      all.add(folders.data());
    }
    if (aside == Aside.COUNTED || logIsModelled) {
      folders.log().ifPresent(all::add);
    }
    return all;
  }

  @Override
  public void close() {
    if (invocation != null) {
      invocation.close();
    }
  }

  /** Whether the stand-in is in every process of the run, which no outsider's is. */
  private static boolean isInAll(BoundProcesses processes, boolean ours) {
    // One may end between the two looks.
    return ours
        && processes.running().stream().allMatch(each -> StandIn.isIn(each) || !each.isAlive());
  }

  /** For a bare client, what all phases are given goes too, where it names the run's own folder. */
  private Map<String, String> options(DatabaseChoice database) {
    Map<String, String> options =
        new TreeMap<>(Secrets.resolved(database.ownOptions(), System::getenv));
    if (database.isClass()) {
      experiment
          .properties()
          .forEach(
              (name, value) -> {
                if (FolderWord.isIn(Map.of(name, value))) {
                  options.putIfAbsent(name, value);
                }
              });
    }
    return options;
  }

  private static RunTask.Reset reset(DatabaseServer server, Space space) {
    return () -> {
      server.reset();
      space.practised();
    };
  }

  /** The phases of a run. Floor, ceiling and runs beside the comparison kill no database. */
  private List<Phase> phases(RunSpec spec) {
    if (tool(spec).isPresent()) {
      return ToolPhases.of(experiment);
    }
    boolean restarts =
        spec.runner() == RunnerKind.TRACE
            && spec.aside() == Aside.NONE
            && databases.get(spec.database().id()).keepsRecords();
    return experiment.phases().stream()
        .filter(phase -> restarts || !(phase.isRestart() || phase.isCold()))
        .toList();
  }

  /** The tool that makes the run; empty for another program. */
  private Optional<ServerTool> tool(RunSpec spec) {
    return spec.runner() == RunnerKind.NATIVE
        ? ToolPhases.tool(experiment, spec.database(), databases.get(spec.database().id()))
        : Optional.empty();
  }

  private static List<String> nativeCommand(DatabaseAdapter adapter, DatabaseServer server)
      throws DatabaseException {
    Optional<NativeReplay> program = adapter.nativeReplay();
    return program.isPresent() ? program.get().command(server.clientProperties()) : List.of();
  }
}
