package org.pmemycsb.harness.measure;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.FileFailure;
import org.pmemycsb.harness.host.DiskUse.Footprint;
import org.pmemycsb.harness.host.OwnAddress;
import org.pmemycsb.harness.host.workspace.ServerProcesses;
import org.pmemycsb.harness.host.workspace.Workspaces;
import org.pmemycsb.harness.measure.RunPhases.ReadBack;
import org.pmemycsb.harness.measure.RunPhases.Space;
import org.pmemycsb.harness.measure.database.ClassAdapter;
import org.pmemycsb.harness.measure.database.Databases;
import org.pmemycsb.harness.measure.database.Guard;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.Purpose;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.design.Secrets;
import org.pmemycsb.harness.plan.design.Verify;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.RunSpec;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.result.Configurations;
import org.pmemycsb.harness.result.Label;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.RunPart;
import org.pmemycsb.harness.result.SourcedValue;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.ExternalServer;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.ProcessStarter;
import org.pmemycsb.spi.SafeFolder;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.spi.Trait;
import org.pmemycsb.spi.Traits;

/** One run of a database: opens it with all that belongs to it. Not thread-safe. */
final class OpenRun {
  private final Campaign runs;
  private final Experiment experiment;
  private final RunSpec spec;
  private final DatabaseChoice database;
  private final DatabaseAdapter adapter;
  private final Traits traits;
  private final List<Path> made = new ArrayList<>();
  private Feature.Folders folders;

  OpenRun(Campaign runs, RunSpec spec) {
    this.runs = runs;
    this.experiment = runs.experiment;
    this.spec = spec;
    this.database = spec.database();
    this.adapter = runs.databases.get(database.id());
    this.traits = runs.databases.traits(database);
  }

  /**
   * Makes the run on a fresh database.
   *
   * @return a result for each phase of the experiment
   * @throws ConfigurationException if no database of the experiment can be opened
   */
  List<PhaseResult> execute(Rotation.Member member, Progress progress)
      throws IOException, InterruptedException {
    RunListener listener = new RunListener(member, progress, member.rotation()::nanos);
    if (!Files.isDirectory(runs.results)) {
      // The harness does not make it again without its files.
      throw new NoSuchFileException(runs.results.toString());
    }
    List<PhaseResult> made =
        new ArrayList<>(make(new RunPhases(runs, spec, phases(member), listener)));
    double measured =
        made.stream().mapToDouble(phase -> phase.measurement().work().seconds()).sum();
    made.set(0, made.get(0).withRunSeconds(listener.seconds(measured)));
    return made;
  }

  /**
   * The phases of the run. Floor, ceiling and runs beside the comparison kill no database. Where
   * databases are measured side by side, the workloads that write least come first: a faster
   * database writes more in the same time.
   */
  private List<Phase> phases(Rotation.Member member) {
    boolean restarts =
        spec.runner() == RunnerKind.TRACE
            && spec.purpose() == Purpose.COMPARISON
            && traits.has(Trait.KEEPS_RECORDS);
    return experiment.phases().stream()
        .filter(phase -> restarts || !phase.restartsDatabase())
        .sorted(Comparator.comparingDouble(phase -> member.isAlone() ? 0 : writes(phase)))
        .toList();
  }

  private double writes(Phase phase) {
    return phase.isLoad() ? -1 : experiment.mix(phase).writeShare();
  }

  /** Makes the folders, begins the features, opens the database, measures, and ends all. */
  @SuppressWarnings("try") // the resources only end what began
  private List<PhaseResult> make(RunPhases phases) throws IOException, InterruptedException {
    List<Feature> features = new ArrayList<>();
    List<PhaseResult> results = List.of();
    try (Closing gone = this::removeFolders;
        Closing end = () -> end(features)) {
      makeFolders();
      for (Feature.Kind kind : runs.features) {
        Optional<Feature> feature =
            kind.of(
                new Feature.Opening(
                    experiment, spec, traits, runs.workspaces, folders, phases.listener()::enter));
        if (feature.isPresent()) {
          features.add(feature.get());
          feature.get().opens();
        }
      }
      results = measured(features, phases);
      return results;
    } catch (DatabaseException failure) {
      return results.isEmpty()
          ? phases.notRun(expected(true), failure.getMessage())
          : phases.judged(results, failure.getMessage());
    }
  }

