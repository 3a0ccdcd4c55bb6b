package org.pmemycsb.harness.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.measure.database.Databases;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.LocalHost;
import picocli.CommandLine.Option;

/** The options that say what is to be measured; each overrides the experiment file. */
final class ExperimentOptions extends SettingOptions {
  private static final Pattern FOR_ONE =
      Pattern.compile("(" + DatabaseChoice.LABEL_FORM + ")=(.*)");

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

  ExperimentOptions() {
    super(Settings.all());
  }

  Experiment applied(ExperimentDraft draft, Databases available) {
    draft.set(Settings.JARS, available.jars().paths());
    apply(draft);
    List<DatabaseChoice> databases = draft.get(Settings.DATABASES);
    if (databases.isEmpty()) {
      databases = all(available);
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

  /** The default pairs, and the databases of the user's jars, as far as they can run here. */
  static List<DatabaseChoice> all(Databases available) {
    LocalHost host = new LocalHost();
    List<DatabaseChoice> found = new ArrayList<>();
    for (DatabaseAdapter adapter : available.all()) {
      if (!available.isByDefault(adapter)) {
        continue;
      }
      Availability availability = adapter.probe(host);
      if (availability.standIn().isPresent()) {
        System.err.printf(
            "pmem-ycsb: left out %s: only %s could stand in for it; to measure that, give --db"
                + " %1$s%n",
            adapter.name(), availability.standIn().get());
      } else if (availability.available()) {
        found.add(new DatabaseChoice(adapter.name(), Map.of()));
      } else {
        Main.warn("left out " + adapter.name() + ": " + availability.detail());
      }
    }
    if (found.stream().allMatch(DatabaseChoice.NOOP::equals)) {
      throw new ConfigurationException(
          "no database can run here; 'pmem-ycsb doctor' shows the reasons");
    }
    return found;
  }
}
