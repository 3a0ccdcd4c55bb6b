package org.pmemycsb.harness.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.database.Databases;
import org.pmemycsb.harness.database.NoopAdapter;
import org.pmemycsb.harness.experiment.ByteSize;
import org.pmemycsb.harness.experiment.DatabaseChoice;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.experiment.ExperimentDraft;
import org.pmemycsb.harness.experiment.Phase;
import org.pmemycsb.harness.experiment.RunnerKind;
import org.pmemycsb.harness.experiment.Verify;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Mode;
import picocli.CommandLine.Option;

/** The options that say what is to be measured; each overrides the experiment file. */
final class ExperimentOptions {
  private static final Pattern FOR_ONE = Pattern.compile("([A-Za-z0-9][A-Za-z0-9._-]*)=(.*)");

  @Option(
      names = {"--db", "--only"},
      split = ",",
      paramLabel = "ID",
      description =
          "Databases; see list. Without it, all that can run here. class:NAME is any YCSB client;"
              + " give its jars with --jar and its properties with -p.")
  private List<String> databases;

  @Option(
      names = "--mode",
      split = ",",
      paramLabel = "[ID=]MODE",
      description =
          "embedded: start the database; external: attach to --url; auto: start it where that can"
              + " be done. Without it, a database with a --url is external.")
  private List<String> modes = List.of();

  @Option(
      names = "--url",
      paramLabel = "[ID=]URL",
      description =
          "Where a running server is; once for each. The ID may be left out where one database is"
              + " named. $${NAME} is a variable of the environment: the place for a password.")
  private List<String> urls = List.of();

  @Option(
      names = "--allow-reset",
      description = "What external databases hold may be removed. Without it they must be empty.")
  private boolean allowReset;

  @Option(
      names = "--workloads",
      split = ",",
      paramLabel = "A",
      description = "Workloads after the load: A to F, or property files of your own.")
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

  /**
   * The experiment of a draft with what was given on the command line.
   *
   * @throws ConfigurationException if it is impossible
   */
  Experiment applied(ExperimentDraft draft, Databases available) {
    if (databases != null) {
      draft.databases =
          databases.stream().map(id -> new DatabaseChoice(id.strip(), Map.of())).toList();
    }
    if (draft.databases.isEmpty()) {
      draft.databases = all(available);
    }
    modes.forEach(text -> set(draft, "--mode", DatabaseChoice.MODE, text));
    urls.forEach(text -> set(draft, "--url", DatabaseChoice.URL, text));
    if (allowReset) {
      draft.databases =
          draft.databases.stream()
              .map(
                  database ->
                      database.isClass() || database.mode() == Mode.EMBEDDED
                          ? database
                          : database.with(DatabaseChoice.ALLOW_RESET, "true"))
              .toList();
    }
    draft.jars = available.jars().paths();
    if (workloads != null) {
      draft.workloads(workloads.stream().map(Phase::of).toList());
    }
    if (threads != null) {
      draft.threads = threads;
    }
    if (valueSizes != null) {
      draft.valueSizes = valueSizes.stream().map(ExperimentOptions::valueSize).toList();
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
      draft.durabilities = durabilities.stream().map(ExperimentOptions::durability).toList();
      claim(draft);
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

  /** Sets an option, as {@code VALUE} or {@code ID=VALUE}, of the databases that it is for. */
  private static void set(ExperimentDraft draft, String option, String name, String text) {
    Matcher form = FOR_ONE.matcher(text.strip());
    String value = form.matches() ? form.group(2) : text.strip();
    Optional<String> id = Optional.of(form).filter(Matcher::matches).map(one -> one.group(1));
    if (id.isEmpty() && name.equals(DatabaseChoice.URL) && draft.databases.size() != 1) {
      throw new ConfigurationException(
          option
              + ": which of the "
              + draft.databases.size()
              + " databases is it for? Write "
              + option
              + " "
              + draft.databases.get(0).id()
              + "=URL");
    }
    if (id.isPresent() && draft.databases.stream().noneMatch(each -> isNamed(each, id.get()))) {
      throw new ConfigurationException(
          option + ": there is no database " + id.get() + " in this experiment");
    }
    draft.databases =
        draft.databases.stream()
            .map(each -> id.isEmpty() || isNamed(each, id.get()) ? each.with(name, value) : each)
            .toList();
  }

  private static boolean isNamed(DatabaseChoice database, String name) {
    return database.id().equals(name) || name.equals(database.options().get(DatabaseChoice.LABEL));
  }

  /** What is said on the command line of a durability that nobody can read back is a claim. */
  private static void claim(ExperimentDraft draft) {
    if (draft.durabilities.size() == 1) {
      String claimed = draft.durabilities.get(0).id();
      draft.databases =
          draft.databases.stream()
              .map(
                  each ->
                      each.isClass() && each.claimedDurability().isEmpty()
                          ? each.with(DatabaseChoice.CLAIMED_DURABILITY, claimed)
                          : each)
              .toList();
    }
  }

  static int valueSize(String text) {
    return (int) Math.min(Integer.MAX_VALUE, ByteSize.parse("value-size", text));
  }

  static Durability durability(String text) {
    try {
      return Durability.of(text.strip());
    } catch (IllegalArgumentException unknown) {
      throw new ConfigurationException("durability: " + unknown.getMessage(), unknown);
    }
  }

  /** Every database that can run here; noop is no database, and stands only where it is named. */
  static List<DatabaseChoice> all(Databases available) {
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
}
