package org.pmemycsb.harness.cli;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.host.Place;
import org.pmemycsb.harness.measure.database.Databases;
import org.pmemycsb.harness.measure.database.Jars;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.PlaceFolder;
import org.pmemycsb.harness.plan.settings.TimeSpan;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.LocalHost;
import picocli.CommandLine.Option;

/** Options that several commands have. */
final class SharedOptions {
  private SharedOptions() {}

  /** The folder for the results. */
  static final class Out {
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

    // The longest file name has 255 bytes. The time stands behind this name.
    private static final int LONGEST_NAME = 200;

    /** Null if none was named. */
    @Option(names = "--out", paramLabel = "DIR", description = "Folder for the results.")
    Path folder;

    /** The named folder, or a new one whose name begins with this text. */
    Path folder(String name) {
      if (folder != null && folder.toString().isEmpty()) {
        throw new ConfigurationException("--out is empty; name a folder, or leave it out");
      }
      if (folder == null) {
        refuseAsFolder(name);
        folder = Path.of("results", name + "-" + LocalDateTime.now().format(STAMP));
      }
      return folder;
    }

    private static void refuseAsFolder(String name) {
      boolean splits = name.chars().anyMatch(sign -> sign == '/' || Character.isISOControl(sign));
      if (splits || name.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
        throw new ConfigurationException(
            "name: no folder for the results can be called '%s'; give at most %d bytes without slashes and line breaks, or name the folder with --out DIR"
                .formatted(name.replaceAll("\\p{Cntrl}", "?"), LONGEST_NAME));
      }
    }
  }

  /** The folders that this machine offers for data, by the names of their places. */
  static Map<String, PlaceFolder> offeredPlaces() {
    Map<String, PlaceFolder> folders = new TreeMap<>();
    Place.defaults()
        .forEach((name, folder) -> folders.put(name, PlaceFolder.of(folder.toString())));
    return folders;
  }

  /** How much a command prints. */
  static final class Output {
    enum Amount {
      QUIET,
      DETAILS
    }

    @Option(
        names = "--output",
        paramLabel = "quiet|details",
        description =
            "quiet: prints no progress, only tables and warnings. details: prints a line for each"
                + " phase and all tables, or the options of all databases.")
    private Amount amount;

    boolean quiet() {
      return amount == Amount.QUIET;
    }

    boolean details() {
      return amount == Amount.DETAILS;
    }
  }

  static final class JarFiles {
    @Option(
        names = "--jar",
        paramLabel = "FILE",
        description =
            "A jar, or a folder of jars, with an adapter or with a YCSB client and its libraries;"
                + " repeat it for more jars.")
    private List<String> jars = new ArrayList<>();

    /**
     * The databases of these jars, or of those of an experiment where none are given.
     *
     * @throws ConfigurationException if a jar is missing or holds what cannot be loaded
     */
    Databases databases(List<String> unlessGiven) {
      return Databases.load(Jars.of(jars.isEmpty() ? unlessGiven : jars));
    }
  }

  /** How long a command waits for clients and databases. */
  static final class Patience {
    @Option(
        names = "--patience",
        paramLabel = "TIME",
        defaultValue = "60s",
        description =
            "Gives up a phase or a round if its clients finish nothing for this time; default"
                + " ${DEFAULT-VALUE}.")
    private String patience;

    Duration time() {
      return SharedOptions.time("--patience", patience, Duration.ofSeconds(1), Duration.ofDays(1));
    }
  }

  static Duration time(String option, String text, Duration least, Duration most) {
    Duration time = ConfigurationException.at(option, () -> TimeSpan.parse(text));
    if (time.compareTo(least) < 0 || time.compareTo(most) > 0) {
      throw new ConfigurationException(
          "%s: %s is out of range; it must be from %s to %s"
              .formatted(option, text, TimeSpan.format(least), TimeSpan.format(most)));
    }
    return time;
  }

  /** The default pairs, and the databases of the user's jars, as far as they can run here. */
  static List<DatabaseChoice> databases(Databases available) {
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
