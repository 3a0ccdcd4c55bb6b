package org.pmemycsb.harness.measure;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.host.DiskUse;
import org.pmemycsb.harness.host.Footprint;
import org.pmemycsb.harness.host.OwnAddress;
import org.pmemycsb.harness.host.workspace.ServerProcesses;
import org.pmemycsb.harness.measure.RunPhases.ReadBack;
import org.pmemycsb.harness.measure.RunPhases.RunListener;
import org.pmemycsb.harness.measure.database.Databases;
import org.pmemycsb.harness.measure.database.External;
import org.pmemycsb.harness.measure.database.FolderWord;
import org.pmemycsb.harness.measure.database.Guard;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
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
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.spi.Trait;
import org.pmemycsb.spi.Traits;

/** One run of a database: opens it with all that belongs to it. Not thread-safe. */
final class OpenRun {
  private final RunContext context;
  private final Experiment experiment;
  private final RunSpec spec;
  private final DatabaseChoice database;
  private final DatabaseAdapter adapter;
  private final Traits traits;
  private final Feature.Folders folders;

  /**
   * @param folders exist
   */
  OpenRun(RunContext context, RunSpec spec, Feature.Folders folders) {
    this.context = context;
    this.experiment = context.experiment();
    this.spec = spec;
    this.database = spec.database();
    this.adapter = context.adapter(spec);
    this.traits = context.databases().traits(database);
    this.folders = folders;
  }

  /**
   * Begins the features, opens the database, measures the phases, and ends all.
   *
   * @param openings hears whether the database opened
   * @throws ConfigurationException if no database of the experiment can be opened
   */
  @SuppressWarnings("try") // the resource only ends the features
  List<PhaseResult> make(RunPhases phases, Openings openings, RunListener listener)
      throws IOException, InterruptedException {
    List<Feature> features = new ArrayList<>();
    List<PhaseResult> made = List.of();
    try (Closing end = () -> end(features)) {
      for (Feature.Kind kind : context.features()) {
        Optional<Feature> feature = kind.of(opening(listener));
        if (feature.isPresent()) {
          features.add(feature.get());
          feature.get().opens();
        }
      }
      made = measured(features, phases, openings, listener);
      return made;
    } catch (DatabaseException failure) {
      String reason = context.secrets().scrub(failure.getMessage());
      return made.isEmpty()
          ? notRun(phases, expected(true), reason, listener)
          : RunPhases.judged(made, Optional.of(reason));
    }
  }

