package org.pmemycsb.harness.cli;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.database.Databases;
import org.pmemycsb.harness.design.RunnerKind;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.experiment.ExperimentDraft;
import org.pmemycsb.harness.experiment.Settings;
import org.pmemycsb.harness.run.Campaign;
import org.pmemycsb.harness.run.Session;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
  private static final int PATIENCE = 60;

  @Option(
      names = "--db",
      paramLabel = "ID",
      defaultValue = "pmemkv",
      description =
          "A database with a native program or a tool of its own; default ${DEFAULT-VALUE}.")
  private String database;

  @Mixin private PlaceOptions places;

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
    if (rounds < 1) {
      throw new ConfigurationException("--rounds: " + rounds + " is out of range; give at least 1");
    }
    ExperimentDraft draft =
        new ExperimentDraft()
            .set(Settings.NAME, "calibrate")
            .set(Settings.TITLE, "Floor and ceiling of " + database)
            .set(Settings.RECORDS, records)
            .set(Settings.OPERATIONS, operations)
            .set(Settings.REPEATS, rounds)
            .set(Settings.CALIBRATE, rounds)
            .set(
                Settings.RUNNERS,
                full ? List.of(RunnerKind.TRACE, RunnerKind.YCSB) : List.of(RunnerKind.TRACE));
    Settings.DATABASES.parse(List.of(database), draft);
    Settings.THREADS.parse(List.of(threads), draft);
    Settings.VALUE_SIZES.parse(List.of(valueSize), draft);
    Databases available = new JarOptions().databases();
    Experiment experiment = places.placed(draft.finish(), available::get, PlaceOptions.offered());
    Session session = Session.of(experiment, available);
    boolean hasCeiling =
        Campaign.grid(experiment, available).stream()
            .anyMatch(run -> run.runner() == RunnerKind.NATIVE);
    if (!hasCeiling && !full) {
      throw new ConfigurationException(
          "--db: %s has no native program or tool that could be its ceiling; name another database, or add --full"
              .formatted(database));
    }
    return session.run(
        places.out(experiment.name()),
        false,
        new ShownSession(session, PATIENCE, quiet, true, false));
  }
}
