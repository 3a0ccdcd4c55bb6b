package org.pmemycsb.harness.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.FileFailure;
import org.pmemycsb.harness.database.Databases;
import org.pmemycsb.harness.database.External;
import org.pmemycsb.harness.database.FolderWord;
import org.pmemycsb.harness.database.Guard;
import org.pmemycsb.harness.design.Aside;
import org.pmemycsb.harness.design.DatabaseChoice;
import org.pmemycsb.harness.design.MediumModel;
import org.pmemycsb.harness.design.Secrets;
import org.pmemycsb.harness.design.Verify;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.experiment.RunSpec;
import org.pmemycsb.harness.experiment.Settings;
import org.pmemycsb.harness.host.DiskUse;
import org.pmemycsb.harness.host.Footprint;
import org.pmemycsb.harness.host.OwnAddress;
import org.pmemycsb.harness.result.Configurations;
import org.pmemycsb.harness.result.Label;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.RunPart;
import org.pmemycsb.harness.result.SourcedValue;
import org.pmemycsb.harness.run.RunPhases.Ran;
import org.pmemycsb.harness.run.RunPhases.Watching;
import org.pmemycsb.harness.standin.StandIn;
import org.pmemycsb.harness.trace.SeededRandom;
import org.pmemycsb.harness.workspace.ServerProcesses;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.ExternalServer;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.NativeReplay;
import org.pmemycsb.spi.ProcessStarter;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.spi.Trait;
import org.pmemycsb.spi.Traits;

/** One run of a database: opens it with all that belongs to it. Not thread-safe. */
final class OpenRun {
  private static final String NO_STAND_IN =
      "the stand-in for libpmem is not in all processes of the database: the harness did not start"
          + " them, or they are linked statically";

  /** The folders of a run: for the data, for a log that lies apart, and for the runner's files. */
  record Folders(Path data, Optional<Path> log, Path scratch) {}

  private final RunContext context;
  private final Experiment experiment;
  private final RunSpec spec;
  private final DatabaseChoice database;
  private final DatabaseAdapter adapter;
  private final Traits traits;
  private final Folders folders;

  /**
   * @param folders exist
   */
  OpenRun(RunContext context, RunSpec spec, Folders folders) {
    this.context = context;
    this.experiment = context.experiment();
    this.spec = spec;
    this.database = spec.database();
    this.adapter = context.adapter(spec);
    this.traits = context.databases().traits(database);
    this.folders = folders;
  }

  /**
   * Opens the database, measures the phases, and closes it.
   *
   * @param openings hears whether the database opened, and of remains on its server
   * @throws ConfigurationException if no database of the experiment can be opened
   */
  @SuppressWarnings("try") // one resource only closes another
  List<PhaseResult> make(RunPhases phases, Openings openings, Watching watching)
      throws IOException, InterruptedException {
    Map<String, String> options = options();
    Ran asked = asked(true);
    Optional<MemoryLimit> limit = context.memory().begin(spec, folders.data());
    List<PhaseResult> made = List.of();
    boolean opened = false;
    try {
      Optional<ExternalServer> external = External.choose(database, adapter, new LocalHost());
      boolean ours = external.isEmpty() && (!database.isClass() || FolderWord.isIn(options));
      if (ours && database.claimedMedium().isPresent()) {
        throw new ConfigurationException(
            "%s: its data are on a place, whose medium is known; leave out %s"
                .formatted(database.label(), DatabaseChoice.CLAIMED_MEDIUM));
      }
      asked = asked(ours);
      Optional<StandIn> standIn = standIn();
      BoundProcesses processes =
          new BoundProcesses(
              context.placements().at(database.place()),
              command -> {
                standIn.ifPresent(each -> each.preload(command.environment()));
                return context.workspaces().home().start(command);
              },
              database.label());
      ServerProcesses servers =
          new ServerProcesses(
              command -> {
                limit.ifPresent(each -> each.confine(command));
                return processes.startServer(command);
              });
      ServerSettings settings = settings(external, options, servers, limit);
      try (servers;
          DatabaseServer server = adapter.open(settings);
          Closing closing = () -> close(server, openings)) {
        Ran ran = asked.opened(server, processes.opened(ours));
        Databases.refuseOtherDurability(database, spec.durability(), server);
        Configurations.keep(
            context.results(),
            ran.label().text(),
            ran.durability().text(),
            server.configuration(),
            context.secrets());
        openings.opened(database);
        opened = true;
        Space space =
            new Space(
                new Footprint(() -> DiskUse.of(folders.data())),
                folders.log().map(log -> new Footprint(() -> DiskUse.of(log))),
                Stream.concat(Stream.of(folders.data()), folders.log().stream()).toList());
        RunTask task =
            task(
                server,
                space,
                processes::startClients,
                servers,
                limit,
                standIn,
                watching.turns().iteration());
        watching.enter(RunPart.PROCESS);
        try (Runner.Session session = context.runners().get(spec.runner()).start(task)) {
          Supplier<Optional<String>> objection =
              () ->
                  standIn.isPresent() && !isInAll(processes, ours)
                      ? Optional.of(NO_STAND_IN)
                      : Optional.empty();
          made =
              phases.measure(task, session, server, ran, ours ? space : null, objection, watching);
          return made;
        } finally {
          watching.enter(RunPart.SERVER);
        }
      }
    } catch (DatabaseException | Guard.Mistake failure) {
      String reason =
          RunPhases.caused(limit.flatMap(MemoryLimit::objection), Optional.of(failure.getMessage()))
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
      return notRun(phases, asked, reason, watching);
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
        DatabaseServer opened =
            adapter.open(settings(Optional.empty(), options(), servers, Optional.empty()))) {
      return;
    } catch (DatabaseException | Guard.Mistake failure) {
      throw new ConfigurationException(
          "%s cannot be opened: %s"
              .formatted(database.label(), context.secrets().scrub(failure.getMessage())),
          failure);
    }
  }

