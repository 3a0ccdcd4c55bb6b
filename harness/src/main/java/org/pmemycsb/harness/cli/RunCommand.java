package org.pmemycsb.harness.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.claim.Claims;
import org.pmemycsb.harness.database.Databases;
import org.pmemycsb.harness.database.NoopAdapter;
import org.pmemycsb.harness.database.Placing;
import org.pmemycsb.harness.design.DatabaseChoice;
import org.pmemycsb.harness.design.RunnerKind;
import org.pmemycsb.harness.design.Secrets;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.experiment.ExperimentDraft;
import org.pmemycsb.harness.experiment.ExperimentFile;
import org.pmemycsb.harness.experiment.Settings;
import org.pmemycsb.harness.host.CpuLatency;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.host.Installation;
import org.pmemycsb.harness.host.Inventory;
import org.pmemycsb.harness.host.LoadSampler;
import org.pmemycsb.harness.host.Place;
import org.pmemycsb.harness.host.Terminal;
import org.pmemycsb.harness.medium.Probe;
import org.pmemycsb.harness.nativereplay.NativeRunner;
import org.pmemycsb.harness.report.Report;
import org.pmemycsb.harness.report.RerunScript;
import org.pmemycsb.harness.report.format.PlainText;
import org.pmemycsb.harness.report.notes.Notes;
import org.pmemycsb.harness.result.FolderLock;
import org.pmemycsb.harness.result.Journal;
import org.pmemycsb.harness.result.ResultFolder;
import org.pmemycsb.harness.result.Unavailable;
import org.pmemycsb.harness.run.Campaign;
import org.pmemycsb.harness.run.ChildJvm;
import org.pmemycsb.harness.run.Fleet;
import org.pmemycsb.harness.run.LazyFleet;
import org.pmemycsb.harness.run.Placements;
import org.pmemycsb.harness.run.Progress;
import org.pmemycsb.harness.run.RunEstimate;
import org.pmemycsb.harness.run.Workspace;
import org.pmemycsb.harness.run.Workspaces;
import org.pmemycsb.harness.worker.TraceRunner;
import org.pmemycsb.harness.ycsb.YcsbRunner;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.Exposure;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs an experiment and shows the results. */
@Command(
    name = "run",
    description = {
      "Runs an experiment: loads every database and runs the workloads on it, for every"
          + " combination of threads and value sizes.",
      "Without arguments: every database that can run here, in a few minutes."
    },
    mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "EXPERIMENT",
      description =
          "An experiment file, or a name that 'pmem-ycsb list' shows. Options override the file.")
  private String experimentName;

  @Option(
      names = "--quick",
      description =
          "A smaller scale that takes minutes: the keys under quick: of the file, or else a"
              + " tenth.")
  private boolean quick;

  @Option(
      names = "--strict-claims",
      description = "Exit status 1 if a claim FAILS, as for an INVALID cell.")
  private boolean strictClaims;

  @Mixin private PlaceOptions places;

  @Option(
      names = "--resume",
      paramLabel = "DIR",
      description = {
        "Continues an interrupted experiment in its result folder. Makes INVALID runs again."
      })
  private Path resume;

  @Mixin private ExperimentOptions options;

  @Mixin private JarOptions jars;

  @Option(
      names = "--patience",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "Ends a phase, as INVALID, if no operation finishes for this time.")
  private int patience;

  @Option(names = "--quiet", description = "Prints no progress, only tables and warnings.")
  private boolean quiet;

  @Option(
      names = "--details",
      description = "Prints every table at the end: also cells, latencies, floor and ceiling.")
  private boolean details;

  @Option(
      names = "--dry-run",
      description = "Prints the runs and an estimate of their time and space; starts none.")
  private boolean dryRun;

  private final ExperimentDraft defaults;

  RunCommand() {
    this(new ExperimentDraft().lasting(Duration.ofMillis(300), Duration.ofMinutes(4)));
  }

  /** With other defaults than those of the comparison. */
  RunCommand(ExperimentDraft defaults) {
    this.defaults = defaults;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    ReadingProgress reading = ReadingProgress.start(quiet);
    Databases available;
    Experiment experiment;
    try {
      ExperimentDraft draft = draft();
      available = jars.databases(draft.get(Settings.JARS));
      experiment = experiment(draft, available);
    } finally {
      reading.close();
    }
    Secrets secrets = Secrets.of(experiment.databases(), experiment.properties(), System::getenv);
    List<Unavailable> absent = Feasibility.check(experiment, available);
    Experiment possible = experiment.without(absent.stream().map(Unavailable::database).toList());
    refuseBelow("--patience", patience, 1, "second");
    if (dryRun) {
      absent.forEach(each -> System.out.println(each.describe()));
      RunEstimate estimate = estimate(possible, available);
      new DryRun(estimate, Campaign.grid(possible, available)).print(System.out);
      return Main.OK;
    }
    if (experiment.cluster().isPresent()) {
      Fleet.provider(); // before anything is measured
    }
    List<Place> sites = PlaceOptions.open(experiment, available);
    Placements placements = PlaceOptions.placements(experiment, available, sites);
    try (FolderLock lock = lock(experiment);
        CpuLatency latency = CpuLatency.limit(experiment.get(Settings.CPU_LATENCY))) {
      try {
        return measure(
            lock.folder(),
            sites,
            placements,
            experiment,
            possible,
            absent,
            available,
            secrets,
            latency);
      } catch (IOException failure) {
        throw ResultFolder.ended(lock.folder(), failure);
      }
    }
  }

  private FolderLock lock(Experiment experiment) throws IOException {
    if (resume != null) {
      return FolderLock.take(ResultFolder.open(resume).path());
    }
    Path out = places.out(experiment.name());
    try {
      return FolderLock.takeNew(out);
    } catch (IOException failure) {
      throw new ConfigurationException(
          "--out: cannot write to " + out + ": " + failure.getMessage(), failure);
    }
  }

  private static void refuseBelow(String option, int value, int least, String unit) {
    if (value < least) {
      throw new ConfigurationException(
          "%s: %d is out of range; from %d %s".formatted(option, value, least, unit));
    }
  }

  private int measure(
      Path folder,
      List<Place> sites,
      Placements placements,
      Experiment experiment,
      Experiment possible,
      List<Unavailable> absent,
      Databases available,
      Secrets secrets,
      CpuLatency latency)
      throws IOException, InterruptedException {
    Installation installation = Installation.find();
    ResultFolder results =
        resume != null
            ? ResultFolder.open(folder)
            : ResultFolder.create(
                folder,
                experiment,
                Inventory.take(
                    sites,
                    Placing.variants(experiment, available::get),
                    folder,
                    ChildJvm.flags(),
                    latency.micros()));
    Environment begun = results.environment();
    sites.forEach(site -> Resumption.refuseOtherMedium(begun, site));
    Resumption.refuseOtherCpuLatency(begun, latency.micros());
    if (resume == null) {
      Resumption.keep(available.jars(), results.path());
    } else {
      Resumption.refuseOtherJars(available.jars(), results.path());
    }
    if (resume != null) {
      Journal.Contents made = results.journal().contents(); // a damaged one ends the command here
      made.remarks().forEach(remark -> System.err.println("pmem-ycsb: " + remark));
    }
    results.note(experiment, absent);
    if (!quiet) {
      boolean servers =
          possible.databases().stream().anyMatch(each -> available.get(each.id()).attaches());
      PlainText.listed(Notes.before(possible, begun, servers)).forEach(System.err::println);
    }
    if (resume == null) {
      RerunScript.write(results, installation.launcher(), rerunOptions());
    }
    Optional<ConfigurationException> refusal = Optional.empty();
    try (Workspaces workspaces = PlaceOptions.workspaces(sites);
        Progress progress = progress(possible, available);
        LazyFleet fleet = LazyFleet.of(possible, installation, workspaces, available.jars())) {
      ChildJvm jvm = new ChildJvm(workspaces.home(), installation);
      Campaign campaign =
          new Campaign(
              possible,
              available,
              Map.of(
                  RunnerKind.TRACE,
                  new TraceRunner(jvm, Duration.ofSeconds(patience), fleet),
                  RunnerKind.YCSB,
                  new YcsbRunner(jvm, Duration.ofSeconds(patience)),
                  RunnerKind.NATIVE,
                  new NativeRunner(Duration.ofSeconds(patience))),
              workspaces,
              placements,
              installation.workloads(),
              results.path(),
              secrets,
              results.journal(),
              progress);
      ShutdownHook breakOff =
          ShutdownHook.add(() -> breakOff(campaign, workspaces, fleet, progress, results.path()));
      LoadSampler load = LoadSampler.start(results.path());
      try {
        if (resume == null) {
          results.noteProbes(probes(possible, sites, workspaces, progress));
        }
        if (!campaign.run(repeat -> show(results, repeat, progress))) {
          // The JVM is going down; the shutdown hook does the rest.
          Thread.currentThread().join();
        }
      } catch (ConfigurationException refused) {
        if (results.journal().readAll().isEmpty()) {
          // An empty result folder would stand in the way of the next attempt.
          if (resume == null) {
            Workspace.deleteTree(results.path());
          }
          throw refused;
        }
        refusal = Optional.of(refused);
      } finally {
        breakOff.close();
        load.close();
      }
    }
    results.noteLoad();
    int status = ReportCommand.show(results, strictClaims, details);
    if (refusal.isPresent()) {
      throw new ConfigurationException(
          refusal.get().getMessage() + ". " + toContinue(results.path()), refusal.get());
    }
    return status;
  }

  /** Measures what the places can do. Reports those that cannot be measured. */
  private Map<String, Probe> probes(
      Experiment experiment, List<Place> sites, Workspaces workspaces, Progress progress)
      throws IOException, InterruptedException {
    Map<String, Probe> found = Probing.shortly(experiment, sites, workspaces);
    if (!quiet) {
      progress.print(System.err, Probing.missing(found));
    }
    return found;
  }

  /** Shows what is known after some repeats, where somebody follows the run. */
  private void show(ResultFolder results, int repeats, Progress progress) throws IOException {
    if (!quiet) {
      progress.print(
          Terminal.isStandardOutput() ? System.out : System.err,
          Report.textAfter(results, repeats));
    }
  }

  private static RunEstimate estimate(Experiment experiment, Databases available) {
    return new RunEstimate(
        experiment,
        PlaceOptions.media(experiment),
        each ->
            !each.isClass()
                && available.get(each.id()).exposure(each.ownOptions()) == Exposure.NONE);
  }

  private Progress progress(Experiment experiment, Databases available) {
    if (quiet) {
      return new Progress() {};
    }
    OptionalInt width = Terminal.widthOfStandardError();
    return width.isPresent()
        ? new LiveProgress(
            System.err, width.getAsInt(), estimate(experiment, available), System::nanoTime)
        : new PlainProgress(System.err);
  }

  /** The options that the experiment file does not hold. */
  private Map<String, String> rerunOptions() {
    return Map.of("--patience", Integer.toString(patience));
  }

  private static void breakOff(
      Campaign campaign, Workspaces workspaces, LazyFleet fleet, Progress progress, Path results) {
    campaign.stop();
    progress.close();
    fleet.close();
    workspaces.close();
    System.err.println("pmem-ycsb: interrupted. " + toContinue(results));
  }

  private static String toContinue(Path results) {
    return "Finished runs are kept; to continue: pmem-ycsb run --resume " + results;
  }

  private ExperimentDraft draft() throws IOException {
    if (experimentName != null) {
      return ExperimentFile.read(NamedExperiments.find(experimentName));
    }
    return resume == null ? defaults : ResultFolder.open(resume).experiment();
  }

  private Experiment experiment(ExperimentDraft draft, Databases available) throws IOException {
    // The experiment of a result folder is at its scale already, and its claims may name more.
    if (resume == null || experimentName != null) {
      checkClaims(draft, available);
      if (quick) {
        draft.quick();
      }
    }
    Experiment asked = Claims.fitted(placed(options.applied(draft, available), available::get));
    if (resume == null) {
      return asked;
    }
    if (places.out != null && !places.out.equals(resume)) {
      throw new ConfigurationException("--out: --resume writes to its own folder; leave out --out");
    }
    Resumption.refuseOtherExperiment(ResultFolder.open(resume).experiment().finish(), asked);
    return asked;
  }

  /**
   * The experiment with a place for each database; a resumed one keeps the places it began with.
   */
  private Experiment placed(Experiment experiment, Function<String, DatabaseAdapter> adapters)
      throws IOException {
    return places.placed(
        experiment,
        adapters,
        resume == null
            ? PlaceOptions.offered()
            : ResultFolder.open(resume).experiment().finish().places());
  }

  /** Checks the claims against the experiment as it stands in its file, before any option. */
  private void checkClaims(ExperimentDraft draft, Databases available) throws IOException {
    List<DatabaseChoice> named = draft.get(Settings.DATABASES);
    if (named.isEmpty()) {
      draft.set(
          Settings.DATABASES,
          available.all().stream().map(each -> new DatabaseChoice(each.name(), Map.of())).toList());
    }
    // A file may name databases that this machine does not know; claims about them are checked,
    // too.
    DatabaseAdapter unknown = new NoopAdapter();
    Claims.check(placed(draft.finish(), id -> available.has(id) ? available.get(id) : unknown));
    draft.set(Settings.DATABASES, named);
  }
}
