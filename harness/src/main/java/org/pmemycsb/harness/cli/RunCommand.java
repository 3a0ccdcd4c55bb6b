package org.pmemycsb.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.database.Databases;
import org.pmemycsb.harness.experiment.DatabaseChoice;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.experiment.ExperimentDraft;
import org.pmemycsb.harness.experiment.ExperimentFile;
import org.pmemycsb.harness.experiment.RunnerKind;
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
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs an experiment and shows what came out. */
@Command(
    name = "run",
    description = {
      "Runs an experiment: every database is loaded and taken through the workloads, for every"
          + " combination of threads and value sizes.",
      "Without arguments: a grid of a few minutes over every database that can run here."
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

  @Mixin private ExperimentOptions options;

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
      return options.applied(file == null ? defaults : ExperimentFile.read(file), available);
    }
    if (out != null && !out.equals(resume)) {
      throw new ConfigurationException("--out: --resume goes on in the folder that it names");
    }
    ResultFolder results = ResultFolder.open(resume);
    Experiment begun = results.experiment().finish();
    Experiment asked =
        options.applied(file == null ? results.experiment() : ExperimentFile.read(file), available);
    if (!asked.equals(begun)) {
      throw new ConfigurationException(
          "--resume: the experiment is another than the one begun: "
              + String.join("; ", begun.differences(asked)));
    }
    return begun;
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