  /** Closes a resource of a run. */
  @FunctionalInterface
  private interface Closing extends AutoCloseable {
    @Override
    void close() throws DatabaseException;
  }

  private void close(DatabaseServer server, Openings openings) throws DatabaseException {
    try {
      server.close();
    } catch (DatabaseException left) {
      openings.left(context.secrets().scrub(left.getMessage()));
      throw left;
    }
  }

  private Optional<StandIn> standIn() throws DatabaseException {
    Optional<MediumModel> ofLog = model(database.logPlace());
    Optional<MediumModel> model = ofLog.or(() -> model(database.place()));
    if (!spec.aside().hasStandIn() && model.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          StandIn.install(
              folders.scratch(),
              watched(ofLog.isPresent()),
              spec.aside(),
              model,
              SeededRandom.seedOf(experiment.seed(), spec.repeat())));
    } catch (IOException full) {
      throw new DatabaseException(
          "the stand-in for libpmem cannot be written: " + FileFailure.describe(full), full);
    }
  }

  /** Another place may serve as home of what has none; its model is not for this database. */
  private Optional<MediumModel> model(Optional<String> place) {
    return place.flatMap(any -> context.workspaces().at(place).place().delays());
  }

  private ServerSettings settings(
      Optional<ExternalServer> external,
      Map<String, String> options,
      ServerProcesses servers,
      Optional<MemoryLimit> limit) {
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
        limit.map(each -> OptionalLong.of(each.bytes())).orElse(OptionalLong.empty()),
        folders
            .log()
            .map(
                log ->
                    new ServerSettings.Site(
                        log, context.workspaces().at(database.logPlace()).medium())),
        context.runners().get(spec.runner()).patience());
  }

  private RunTask task(
      DatabaseServer server,
      Space space,
      ProcessStarter clients,
      ServerProcesses servers,
      Optional<MemoryLimit> limit,
      Optional<StandIn> standIn,
      Duration iteration)
      throws DatabaseException {
    return new RunTask(
        experiment,
        spec,
        traits.has(Trait.KEEPS_RECORDS) && spec.aside() != Aside.COUNTED
            ? experiment.verify()
            : Verify.OFF,
        new RunTask.Client(
            adapter.client().getName(),
            context.databases().jarsOf(adapter),
            server.clientProperties(),
            server.clientEnvironment(),
            clients,
            slower(server),
            database.isClass()
                ? !database.scansInUnknownOrder()
                : traits.has(Trait.SCANS_IN_KEY_ORDER),
            database.isClass()),
        new RunTask.Database(
            servers,
            database.isClass() ? Optional.empty() : Optional.of(reset(server, space)),
            nativeCommand(server),
            limit.map(
                each -> each.with(server.livesInClient() || !traits.has(Trait.KEEPS_RECORDS)))),
        new RunTask.Folders(context.workloads(), folders.scratch(), context.results()),
        standIn,
        iteration);
  }

  /** A place whose memory is really remote needs no slower loads. */
  private RunTask.SlowerLoads slower(DatabaseServer server) {
    return model(database.place())
        .filter(any -> traits.has(Trait.READS_MAPPED_FILES))
        .filter(any -> context.workspaces().at(database.place()).place().reads().isEmpty())
        .map(each -> new RunTask.SlowerLoads(each.read().factor(), !server.livesInClient()))
        .orElse(RunTask.SlowerLoads.NONE);
  }

  /** A model is of one place. What a database asks for is counted on both. */
  private List<Path> watched(boolean logIsModelled) {
    List<Path> all = new ArrayList<>();
    if (spec.aside() == Aside.COUNTED || !logIsModelled) {
      all.add(folders.data());
    }
    if (spec.aside() == Aside.COUNTED || logIsModelled) {
      folders.log().ifPresent(all::add);
    }
    return all;
  }

  /** Whether the stand-in is in every process of the run, which no outsider's is. */
  private static boolean isInAll(BoundProcesses processes, boolean ours) {
    // One may end between the two looks.
    return ours
        && processes.running().stream().allMatch(each -> StandIn.isIn(each) || !each.isAlive());
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
  Ran asked(boolean ours) {
    return new Ran(
        new Label(database.label(), Optional.empty()),
        "unknown",
        database.isClass() || database.claimedDurability().isPresent()
            ? SourcedValue.claimed(database.claimedDurability().map(Durability::id))
            : SourcedValue.read(spec.durability().id()),
        ours
            ? SourcedValue.read(context.workspaces().at(database.place()).place().mediumId())
            : SourcedValue.claimed(database.claimedMedium().map(Medium::id)),
        database.location(),
        null);
  }

  private List<String> nativeCommand(DatabaseServer server) throws DatabaseException {
    Optional<NativeReplay> program = adapter.nativeReplay();
    return program.isPresent() ? program.get().command(server.clientProperties()) : List.of();
  }

  /** The phases of a run that could not be made. */
  static List<PhaseResult> notRun(RunPhases phases, Ran asked, String reason, Watching watching) {
    List<PhaseResult> none = phases.notRun(asked, reason);
    watching.progress().phaseFinished(none.get(0));
    return none;
  }
}
