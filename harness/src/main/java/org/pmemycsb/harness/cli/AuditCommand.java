package org.pmemycsb.harness.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.audit.Audit;
import org.pmemycsb.harness.audit.AuditFile;
import org.pmemycsb.harness.audit.AuditPlan;
import org.pmemycsb.harness.audit.Audited;
import org.pmemycsb.harness.audit.Audited.RoundResult;
import org.pmemycsb.harness.audit.Losses;
import org.pmemycsb.harness.audit.Losses.Kind;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.host.Installation;
import org.pmemycsb.harness.host.Inventory;
import org.pmemycsb.harness.host.Place;
import org.pmemycsb.harness.host.workspace.ChildJvm;
import org.pmemycsb.harness.host.workspace.ShutdownHook;
import org.pmemycsb.harness.host.workspace.Workspace;
import org.pmemycsb.harness.host.workspace.Workspaces;
import org.pmemycsb.harness.measure.Feasibility;
import org.pmemycsb.harness.measure.database.Databases;
import org.pmemycsb.harness.measure.database.Places;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.ExperimentFile;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.result.FolderLock;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Trait;
import org.pmemycsb.spi.Traits;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "audit",
    description = {
      "Kills each database under load, starts it again, and looks for every acknowledged write, in"
          + " several rounds at each durability.",
      "Exit status 1 if a database breaks the claim of its durability."
    },
    mixinStandardHelpOptions = true)