  /**
   * Makes the folders on the places of the database.
   *
   * @throws DatabaseException if a place has no room; another place may have it
   */
  private void makeFolders() throws DatabaseException, IOException {
    made.add(runs.workspaces.home().newFolder("runner"));
    String name = database.id().replaceAll("[^A-Za-z0-9.-]+", "-");
    made.add(folder(runs.workspaces.at(database.place()), name));
    if (database.logPlace().isPresent()) {
      made.add(folder(runs.workspaces.at(database.logPlace()), name + "-log"));
    }
    folders =
        new Feature.Folders(
            made.get(1),
            made.stream().skip(2).findFirst(),
            made.get(0),
            runs.workloads,
            runs.results);
  }

  private static Path folder(Workspaces.LockedPlace on, String name)
      throws DatabaseException, IOException {
    try {
      return on.workspace().newFolder(name);
    } catch (FileSystemException full) {
      throw new DatabaseException(
          "place %s: cannot write to %s: %s"
              .formatted(on.place().name(), on.place().folder(), FileFailure.describe(full)),
          full);
    }
  }

  private void removeFolders() throws IOException {
    for (Path folder : made) {
      SafeFolder.delete(folder);
    }
  }

  @FunctionalInterface
  @SuppressWarnings("try") // an interruption goes on as one
  private interface Closing extends AutoCloseable {
    @Override
    void close() throws DatabaseException, IOException, InterruptedException;
  }

  @SuppressWarnings("try")
  private static void end(List<Feature> features)
      throws DatabaseException, IOException, InterruptedException {
    if (!features.isEmpty()) {
      int last = features.size() - 1;
      try (Closing others = () -> end(features.subList(0, last))) {
        features.get(last).ended();
      }
    }
  }

  @SuppressWarnings("try") // one resource only closes another
  private List<PhaseResult> measured(List<Feature> features, RunPhases phases)
      throws IOException, InterruptedException {
    RunListener listener = phases.listener();
    Map<String, String> options = options();
    ReadBack expected = expected(true);
    List<PhaseResult> made = List.of();
    boolean opened = false;
    try {
      Optional<ExternalServer> external = Feasibility.external(database, adapter);
      boolean ours =
          external.isEmpty() && (!database.isClass() || ClassAdapter.namesFolder(options));
      expected = expected(ours);
      ServerProcesses servers = new ServerProcesses(starter(features, Feature.Role.SERVER));
      ServerSettings settings = settings(external, options, servers);
      try (servers;
          DatabaseServer server = adapter.open(settings);
          Closing closing = () -> close(server)) {
        boolean inClients = server.livesInClient() || !traits.has(Trait.KEEPS_RECORDS);
        Space space =
            new Space(
                new Footprint(folders.data()),
                folders.log().map(Footprint::new),
                folders.ofDatabase());
        Optional<Live.Reset> reset =
            database.isClass()
                ? Optional.empty()
                : Optional.of(
                    () -> {
                      server.reset();
                      space.practised();
                    });
        Live live = new Live(server, ours, inClients, servers, reset);
        for (Feature each : features) {
          each.opened(live);
        }
        ReadBack read = expected.opened(server, features);
        Databases.refuseOtherDurability(database, spec.durability(), server);
        Configurations.keep(
            runs.results,
            read.label().text(),
            read.durability().text(),
            server.configuration(),
            runs.secrets);
        runs.opened(database);
        opened = true;
        RunTask task = task(live, features, listener.member());
        listener.enter(RunPart.PROCESS);
        try (Runner.Session session = runs.runners.get(spec.runner()).start(task)) {
          made = phases.measure(task, session, read, ours ? space : null);
          return made;
        } finally {
          listener.enter(RunPart.SERVER);
        }
      }
    } catch (DatabaseException | Guard.Mistake failure) {
      String reason =
          RunPhases.caused(Feature.objection(features), Optional.of(failure.getMessage()))
              .orElseThrow();
      if (!opened) {
        runs.notOpened(database, runs.secrets.scrub(reason), failure);
      }
      // With results, it failed to close.
      return made.isEmpty() ? phases.notRun(expected, reason) : phases.judged(made, reason);
    }
  }

