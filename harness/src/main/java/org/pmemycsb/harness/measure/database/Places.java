package org.pmemycsb.harness.measure.database;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.host.Place;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.PlaceFolder;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.Trait;
import org.pmemycsb.spi.Traits;

/** Decides on which places the data of each database lies. Pure functions. */
public final class Places {
  private Places() {}

  /**
   * Gives each database a place, unless its data is outside the harness. The result has only the
   * places in use, but at least one, because runners keep files there.
   *
   * <p>A database that names no place for its data goes to {@code pmem} if it needs persistent
   * memory, and to every place otherwise. Without {@code pmem}, the first place replaces it. A
   * database that keeps no records has no place. A log that lies apart is on the place of the data
   * only where there is no other place.
   *
   * @param defaults folders of the places that the machine offers; those that the experiment names
   *     replace them all, except that a database may still name one of them
   * @throws ConfigurationException if a database or a price names a place that there is not, or a
   *     database names one although its data is not ours, or names one for its log that cannot be
   */
  public static Experiment decide(
      Experiment experiment,
      Function<String, DatabaseAdapter> adapters,
      Map<String, PlaceFolder> defaults) {
    Map<String, PlaceFolder> offered =
        new TreeMap<>(
            experiment.get(Settings.PLACES).isEmpty() ? defaults : experiment.get(Settings.PLACES));
    Map<String, PlaceFolder> known = new TreeMap<>(defaults);
    known.putAll(offered);
    experiment.get(Settings.PRICES).keySet().forEach(place -> folder("price", place, known));
    List<DatabaseChoice> placed =
        experiment.databases().stream()
            .flatMap(
                each ->
                    isOurs(each, experiment)
                        ? placed(each, adapters.apply(each.id()), offered.keySet())
                        : Stream.of(refusePlace(each)))
            .toList();
    Map<String, PlaceFolder> used = new TreeMap<>();
    placed.forEach(
        each ->
            Stream.concat(each.place().stream(), each.logPlace().stream())
                .forEach(place -> used.put(place, folder(each.label(), place, known))));
    if (used.isEmpty()) {
      String home = home(offered.keySet());
      used.put(home, offered.get(home));
    }
    return experiment.with(Settings.DATABASES, placed).with(Settings.PLACES, used);
  }

  private static Stream<DatabaseChoice> placed(
      DatabaseChoice database, DatabaseAdapter adapter, Set<String> offered) {
    refuseLog(database, adapter);
    Traits traits = adapter.traits(database.ownOptions());
    if (database.place().isPresent() || !traits.has(Trait.KEEPS_RECORDS)) {
      return Stream.of(database);
    }
    Set<String> places =
        traits.has(Trait.NEEDS_PERSISTENT_MEMORY) ? Set.of(home(offered)) : offered;
    List<String> apart =
        places.stream().filter(place -> !database.logPlace().equals(Optional.of(place))).toList();
    // Where no place is left, Feasibility says so.
    return (apart.isEmpty() ? places : apart)
        .stream().map(place -> database.with(DatabaseChoice.PLACE, place));
  }

  /**
   * Refuses a place for the log that the database cannot have.
   *
   * @throws ConfigurationException if its log must lie with its data, or both are to be on one
   *     place
   */
  public static void refuseLog(DatabaseChoice database, DatabaseAdapter adapter) {
    if (database.logPlace().isEmpty()) {
      return;
    }
    String log = database.logPlace().get();
    if (!adapter.traits(database.ownOptions()).has(Trait.KEEPS_LOG_APART)) {
      throw new ConfigurationException(
          "%s: its log cannot lie on another place than its data; leave out log=%s"
              .formatted(database.label(), log));
    }
    if (database.place().equals(database.logPlace())) {
      throw new ConfigurationException(
          "%s: place and log are both %s; leave out the log, or name another place"
              .formatted(database.label(), log));
    }
  }

  /** The place that stands for persistent memory. */
  private static String home(Set<String> offered) {
    return offered.contains(Place.PMEM) ? Place.PMEM : offered.iterator().next();
  }

  private static boolean isOurs(DatabaseChoice database, Experiment experiment) {
    return database.isClass()
        ? ClassAdapter.namesFolder(database.ownOptions())
            || ClassAdapter.namesFolder(experiment.properties())
        : !database.isExternal();
  }

  private static DatabaseChoice refusePlace(DatabaseChoice database) {
    Optional<String> named = database.place().or(database::logPlace);
    if (named.isPresent()) {
      throw new ConfigurationException(
          "%s: the harness did not start it, so it cannot be put on place %s; name its medium with %s"
              .formatted(database.label(), named.get(), DatabaseChoice.CLAIMED_MEDIUM));
    }
    return database;
  }

  private static PlaceFolder folder(String where, String place, Map<String, PlaceFolder> known) {
    if (!known.containsKey(place)) {
      throw new ConfigurationException(
          "%s: there is no place '%s'; there are: %s. Name its folder with --place %2$s=DIR"
              .formatted(where, place, String.join(", ", known.keySet())));
    }
    return known.get(place);
  }

  /** The variants by label, with the names of their stock databases. */
  public static Map<String, List<String>> variants(
      Experiment experiment, Function<String, DatabaseAdapter> adapters) {
    Map<String, List<String>> all = new TreeMap<>();
    for (DatabaseChoice database : experiment.databases()) {
      Set<String> stock = adapters.apply(database.id()).traits(database.ownOptions()).variantOf();
      if (!stock.isEmpty()) {
        all.put(database.label(), stock.stream().sorted().toList());
      }
    }
    return all;
  }
}
