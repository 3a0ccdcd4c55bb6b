package org.pmemycsb.harness.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.database.Databases;
import org.pmemycsb.harness.database.Placing;
import org.pmemycsb.harness.design.DatabaseChoice;
import org.pmemycsb.harness.design.MediumModel;
import org.pmemycsb.harness.design.PlaceChoice;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.host.Media;
import org.pmemycsb.harness.host.Models;
import org.pmemycsb.harness.host.Place;
import org.pmemycsb.harness.run.Placements;
import org.pmemycsb.harness.run.Workspaces;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Medium;
import picocli.CommandLine.Option;

/** Where the data and the results of a command lie. */
final class PlaceOptions {
  private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

  /** The folder of the place {@code pmem}, or null if none was named. */
  @Option(
      names = "--pmem",
      paramLabel = "DIR",
      description =
          "Folder of the place pmem. Without it: a mounted DAX file system, or else shared memory.")
  Path pmem;

  /** The folder for the results, or null if none was named. */
  @Option(names = "--out", paramLabel = "DIR", description = "Folder for the results.")
  Path out;

  /** The place pmem. */
  Place pmem() {
    return Place.open(Place.PMEM, pmem == null ? Place.defaults().get(Place.PMEM) : pmem);
  }

  /** The folders that this machine offers, by the names of their places. */
  static Map<String, PlaceChoice> offered() {
    Map<String, PlaceChoice> folders = new TreeMap<>();
    Place.defaults()
        .forEach((name, folder) -> folders.put(name, PlaceChoice.of(folder.toString())));
    return folders;
  }

  /** The experiment with a place for each database: see {@link Placing#decide}. */
  Experiment placed(
      Experiment experiment,
      Function<String, DatabaseAdapter> adapters,
      Map<String, PlaceChoice> offered) {
    Map<String, PlaceChoice> named = new TreeMap<>(experiment.places());
    if (pmem != null) {
      named.put(Place.PMEM, PlaceChoice.of(pmem.toString()));
    }
    return Placing.decide(experiment.placed(experiment.databases(), named), adapters, offered);
  }

  /** The places of the experiment, each in a folder of its own. */
  static List<Place> open(Experiment experiment, Databases available) throws IOException {
    List<Place> sites = new ArrayList<>();
    Map<List<Object>, String> names = new HashMap<>();
    for (Map.Entry<String, PlaceChoice> each : experiment.places().entrySet()) {
      Place site = Place.open(each.getKey(), each.getValue(), experiment.placement());
      String other = names.put(List.of(site.folder().toRealPath(), site.model()), site.name());
      if (other != null) {
        throw new ConfigurationException(
            "places %s and %s are the same folder, %s; name another with --place %2$s=DIR"
                .formatted(other, site.name(), site.folder()));
      }
      sites.add(site);
    }
    for (DatabaseChoice database : experiment.databases()) {
      sites.stream()
          .filter(site -> database.place().equals(Optional.of(site.name())))
          .filter(site -> site.medium() == Medium.DISK)
          .filter(site -> available.get(database.id()).needsPersistentMemory())
          .forEach(
              site ->
                  System.err.printf(
                      "pmem-ycsb: %s needs persistent memory, but place %s (%s) is a disk. There it"
                          + " uses msync, which is slow%n",
                      database.label(), site.name(), site.folder()));
    }
    return sites;
  }

  /**
   * The processors of clients and servers on each place. Reports on standard error each database
   * whose servers nobody here can bind.
   */
  static Placements placements(Experiment experiment, Databases available, List<Place> sites) {
    Placements placements = Placements.of(experiment.placement(), sites, new LocalHost());
    if (placements.at(Optional.empty()).isPresent()) {
      experiment.databases().stream()
          .filter(each -> each.place().isEmpty() && available.get(each.id()).keepsRecords())
          .forEach(
              each ->
                  System.err.printf(
                      "pmem-ycsb: placement: the harness does not start %s, so it binds only the"
                          + " client%n",
                      each.label()));
    }
    return placements;
  }

  /** The media of those folders of an experiment that can be looked at. */
  static Map<String, Medium> media(Experiment experiment) {
    Map<String, Medium> media = new TreeMap<>();
    experiment
        .places()
        .forEach(
            (name, choice) -> {
              try {
                boolean disk =
                    choice.model().map(Models::find).filter(MediumModel::ofDisk).isPresent();
                media.put(name, disk ? Medium.DISK : Media.of(Path.of(choice.folder())));
              } catch (IOException notThere) {
                // Only an estimate is made without it; a run refuses the folder.
                return;
              }
            });
    return media;
  }

  /** Workspaces on places; reports on standard error the remains that it removes. */
  static Workspaces workspaces(List<Place> places) {
    return Workspaces.open(
        places,
        left ->
            System.err.printf("pmem-ycsb: removed %s, left by a harness that was killed%n", left));
  }

  /** The folder for the results: the one named, or a new one that is called after what is done. */
  Path out(String name) {
    if (out == null) {
      out = Path.of("results", name + "-" + LocalDateTime.now().format(STAMP));
    }
    return out;
  }
}