  /**
   * Opens and closes the database, and measures nothing.
   *
   * @throws ConfigurationException if it cannot be opened
   */
  @SuppressWarnings("try") // it is only opened and closed
  void rehearse() throws IOException, InterruptedException {
    try (Closing gone = this::removeFolders;
        ServerProcesses servers = new ServerProcesses(runs.workspaces.home()::start)) {
      makeFolders();
      adapter.open(settings(Optional.empty(), options(), servers)).close();
    } catch (DatabaseException | Guard.Mistake failure) {
      throw new ConfigurationException(
          "%s cannot be opened: %s"
              .formatted(database.label(), runs.secrets.scrub(failure.getMessage())),
          failure);
    }
  }

  private ProcessStarter starter(List<Feature> features, Feature.Role role) {
    return Feature.starter(features, role, runs.workspaces.home()::start);
  }

  private void close(DatabaseServer server) throws DatabaseException {
    try {
      server.close();
    } catch (DatabaseException left) {
      runs.left(runs.secrets.scrub(left.getMessage()));
      throw left;
    }
  }

  private ServerSettings settings(
      Optional<ExternalServer> external, Map<String, String> options, ServerProcesses servers) {
    return new ServerSettings(
        new ServerSettings.DataFolder(
            folders.data(), runs.workspaces.at(database.place()).medium()),
        spec.durability(),
        experiment.layout(spec.valueSize()),
        new ServerSettings.Clients(
            spec.clients(),
            experiment.scans(),
            OwnAddress.of(experiment.get(Settings.CLUSTER).listen().orElse(""))),
        external,
        new LocalHost(),
        servers,
        options,
        spec.memory().isAll()
            ? OptionalLong.empty()
            : OptionalLong.of(spec.memory().bytes(experiment.dataBytes(spec.valueSize()))),
        folders
            .log()
            .map(
                log ->
                    new ServerSettings.DataFolder(
                        log, runs.workspaces.at(database.logPlace()).medium())),
        runs.runners.get(spec.runner()).patience());
  }

  private RunTask task(Live live, List<Feature> features, Rotation.Member member) {
    DatabaseServer server = live.server();
    return new RunTask(
        experiment,
        spec,
        traits.has(Trait.KEEPS_RECORDS) && spec.purpose().isTimed()
            ? experiment.get(Settings.VERIFY)
            : Verify.OFF,
        new RunTask.Client(
            adapter.client().getName(),
            runs.databases.jarsOf(adapter),
            server.clientProperties(),
            server.clientEnvironment(),
            database.isClass()
                ? !database.scansInUnknownOrder()
                : traits.has(Trait.SCANS_IN_KEY_ORDER),
            database.isClass()),
        starter(features, Feature.Role.CLIENTS),
        live,
        folders,
        List.copyOf(features),
        member.iteration());
  }

  /** For a bare client, what all phases are given goes too, where it names the run's own folder. */
  private Map<String, String> options() {
    Map<String, String> options =
        new TreeMap<>(Secrets.resolved(database.ownOptions(), System::getenv));
    if (database.isClass()) {
      experiment
          .properties()
          .forEach(
              (name, value) -> {
                if (ClassAdapter.namesFolder(Map.of(name, value))) {
                  options.putIfAbsent(name, value);
                }
              });
    }
    return options;
  }

  /**
   * The label, durability and medium of the run, before its database opens.
   *
   * @param ours whether the harness starts the database
   */
  private ReadBack expected(boolean ours) {
    return new ReadBack(
        new Label(database.label(), Optional.empty()),
        "unknown",
        database.isClass() || database.claimedDurability().isPresent()
            ? SourcedValue.claimed(database.claimedDurability().map(Durability::id))
            : SourcedValue.read(spec.durability().id()),
        ours
            ? SourcedValue.read(runs.workspaces.at(database.place()).place().mediumId())
            : SourcedValue.claimed(database.claimedMedium().map(Medium::id)),
        List.of());
  }
}
