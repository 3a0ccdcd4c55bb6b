package org.pmemycsb.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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
import org.pmemycsb.harness.experiment.Aside;
import org.pmemycsb.harness.experiment.DatabaseChoice;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.experiment.MediumModel;
import org.pmemycsb.harness.experiment.Phase;
import org.pmemycsb.harness.experiment.RunSpec;
import org.pmemycsb.harness.experiment.RunnerKind;
import org.pmemycsb.harness.experiment.Secrets;
import org.pmemycsb.harness.experiment.Settings;
import org.pmemycsb.harness.experiment.Verify;
import org.pmemycsb.harness.host.DiskUse;
import org.pmemycsb.harness.host.OwnAddress;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Label;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Placed;
import org.pmemycsb.harness.result.Reading;
import org.pmemycsb.harness.result.RunPart;
import org.pmemycsb.harness.standin.StandIn;
import org.pmemycsb.harness.trace.FillOrder;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.ExternalServer;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.NativeReplay;
import org.pmemycsb.spi.ServerSettings;

/**
 * Makes one run: opens a fresh database, takes it through the phases, and judges each by the gates.
 *
 * <p>A phase that fails a gate is invalid, and the phases after it are not run: what they would
 * work on is not what the experiment asked for. Not thread-safe.
 */
final class RunExecutor {
  private static final String NO_STAND_IN =
      "the stand-in for libpmem is not in all processes of the database: the harness did not start"
          + " them, or they are linked statically";

  private final Experiment experiment;
  private final Databases databases;
  private final Map<RunnerKind, Runner> runners;
  private final Workspaces workspaces;
  private final Placements placements;
  private final Path workloads;
  private final Path results;
  private final Secrets secrets;
  private final Set<String> openedBefore = new HashSet<>();

  RunExecutor(
      Experiment experiment,
      Databases databases,
      Map<RunnerKind, Runner> runners,
      Workspaces workspaces,
      Placements placements,
      Path workloads,
      Path results,
      Secrets secrets) {
    this.experiment = experiment;
    this.databases = databases;
    this.runners = Map.copyOf(runners);
    this.workspaces = workspaces;
    this.placements = placements;
    this.workloads = workloads;
    this.results = results;
    this.secrets = secrets;
  }

  /** A database and the conditions that no phase of a run changes. */
  private record Ran(
      Label label,
      String version,
      Reading durability,
      Reading medium,
      String place,
      Placed placed) {
    Ran opened(DatabaseServer server, Placed where) throws DatabaseException {
      return new Ran(
          new Label(label.asked(), server.standIn(), label.sharded()),
          server.version(),
          durability,
          medium,
          place,
          where);
    }
  }

  private boolean isSharded(RunSpec spec) {
    return spec.machines() > 0
        && Databases.isSharded(spec.database(), databases.get(spec.database().id()));
  }

  private Ran asked(RunSpec spec, boolean ours) {
    DatabaseChoice database = spec.database();
    return new Ran(
        new Label(database.label(), Optional.empty(), isSharded(spec)),
        "unknown",
        database.isClass() || database.claimedDurability().isPresent()
            ? Reading.claimed(database.claimedDurability().map(Durability::id))
            : Reading.read(spec.durability().id()),
        ours
            ? Reading.read(workspaces.at(database.place()).place().mediumId())
            : Reading.claimed(database.claimedMedium().map(Medium::id)),
        database.place().orElse(""),
        null);
  }

  /**
   * Makes the run.
   *
   * @return a result for each phase of the experiment
   * @throws ConfigurationException if the database has never opened: what is wrong then is what was
   *     asked for, and it would be wrong in every run
   */
  List<PhaseResult> execute(RunSpec spec, Progress progress)
      throws IOException, InterruptedException {
    RunClock clock = new RunClock(System::nanoTime, RunPart.SERVER);
    List<PhaseResult> results = new ArrayList<>(execute(spec, new Watching(clock, progress)));
    double measured = results.stream().mapToDouble(phase -> phase.measurement().seconds()).sum();
    results.set(0, results.get(0).withRunSeconds(clock.seconds(measured)));
    return results;
  }

  /** Follows a run for its clock and for the display. */
  private record Watching(RunClock clock, Progress progress) {
    void enter(RunPart part) {
      clock.enter(part);
      progress.partStarted(part);
    }

