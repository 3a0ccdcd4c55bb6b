package org.pmemycsb.harness.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.pmemycsb.harness.design.RunnerKind;
import org.pmemycsb.harness.experiment.ExperimentDraft;
import org.pmemycsb.harness.experiment.Settings;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures floor and ceiling: an experiment like any other, in which every repeat has the runs that
 * bound a database's figures.
 */
@Command(
    name = "calibrate",
    description = {
      "Measures floor and ceiling: the same operations on noop (the cost of the harness), on the"
          + " database, and through the database's native program (the speed without Java), in"
          + " several rounds."
    },
    mixinStandardHelpOptions = true)
final class CalibrateCommand implements Callable<Integer> {
  @Option(
      names = "--db",
      paramLabel = "ID",
      defaultValue = "pmemkv",
      description = "A database with a native program; default ${DEFAULT-VALUE}.")
  private String database;

  @Option(names = "--pmem", paramLabel = "DIR", description = "Folder for the data, as of run.")
  private String pmem;

  @Option(names = "--out", paramLabel = "DIR", description = "Folder for the results.")
  private String out;

  @Option(
      names = "--records",
      paramLabel = "N",
      defaultValue = "100000",
      description = "Records to load; default ${DEFAULT-VALUE}.")
  private long records;

  @Option(
      names = "--operations",
      paramLabel = "N",
      defaultValue = "2000000",
      description = "Operations of each workload; default ${DEFAULT-VALUE}.")
  private long operations;

  @Option(
      names = "--value-size",
      paramLabel = "SIZE",
      defaultValue = "1024",
      description = "Bytes of a value; default ${DEFAULT-VALUE}.")
  private String valueSize;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description = "Client threads; default ${DEFAULT-VALUE}.")
  private String threads;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "5",
      description = "Runs of each kind; default ${DEFAULT-VALUE}.")
  private int rounds;

  @Option(names = "--full", description = "Also the stock YCSB client on the same database.")
  private boolean full;

  @Option(names = "--quiet", description = "Prints no progress, only tables and warnings.")
  private boolean quiet;

  @Override
  public Integer call() throws IOException, InterruptedException {
    ExperimentDraft draft = new ExperimentDraft();
    draft.set(Settings.NAME, "calibrate");
    draft.set(Settings.TITLE, "Floor and ceiling of " + database);
    draft.set(Settings.RECORDS, records);
    draft.set(Settings.OPERATIONS, operations);
    draft.set(Settings.REPEATS, rounds);
    draft.set(Settings.CALIBRATE, rounds);
    draft.set(
        Settings.RUNNERS,
        full ? List.of(RunnerKind.TRACE, RunnerKind.YCSB) : List.of(RunnerKind.TRACE));
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--details", "--db", database, "--threads", threads, "--value-size", valueSize));
    if (pmem != null) {
      arguments.addAll(List.of("--pmem", pmem));
    }
    if (out != null) {
      arguments.addAll(List.of("--out", out));
    }
    if (quiet) {
      arguments.add("--quiet");
    }
    RunCommand run = new RunCommand(draft);
    new CommandLine(run).parseArgs(arguments.toArray(String[]::new));
    return run.call();
  }
}
