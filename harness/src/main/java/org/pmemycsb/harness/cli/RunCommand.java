package org.pmemycsb.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.database.Databases;
import org.pmemycsb.harness.database.NoopAdapter;
import org.pmemycsb.harness.experiment.ByteSize;
import org.pmemycsb.harness.experiment.DatabaseChoice;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.experiment.ExperimentDraft;
import org.pmemycsb.harness.experiment.ExperimentFile;
import org.pmemycsb.harness.experiment.Phase;
import org.pmemycsb.harness.experiment.RunnerKind;
import org.pmemycsb.harness.experiment.Verify;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.host.Installation;
import org.pmemycsb.harness.host.Media;
import org.pmemycsb.harness.nativereplay.NativeRunner;
import org.pmemycsb.harness.report.ResultFolder;
import org.pmemycsb.harness.run.Campaign;
import org.pmemycsb.harness.run.ChildJvm;
import org.pmemycsb.harness.run.Workspace;
import org.pmemycsb.harness.worker.TraceRunner;
import org.pmemycsb.harness.ycsb.YcsbRunner;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Medium;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs an experiment and shows what came out. */
@Command(
    name = "run",
    description = {
      "Runs an experiment: every database is loaded and taken through the workloads, for every"
          + " combination of threads and value sizes.",
      "Without arguments: a grid of a minute or two over every database that can run here."
    },
    mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
  private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

  @Parameters(
      arity = "0..1",
      paramLabel = "EXPERIMENT.yaml",
      description = "An experiment file; options override what it says.")
  private Path file;

  @Option(
      names = {"--db", "--only"},
      split = ",",
      paramLabel = "ID",
      description = "Databases; see list. Without it, all that can run here.")
  private List<String> databases;

  @Option(
      names = "--workloads",
      split = ",",
      paramLabel = "A",
      description = "Workloads after the load, from A to F.")
  private List<String> workloads;

  @Option(names = "--threads", split = ",", paramLabel = "N", description = "Client threads.")
  private List<Integer> threads;

  @Option(
      names = "--value-size",
      split = ",",
      paramLabel = "SIZE",
      description = "Bytes of a value: 1024, 4KiB.")
  private List<String> valueSizes;

  @Option(names = "--records", paramLabel = "N", description = "Records to load.")
  private Long records;

  @Option(names = "--operations", paramLabel = "N", description = "Operations of each workload.")
  private Long operations;

  @Option(names = "--repeats", paramLabel = "N", description = "Runs of each combination.")
  private Integer repeats;

  @Option(
      names = "--durability",
      split = ",",
      paramLabel = "LEVEL",
      description = "What an acknowledged write survives: none, periodic, commit.")
  private List<String> durabilities;

  @Option(
      names = "--pmem",
      paramLabel = "DIR",
      description =
          "Folder for the data. Without it: a mounted DAX file system, or else shared memory.")
  private Path pmem;

  @Option(names = "--out", paramLabel = "DIR", description = "Folder for the results.")
  private Path out;

  @Option(
      names = "--resume",
      paramLabel = "DIR",
      description = "Goes on with an experiment that was interrupted, in its result folder.")
  private Path resume;

  @Option(
      names = "--runner",
      split = ",",
      paramLabel = "NAME",
      description =
          "trace (the default), ycsb: the stock YCSB client, or native: without Java, where the"
              + " database has a program for it.")
  private List<String> runners;

  @Option(
      names = "--calibrate",
      paramLabel = "N",
      description =
          "In how many of the repeats floor (noop) and ceiling (native) are measured too, where a"
              + " database has a native program; 1 unless given, 0 for none.")
  private Integer calibrate;

  @Option(
      names = "--target",
      paramLabel = "OPS",
      description = "Operations per second over all threads; without it, as fast as they can.")
  private Integer target;

  @Option(
      names = "--verify",
      paramLabel = "MODE",
      description = "Values compared with what was written: sample (the default), full or off.")
  private String verify;

  @Option(names = "--seed", paramLabel = "N", description = "Of the order of the runs.")
  private Long seed;

  @Option(names = "-p", paramLabel = "KEY=VALUE", description = "A YCSB property for every phase.")
  private Map<String, String> properties = new LinkedHashMap<>();

  @Option(
      names = "--patience",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "A phase in which no operation finishes for so long is given up.")
  private int patience;

  @Option(names = "--quiet", description = "No progress; only the table and what is wrong.")
  private boolean quiet;

  @Option(
      names = "--dry-run",
      description = "Prints the runs, and what time and space they will take; starts nothing.")
  private boolean dryRun;

  private final ExperimentDraft defaults;

  RunCommand() {
    this(new ExperimentDraft());
  }

  /** With other defaults than those of the comparison. */
  RunCommand(ExperimentDraft defaults) {
    this.defaults = defaults;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Databases available = Databases.load(RunCommand.class.getClassLoader());
    Experiment experiment = experiment(available);
    refuseUnavailable(experiment, available);
    if (patience < 1) {
      throw new ConfigurationException(
          "--patience: " + patience + " is out of range; from 1 second");
    }
    if (dryRun) {
      new DryRun(experiment, Campaign.grid(experiment, available)).print(System.out);
      return Main.OK;
    }
    Path folder = pmemFolder();
    Medium medium = medium(folder);
    for (Path left : Workspace.removeAbandoned(folder)) {
      System.err.println("pmem-ycsb: removed " + left + ", left by a harness that was killed");
    }
    Installation installation = Installation.find();
    ResultFolder results =
        resume != null
            ? ResultFolder.open(resume)
            : ResultFolder.create(
                out == null ? defaultOut(experiment) : out,
                experiment,
                Environment.take(folder, medium, ChildJvm.flags()));
    refuseOtherMedium(results, medium);
    try (Workspace workspace = workspace(folder);
        ProgressDisplay progress = ProgressDisplay.choose(quiet)) {
      ChildJvm jvm = new ChildJvm(workspace, installation, List.of());
      Campaign campaign =
          new Campaign(
              experiment,
              available,
              Map.of(
                  RunnerKind.TRACE,
                  new TraceRunner(jvm, patience),
                  RunnerKind.YCSB,
                  new YcsbRunner(jvm, Duration.ofSeconds(patience)),
                  RunnerKind.NATIVE,
                  new NativeRunner(workspace, patience)),
              workspace,
              medium,
              installation.workloads(),
              results.histograms(),
              results.journal(),
              progress.progress());
      Thread breakOff =
          new Thread(() -> breakOff(campaign, workspace, results.path()), "break-off");
      Runtime.getRuntime().addShutdownHook(breakOff);
      try {
        if (!campaign.run()) {
          // The JVM is going down, and only the shutdown hook has something left to do.
          Thread.currentThread().join();
        }
      } finally {
        removeHook(breakOff);
      }
    }
    return ReportCommand.show(results);
  }

  private static void breakOff(Campaign campaign, Workspace workspace, Path results) {
    campaign.stop();
    workspace.close();
    System.err.println(
        "pmem-ycsb: interrupted; finished runs are kept. To go on: pmem-ycsb run --resume "
            + results);
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException shuttingDown) {
      // It is running at this moment, and will do what there is to do.
      return;
    }
  }

  private Experiment experiment(Databases available) throws IOException {
    if (resume == null) {
      return overridden(file == null ? defaults : ExperimentFile.read(file), available);
    }
    if (out != null && !out.equals(resume)) {
      throw new ConfigurationException("--out: --resume goes on in the folder that it names");
    }
    ResultFolder results = ResultFolder.open(resume);
    Experiment begun = results.experiment().finish();
    Experiment asked =
        overridden(file == null ? results.experiment() : ExperimentFile.read(file), available);
    if (!asked.equals(begun)) {
      throw new ConfigurationException(
          "--resume: the experiment is another than the one begun: "
              + String.join("; ", begun.differences(asked)));
    }
    return begun;
  }

  private Experiment overridden(ExperimentDraft draft, Databases available) {
    if (databases != null) {
      draft.databases =
          databases.stream().map(id -> new DatabaseChoice(id.strip(), Map.of())).toList();
    }
    if (draft.databases.isEmpty()) {
      draft.databases = all(available);
    }
    if (workloads != null) {
      draft.workloads(workloads.stream().map(Phase::of).toList());
    }
    if (threads != null) {
      draft.threads = threads;
    }
    if (valueSizes != null) {
      draft.valueSizes = valueSizes.stream().map(RunCommand::valueSize).toList();
    }
    if (records != null) {
      draft.records = records;
    }
    if (operations != null) {
      draft.operations = operations;
    }
    if (repeats != null) {
      draft.repeats = repeats;
    }
    if (durabilities != null) {
      draft.durabilities = durabilities.stream().map(RunCommand::durability).toList();
    }
    if (runners != null) {
      draft.runners = runners.stream().map(RunnerKind::of).toList();
    }
    if (calibrate != null) {
      draft.calibrate = calibrate;
    }
    if (target != null) {
      draft.target = target;
    }
    if (verify != null) {
      draft.verify = Verify.of(verify);
    }
    if (seed != null) {
      draft.seed = seed;
    }
    draft.properties.putAll(properties);
    return draft.finish();
  }

  private static int valueSize(String text) {
    return (int) Math.min(Integer.MAX_VALUE, ByteSize.parse("value-size", text));
  }

  private static Durability durability(String text) {
    try {
      return Durability.of(text.strip());
    } catch (IllegalArgumentException unknown) {
      throw new ConfigurationException("durability: " + unknown.getMessage(), unknown);
    }
  }

  /** Every database that can run here; noop is no database, and stands only where it is named. */
  private static List<DatabaseChoice> all(Databases available) {
    LocalHost host = new LocalHost();
    List<DatabaseChoice> found = new ArrayList<>();
    for (DatabaseAdapter adapter : available.all()) {
      if (adapter.name().equals(NoopAdapter.NAME)) {
        continue;
      }
      Availability availability = adapter.probe(host);
      if (availability.standIn().isPresent()) {
        System.err.println(
            "pmem-ycsb: without "
                + adapter.name()
                + ": only "
                + availability.standIn().get()
                + " could stand in for it; to measure that, name it with --db");
      } else if (availability.available()) {
        found.add(new DatabaseChoice(adapter.name(), Map.of()));
      } else {
        System.err.println("pmem-ycsb: without " + adapter.name() + ": " + availability.detail());
      }
    }
    if (found.isEmpty()) {
      throw new ConfigurationException(
          "no database can run here; 'pmem-ycsb doctor' says what is missing");
    }
    return found;
  }

  private static void refuseUnavailable(Experiment experiment, Databases available) {
    LocalHost host = new LocalHost();
    for (DatabaseChoice choice : experiment.databases()) {
      DatabaseAdapter adapter = available.get(choice.id());
      Availability found = adapter.probe(host);
      if (!found.available()) {
        throw new ConfigurationException(
            choice.id()
                + " cannot run here: "
                + found.detail()
                + found.remedy().map(remedy -> "; to mend it: " + remedy).orElse(""));
      }
      choice.options().keySet().stream()
          .filter(option -> !adapter.options().contains(option))
          .findFirst()
          .ifPresent(
              option -> {
                throw new ConfigurationException(
                    choice.id()
                        + " has no option '"
                        + option
                        + "'; there are: "
                        + String.join(", ", adapter.options().stream().sorted().toList()));
              });
      if (experiment.runners().equals(List.of(RunnerKind.NATIVE))
          && adapter.nativeReplay().isEmpty()) {
        throw new ConfigurationException(
            "runner: " + choice.id() + " has no native program; use trace or ycsb");
      }
      if (experiment.durabilities().stream().noneMatch(adapter.durabilities()::contains)) {
        throw new ConfigurationException(
            "durability: "
                + choice.id()
                + " has only "
                + String.join(
                    ", ", adapter.durabilities().stream().sorted().map(Durability::id).toList()));
      }
    }
  }

  private void refuseOtherMedium(ResultFolder results, Medium medium) throws IOException {
    Medium begun = results.environment().pmem().medium();
    if (medium != begun) {
      throw new ConfigurationException(
          "--pmem: the experiment was begun on "
              + begun.id()
              + ", and this folder lies on "
              + medium.id());
    }
  }

  private Path pmemFolder() throws IOException {
    Path unnamed =
        resume == null
            ? Media.defaultFolder()
            : Path.of(ResultFolder.open(resume).environment().pmem().path());
    Path folder = pmem == null ? unnamed : pmem;
    if (!Files.isDirectory(folder)) {
      throw new ConfigurationException("--pmem: there is no folder " + folder);
    }
    if (!Files.isWritable(folder)) {
      throw new ConfigurationException(
          "--pmem: no right to write to " + folder + "; name a folder of your own");
    }
    return folder;
  }

  private static Medium medium(Path folder) {
    try {
      return Media.of(folder);
    } catch (IOException failure) {
      throw new ConfigurationException(
          "--pmem: no file can be made in " + folder + ": " + failure.getMessage(), failure);
    }
  }

  private static Workspace workspace(Path folder) {
    try {
      return Workspace.create(folder);
    } catch (IOException failure) {
      throw new ConfigurationException(
          "--pmem: cannot write to " + folder + ": " + failure.getMessage(), failure);
    }
  }

  private static Path defaultOut(Experiment experiment) {
    return Path.of("results", experiment.name() + "-" + LocalDateTime.now().format(STAMP));
  }
}