    Runner.Watch of(Phase phase) {
      return new Runner.Watch() {
        @Override
        public void operations(long finished) {
          progress.operations(phase, finished);
        }

        @Override
        public void enter(RunPart part) {
          Watching.this.enter(part);
        }
      };
    }
  }

  private List<PhaseResult> execute(RunSpec spec, Watching watching)
      throws IOException, InterruptedException {
    DatabaseChoice database = spec.database();
    DatabaseAdapter adapter = databases.get(database.id());
    Map<String, String> options = options(database);
    Workspaces.Site site = workspaces.at(database.place());
    Path folder = site.workspace().newFolder(database.id().replaceAll("[^A-Za-z0-9.-]+", "-"));
    Path scratch = workspaces.home().newFolder("runner");
    Ran asked = asked(spec, true);
    try {
      Optional<ExternalServer> external = External.choose(database, adapter, new LocalHost());
      boolean ours = external.isEmpty() && (!database.isClass() || FolderWord.isIn(options));
      asked = asked(spec, ours);
      // Another place may serve as home of what has none; its model is not for this database.
      Optional<MediumModel> model = database.place().flatMap(any -> site.place().model());
      Optional<StandIn> standIn =
          spec.aside() == Aside.NONE && model.isEmpty()
              ? Optional.empty()
              : Optional.of(
                  StandIn.install(
                      scratch, folder, spec.aside(), model, experiment.seed() + spec.repeat()));
      PlacedProcesses processes =
          new PlacedProcesses(
              placements.at(database.place()),
              command -> {
                standIn.ifPresent(each -> each.preload(command.environment()));
                return workspaces.home().start(command);
              },
              database.label());
      ServerSettings settings =
          new ServerSettings(
              folder,
              site.medium(),
              spec.durability(),
              experiment.layout(spec.valueSize()),
              experiment.scans(),
              spec.clients(),
              external,
              OwnAddress.of(experiment.get(Settings.LISTEN)),
              new LocalHost(),
              processes::startServer,
              options);
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
        Footprint footprint =
            new Footprint(shards.isPresent() ? shards.get()::bytes : () -> DiskUse.of(folder));
        RunTask task =
            new RunTask(
                experiment,
                spec,
                adapter.client().getName(),
                adapter.keepsRecords() && spec.aside() != Aside.COUNTED
                    ? experiment.verify()
                    : Verify.OFF,
                server.clientProperties(),
                server.clientEnvironment(),
                processes::startClients,
                shards.isPresent() ? List.of() : nativeCommand(adapter, server),
                workloads,
                scratch,
                Files.createDirectories(results.resolve("histograms")),
                databases.jarsOf(adapter),
                database.isClass(),
                database.isClass()
                    ? Optional.empty()
                    : Optional.of(
                        () -> {
                          server.reset();
                          footprint.practised();
                        }),
                standIn,
                shards);
        watching.enter(RunPart.PROCESS);
        try (Runner.Session session = runner.start(task)) {
          Supplier<Optional<String>> objection =
              () ->
                  standIn.isPresent() && !isInAll(processes, ours)
                      ? Optional.of(NO_STAND_IN)
                      : Optional.empty();
          return phases(task, session, server, ran, ours ? footprint : null, objection, watching);
        } finally {
          watching.enter(RunPart.SERVER);
        }
      }
    } catch (DatabaseException failure) {
      if (!openedBefore.contains(database.identity())) {
        throw new ConfigurationException(secrets.scrub(failure.getMessage()), failure);
      }
      return notRun(spec, experiment.phases(), asked, failure.getMessage());
    } finally {
      Workspace.deleteTree(folder);
      Workspace.deleteTree(scratch);
    }
  }

  /** Whether the stand-in is in every process of the run, which no outsider's is. */
  private static boolean isInAll(PlacedProcesses processes, boolean ours) {
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

  private static List<String> nativeCommand(DatabaseAdapter adapter, DatabaseServer server)
      throws DatabaseException {
    Optional<NativeReplay> program = adapter.nativeReplay();
    return program.isPresent() ? program.get().command(server.clientProperties()) : List.of();
  }

  private List<PhaseResult> phases(
      RunTask task,
      Runner.Session session,
      DatabaseServer server,
      Ran ran,
      Footprint footprint,
      Supplier<Optional<String>> objection,
      Watching watching)
      throws IOException, InterruptedException, DatabaseException {
    List<PhaseResult> results = new ArrayList<>();
    long records = experiment.records();
    for (Phase phase : experiment.phases()) {
      String startedAt = Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
      watching.progress().phaseStarted(task.spec(), phase);
      Map<String, Long> before = server.statistics();
      if (phase.isLoad()) {
        records = experiment.records();
      }
      Optional<String> notEmptied = phase.fill().isPresent() ? empty(task) : Optional.empty();
      Measurement measured =
          notEmptied.isPresent()
              ? Measurement.failed(records, notEmptied.get())
              : experiment.searches(phase) && task.spec().aside() == Aside.NONE
                  ? new CapacityRun(this.results)
                      .run(task, session, phase, records, watching.of(phase))
                  : session.run(phase, records, watching.of(phase));
      watching.enter(RunPart.CHECK);
      workspaces.home().refuseIfClosed();
      long expected = phase.isLoad() ? loaded(task, phase, records) : records + measured.inserted();
      OptionalLong counted = OptionalLong.empty();
      Optional<String> failure = measured.failure().or(objection);
      Map<String, Long> statistics = Map.of();
      try {
        statistics = growth(before, server.statistics());
        counted = server.recordCount();
      } catch (DatabaseException unreachable) {
        // Reports the cause first, then the failed operations.
        String consequence = failure.map(text -> "; " + text).orElse("");
        failure = Optional.of(unreachable.getMessage() + consequence);
      }
      if (failure.isEmpty() && counted.isPresent() && counted.getAsLong() != expected) {
        failure =
            Optional.of(
                "the database has "
                    + counted.getAsLong()
                    + " records after this phase, but there should be "
                    + expected);
      }
      PhaseResult result =
          result(
              task.spec(),
              phase,
              ran,
              startedAt,
              measured.judged(failure),
              counted,
              statistics,
              phase.isLoad() && footprint != null ? footprint.bytes() : null);
      results.add(result);
      watching.progress().phaseFinished(result);
      if (failure.isPresent()) {
        List<Phase> left = experiment.phases().subList(results.size(), experiment.phases().size());
        results.addAll(
            notRun(
                task.spec(),
                left,
                ran,
                "not run, because phase " + phase.id() + " of this run is invalid"));
        break;
      }
      records = expected;
    }
    return results;
  }

  /** Empties the database; gives what went wrong. */
  private static Optional<String> empty(RunTask task) {
    try {
      task.reset().orElseThrow(() -> new DatabaseException("the database cannot be emptied")).run();
      return Optional.empty();
    } catch (DatabaseException notEmpty) {
      return Optional.of(notEmpty.getMessage());
    }
  }

  /** How many records there are after a load. */
  private static long loaded(RunTask task, Phase phase, long records) {
    return FillOrder.of(phase.properties()).distinct(records, task.seed(phase));
  }

  private static Map<String, Long> growth(Map<String, Long> before, Map<String, Long> after) {
    Map<String, Long> growth = new TreeMap<>();
    after.forEach((name, value) -> growth.put(name, value - before.getOrDefault(name, 0L)));
    return growth;
  }

  private List<PhaseResult> notRun(RunSpec spec, List<Phase> phases, Ran ran, String reason) {
    return phases.stream()
        .map(
            phase ->
                result(
                    spec,
                    phase,
                    ran,
                    Instant.now().truncatedTo(ChronoUnit.MILLIS).toString(),
                    Measurement.failed(0, reason),
                    OptionalLong.empty(),
                    Map.of(),
                    null))
        .toList();
  }

  private PhaseResult result(
      RunSpec spec,
      Phase phase,
      Ran ran,
      String startedAt,
      Measurement measured,
      OptionalLong recordCount,
      Map<String, Long> statistics,
      Long occupied) {
    return new PhaseResult(
        spec.id(),
        experiment.phases().size(),
        spec.repeat(),
        ran.version(),
        startedAt,
        new Conditions(
            ran.label(),
            phase.id(),
            spec.threads(),
            spec.valueSize(),
            spec.aside().isDurable() ? ran.durability() : Reading.read(Durability.NONE.id()),
            ran.medium(),
            spec.aside().isDurable() ? spec.runner().id() : spec.aside().id(),
            ran.place(),
            spec.machines()),
        measured.judged(measured.failure().map(secrets::scrub)),
        statistics,
        recordCount.isPresent() ? recordCount.getAsLong() : null,
        ran.placed(),
        occupied,
        null,
        spec.aside() == Aside.NONE ? null : spec.aside().id());
  }
}