final class AuditCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "EXPERIMENT.yaml",
      description = "An experiment file. The audit uses its databases and their options.")
  private Path file;

  @Mixin
  private final SettingOptions options =
      new SettingOptions(
              List.of(
                  Settings.DATABASES,
                  Settings.PLACES,
                  Settings.DURABILITIES,
                  Settings.THREADS,
                  Settings.RECORDS,
                  Settings.VALUE_SIZES))
          .or(Settings.DURABILITIES, "each that a database has")
          .or(Settings.THREADS, "4")
          .or(Settings.RECORDS, "4000");

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "5",
      description = "Kills of each database at each durability; default ${DEFAULT-VALUE}.")
  private int rounds;

  @Option(
      names = "--time",
      paramLabel = "TIME",
      defaultValue = "2s",
      description =
          "Longest time under load before a kill, whose moment is random; default"
              + " ${DEFAULT-VALUE}.")
  private String time;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of the operations and of the moments of the kills.")
  private long seed;

  @Mixin private SharedOptions.Out out;

  @Mixin private SharedOptions.Patience patience;

  @Mixin private SharedOptions.JarFiles jars;

  @Mixin private SharedOptions.Output output;

  @Override
  public Integer call() throws IOException, InterruptedException {
    ExperimentDraft draft = file == null ? new ExperimentDraft() : ExperimentFile.read(file);
    Databases available = jars.databases(draft.get(Settings.JARS));
    AuditPlan plan =
        new AuditPlan(
            rounds,
            options.one(Settings.THREADS),
            SharedOptions.time("--time", time, Duration.ofMillis(1), Duration.ofHours(1)),
            Math.toIntExact(options.get(Settings.RECORDS)),
            options.one(Settings.VALUE_SIZES).longest(),
            patience.time(),
            seed);
    options.apply(draft);
    Path folder =
        Optional.ofNullable(draft.get(Settings.PLACES).get(Place.PMEM))
            .map(named -> Path.of(named.folder()))
            .orElse(Place.defaults().get(Place.PMEM));
    Place place = Place.open(Place.PMEM, folder);
    List<Row> rows = rows(draft, available);
    if (rows.stream().anyMatch(row -> !row.database().where().isEmpty())) {
      Main.warn(
          "an audit uses no places: all data and logs are put in %s; --place pmem=DIR names another folder"
              .formatted(place.folder()));
    }
    try (FolderLock lock = FolderLock.takeNew(out.folder("audit"))) {
      return audit(plan, place, rows, available, lock.folder());
    }
  }

  private int audit(AuditPlan plan, Place place, List<Row> rows, Databases available, Path results)
      throws IOException, InterruptedException {
    Environment environment =
        Inventory.take(List.of(place), Map.of(), results.toAbsolutePath(), ChildJvm.flags(), null);
    List<Audited> audited = new ArrayList<>();
    try (Workspaces workspaces = Workspaces.open(List.of(place), Main::warn)) {
      Workspace workspace = workspaces.home();
      ShutdownHook breakOff = ShutdownHook.add(() -> breakOff(workspace, results));
      try {
        ChildJvm jvm = new ChildJvm(Installation.find());
        Audit audit =
            new Audit(plan, workspace, place.medium(), jvm, new ShownRounds(output.quiet()));
        for (Row row : rows) {
          try {
            audited.add(
                audit.run(
                    row.adapter(),
                    available.jarsOf(row.adapter()),
                    row.database(),
                    row.durability()));
          } catch (Audit.NotOpenedException refused) {
            without(row, refused);
            continue;
          }
          AuditFile.write(results, plan, environment, audited);
        }
      } catch (IOException | RuntimeException failure) {
        waitIfStopped(workspace);
        throw failure;
      } finally {
        breakOff.close();
      }
    }
    if (audited.isEmpty()) {
      throw new ConfigurationException("nothing could be audited");
    }
    System.out.print(AuditTable.render(audited, place.medium()));
    System.out.println("every round in " + results.resolve(AuditFile.NAME));
    boolean sound = audited.stream().allMatch(one -> one.holds() && one.ownEnds().isEmpty());
    return sound ? Main.OK : Main.INVALID;
  }

  private record Row(DatabaseAdapter adapter, DatabaseChoice database, Durability durability) {}

  private List<Row> rows(ExperimentDraft draft, Databases available) {
    List<Durability> asked =
        options.isGiven(Settings.DURABILITIES)
            ? draft.get(Settings.DURABILITIES)
            : Arrays.asList(Durability.values());
    List<Row> rows = new ArrayList<>();
    for (DatabaseChoice choice : choices(draft, available)) {
      refuseWhatIsNotOurs(choice);
      DatabaseAdapter adapter = available.get(choice.id());
      Traits traits = available.traits(choice);
      if (!traits.has(Trait.KEEPS_RECORDS)) {
        throw new ConfigurationException(
            choice.label() + " keeps no records: there is nothing to audit");
      }
      Feasibility.refuse(choice, adapter, asked);
      Places.refuseLog(choice, adapter);
      asked.stream()
          .filter(traits.durabilities()::contains)
          .forEach(level -> rows.add(new Row(adapter, choice, level)));
    }
    return rows;
  }

  private static void refuseWhatIsNotOurs(DatabaseChoice choice) {
    if (choice.isClass()) {
      throw new ConfigurationException(
          choice.label()
              + " cannot be audited: the harness cannot kill and start the database of a bare"
              + " client; write an adapter for it (docs/start/adding-a-database.md)");
    }
    if (choice.isExternal()) {
      throw new ConfigurationException(
          "%s cannot be audited: the harness kills only servers that it started; leave out %s"
              .formatted(choice.label(), DatabaseChoice.URL));
    }
  }

  private List<DatabaseChoice> choices(ExperimentDraft draft, Databases available) {
    List<DatabaseChoice> named = draft.get(Settings.DATABASES);
    return named.isEmpty() ? SharedOptions.databases(available) : named;
  }

  /** Options may rule out a durability that the database has otherwise: then it is left out. */
  private void without(Row row, Audit.NotOpenedException refused) {
    String message = row.database().label() + ": " + refused.getMessage();
    if (options.isGiven(Settings.DURABILITIES)) {
      throw new ConfigurationException(message, refused);
    }
    Main.warn("left out durability " + row.durability().id() + " of " + message);
  }

  /** Waits for the end of the JVM where the workspace was removed because of an interruption. */
  private static void waitIfStopped(Workspace workspace) throws InterruptedException {
    try {
      workspace.refuseIfClosed();
    } catch (Workspace.ClosedException brokenOff) {
      // The JVM is going down; the shutdown hook does the rest.
      Thread.currentThread().join();
    }
  }

  private static void breakOff(Workspace workspace, Path results) {
    workspace.close();
    Main.warn(
        "interrupted; the results of finished databases are in " + results.resolve(AuditFile.NAME));
  }

  /** An audit's progress on standard error: a line for each round. */
  private static final class ShownRounds implements Audit.Progress {
    private final PrintStream out = System.err;
    private final boolean quiet;
    private int rounds;

    ShownRounds(boolean quiet) {
      this.quiet = quiet;
    }

    @Override
    public void started(String database, Durability durability, int planned) {
      rounds = planned;
      if (!quiet) {
        out.println(
            database + ", durability " + durability.id() + ": " + Plural.of(planned, "round"));
      }
    }

    @Override
    public void round(RoundResult result) {
      if (!quiet) {
        out.println("  round " + result.round() + " of " + rounds + ": " + words(result));
      }
    }

    private static String words(RoundResult result) {
      if (result.failure().isPresent()) {
        return result.failure().get();
      }
      Losses losses = result.losses().orElseThrow();
      return String.format(
          Locale.ROOT,
          "%,d acknowledged, %s after %.2f s, %,d lost, %,d resurrected, %,d torn, %,d phantom",
          losses.acknowledged(),
          result.ownEnd().isPresent() ? "ended by itself" : "killed",
          result.killAfterMillis() / 1000,
          losses.count(Kind.LOST),
          losses.count(Kind.RESURRECTED),
          losses.count(Kind.TORN),
          losses.count(Kind.PHANTOM));
    }
  }
}