  /** Ends a part of the run. */
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
  private List<PhaseResult> measured(
      List<Feature> features, RunPhases phases, Openings openings, RunListener listener)
      throws IOException, InterruptedException {
    Map<String, String> options = options();
    ReadBack expected = expected(true);
    List<PhaseResult> made = List.of();
    boolean opened = false;
    try {
      Optional<ExternalServer> external = External.choose(database, adapter, new LocalHost());
      boolean ours = external.isEmpty() && (!database.isClass() || FolderWord.isIn(options));
      expected = expected(ours);
      RunProcesses processes = new RunProcesses(features, context.workspaces().home()::start);
      ServerProcesses servers =
          new ServerProcesses(command -> processes.start(command, Feature.Role.SERVER));
      ServerSettings settings = settings(external, options, servers);
      try (servers;
          DatabaseServer server = adapter.open(settings);
          Closing closing = () -> close(server)) {
        boolean inClients = server.livesInClient() || !traits.has(Trait.KEEPS_RECORDS);
        Feature.Live live = new Feature.Live(server, ours, inClients, servers, processes);
        for (Feature each : features) {
          each.opened(live);
        }
        ReadBack read = expected.opened(server, features);
        Databases.refuseOtherDurability(database, spec.durability(), server);
        Configurations.keep(
            context.results(),
            read.label().text(),
            read.durability().text(),
            server.configuration(),
            context.secrets());
        openings.opened(database);
        opened = true;
        Space space =
            new Space(
                new Footprint(() -> DiskUse.of(folders.data())),
                folders.log().map(log -> new Footprint(() -> DiskUse.of(log))),
                folders.ofDatabase());
        RunTask task = task(live, space, features, listener.turns().iteration());
        listener.enter(RunPart.PROCESS);
        try (Runner.Session session = context.runners().get(spec.runner()).start(task)) {
          made = phases.measure(task, session, server, read, ours ? space : null, listener);
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
        Optional<String> none = openings.failed(database, context.secrets().scrub(reason));
        if (none.isPresent()) {
          throw new ConfigurationException(none.get(), failure);
        }
      }
      if (!made.isEmpty()) { // it failed to close
        return RunPhases.judged(made, Optional.of(context.secrets().scrub(reason)));
      }
      return notRun(phases, expected, reason, listener);
    }
  }

  /**
   * Opens and closes the database, and measures nothing.
   *
   * @throws ConfigurationException if it cannot be opened
   */
  @SuppressWarnings("try") // it is only opened and closed
  void rehearse() throws IOException {
    try (ServerProcesses servers = new ServerProcesses(context.workspaces().home()::start);
        DatabaseServer opened = adapter.open(settings(Optional.empty(), options(), servers))) {
      return;
    } catch (DatabaseException | Guard.Mistake failure) {
      throw new ConfigurationException(
          "%s cannot be opened: %s"
              .formatted(database.label(), context.secrets().scrub(failure.getMessage())),
          failure);
    }
  }

  private void close(DatabaseServer server) throws DatabaseException {
    try {
      server.close();
    } catch (DatabaseException left) {
      context.left().add(context.secrets().scrub(left.getMessage()));
      throw left;
    }
  }

  private Feature.Opening opening(RunListener listener) {
    return new Feature.Opening(
        experiment,
        spec,
        traits,
        context.workspaces(),
        folders,
        context.results(),
        listener::enter);
  }

  private ServerSettings settings(
      Optional<ExternalServer> external, Map<String, String> options, ServerProcesses servers) {
    return new ServerSettings(
        new ServerSettings.Site(folders.data(), context.workspaces().at(database.place()).medium()),
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
                    new ServerSettings.Site(
                        log, context.workspaces().at(database.logPlace()).medium())),
        context.runners().get(spec.runner()).patience());
  }

  private RunTask task(Feature.Live live, Space space, List<Feature> features, Duration iteration) {
    DatabaseServer server = live.database();
    return new RunTask(
        experiment,
        spec,
        traits.has(Trait.KEEPS_RECORDS) && spec.purpose().isTimed()
            ? experiment.get(Settings.VERIFY)
            : Verify.OFF,
        new RunTask.Client(
            adapter.client().getName(),
            context.databases().jarsOf(adapter),
            server.clientProperties(),
            server.clientEnvironment(),
            command -> live.processes().start(command, Feature.Role.CLIENTS),
            database.isClass()
                ? !database.scansInUnknownOrder()
                : traits.has(Trait.SCANS_IN_KEY_ORDER),
            database.isClass()),
        new RunTask.Database(
            live.servers(),
            database.isClass() ? Optional.empty() : Optional.of(reset(server, space))),
        new RunTask.Folders(context.workloads(), folders.scratch(), context.results()),
        List.copyOf(features),
        iteration);
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

  /**
   * The label, durability and medium of the run, before its database opens.
   *
   * @param ours whether the harness starts the database
   */
  ReadBack expected(boolean ours) {
    return new ReadBack(
        new Label(database.label(), Optional.empty()),
        "unknown",
        database.isClass() || database.claimedDurability().isPresent()
            ? SourcedValue.claimed(database.claimedDurability().map(Durability::id))
            : SourcedValue.read(spec.durability().id()),
        ours
            ? SourcedValue.read(context.workspaces().at(database.place()).place().mediumId())
            : SourcedValue.claimed(database.claimedMedium().map(Medium::id)),
        List.of());
  }

  static List<PhaseResult> notRun(
      RunPhases phases, ReadBack expected, String reason, RunListener listener) {
    List<PhaseResult> none = phases.notRun(expected, reason);
    listener.progress().phaseFinished(none.get(0));
    return none;
  }
}
