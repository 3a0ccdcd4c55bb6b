package org.pmemycsb.harness.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.analysis.claim.Claims;
import org.pmemycsb.harness.feature.Features;
import org.pmemycsb.harness.measure.LocalExperiment;
import org.pmemycsb.harness.measure.Resumption;
import org.pmemycsb.harness.measure.database.Databases;
import org.pmemycsb.harness.measure.database.NoopAdapter;
import org.pmemycsb.harness.measure.database.Places;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.ExperimentFile;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.result.ResultFolder;
import org.pmemycsb.spi.DatabaseAdapter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "run",
    description = {
      "Runs an experiment: loads every database and runs the workloads on it, for every"
          + " combination of threads and value sizes.",
      "Without arguments: the databases that 'pmem-ycsb list' calls available, in a few minutes."
    },
    mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
  private static final Pattern FOR_ONE =
      Pattern.compile("(" + DatabaseChoice.LABEL_FORM + ")=(.*)");

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

  @Mixin private SharedOptions.Out out;

  @Option(
      names = "--resume",
      paramLabel = "DIR",
      description = {
        "Continues an interrupted experiment in its result folder. Makes INVALID runs again."
      })
  private Path resume;

  @Mixin private final SettingOptions options = new SettingOptions(Settings.all());

  @Option(
      names = "--url",
      paramLabel = "[ID=]URL",
      description =
          "URL of a running server; repeat it for more servers. ID may be left out if there is one"
              + " database. $${NAME} is a variable of the environment, for example a password.")
  private List<String> urls = List.of();

  @Option(
      names = "--allow-reset",
      description =
          "Allows the harness to delete the data of external databases. Without it, they must be"
              + " empty.")
  private boolean allowReset;

  @Mixin private SharedOptions.JarFiles jars;

  @Mixin private SharedOptions.Patience patience;

  @Mixin private SharedOptions.Output output;

  @Option(
      names = "--dry-run",
      description = "Prints the runs and an estimate of their time and space; starts none.")
  private boolean dryRun;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Duration patient = patience.time();
    if (resume != null) {
      ResultFolder.refuseForeign(resume);
    }
    ExperimentDraft draft = draft();
    Databases available = jars.databases(draft.get(Settings.JARS));
    Experiment experiment = experiment(draft, available);
    LocalExperiment session = LocalExperiment.of(experiment, available, Features.REFUSALS);
    if (dryRun) {
      session.absent().forEach(each -> System.out.println(each.describe()));
      new DryRun(session.estimate(), session.grid(), session.groups()).print(System.out);
      return Main.OK;
    }
    return session.run(
        resume == null ? out.folder(experiment.name()) : resume,
        resume != null,
        new ShownExperiment(session, patient, output));
  }

  private ExperimentDraft draft() throws IOException {
    if (experimentName != null) {
      return ExperimentFile.read(NamedExperiments.find(experimentName));
    }
    return resume == null
        ? new ExperimentDraft()
            .lasting(ExperimentDraft.USUAL_WORKLOAD, ExperimentDraft.USUAL_BUDGET)
        : ResultFolder.open(resume).experiment();
  }

  private Experiment experiment(ExperimentDraft draft, Databases available) throws IOException {
    // The experiment of a result folder is at its scale already, and its claims may name more.
    if (quick && resume != null && experimentName == null) {
      throw new ConfigurationException(
          "--quick: --resume keeps the scale of its folder; leave out --quick");
    }
    if (resume == null || experimentName != null) {
      checkClaims(draft, available);
      if (quick) {
        draft.quick();
      }
    }
    Experiment asked = Claims.fitted(placed(applied(draft, available), available::get));
    if (resume == null) {
      return asked;
    }
    if (out.folder != null && !out.folder.equals(resume)) {
      throw new ConfigurationException("--out: --resume writes to its own folder; leave out --out");
    }
    Resumption.refuseOtherExperiment(ResultFolder.open(resume).experiment().finish(), asked);
    return asked;
  }

  /** The experiment of a draft with what was given on the command line. */
  private Experiment applied(ExperimentDraft draft, Databases available) {
    draft.set(Settings.JARS, available.jars().paths());
    options.apply(draft);
    List<DatabaseChoice> databases = draft.get(Settings.DATABASES);
    if (databases.isEmpty()) {
      databases = SharedOptions.databases(available);
    }
    for (String url : urls) {
      databases = withUrl(databases, url);
    }
    draft.set(Settings.DATABASES, databases.stream().map(this::resettable).toList());
    return draft.finish();
  }

  private DatabaseChoice resettable(DatabaseChoice database) {
    return allowReset && !database.isClass() && database.isExternal()
        ? database.with(DatabaseChoice.ALLOW_RESET, "true")
        : database;
  }

  private static List<DatabaseChoice> withUrl(List<DatabaseChoice> databases, String text) {
    Matcher form = FOR_ONE.matcher(text.strip());
    Optional<String> id = form.matches() ? Optional.of(form.group(1)) : Optional.empty();
    String url = id.isPresent() ? form.group(2) : text.strip();
    if (id.isEmpty() && databases.size() != 1) {
      throw new ConfigurationException(
          "--url: which of the %d databases is it for? Write --url %s=URL"
              .formatted(databases.size(), databases.get(0).id()));
    }
    if (id.isPresent() && databases.stream().noneMatch(each -> isNamed(each, id.get()))) {
      throw new ConfigurationException(
          "--url: there is no database " + id.get() + " in this experiment");
    }
    return databases.stream()
        .map(
            each ->
                id.isEmpty() || isNamed(each, id.get()) ? each.with(DatabaseChoice.URL, url) : each)
        .toList();
  }

  private static boolean isNamed(DatabaseChoice database, String name) {
    return database.id().equals(name) || name.equals(database.options().get(DatabaseChoice.LABEL));
  }

  /**
   * The experiment with a place for each database; a resumed one keeps the places it began with.
   */
  private Experiment placed(Experiment experiment, Function<String, DatabaseAdapter> adapters)
      throws IOException {
    return Places.decide(
        experiment,
        adapters,
        resume == null
            ? SharedOptions.offeredPlaces()
            : ResultFolder.open(resume).experiment().finish().get(Settings.PLACES));
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
