package org.pmemycsb.harness.experiment;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.RecordLayout;

/**
 * What is to be measured: the lists are the dimensions of the grid, the rest holds for every run.
 *
 * @param name short name, also of the result folder
 * @param title one line for people
 * @param databases in the order in which tables show them
 * @param phases the first is always {@code load}
 * @param records records loaded, at least 1
 * @param operations operations of each workload phase, at least 1
 * @param keyLength bytes of a key; at least {@value #MIN_KEY_LENGTH}, so that all keys are of one
 *     length: YCSB's hashed key numbers have up to 19 digits after {@code user}
 * @param fieldCount fields of a record
 * @param valueSizes bytes of a field's value
 * @param threads client threads
 * @param durabilities what an acknowledged write survives
 * @param repeats runs of each combination
 * @param runners how operations are made and timed; a database without a native program has no runs
 *     of the native one
 * @param calibrate in how many of the repeats floor and ceiling are measured too: noop, and the
 *     native program of each database that has one. Nothing is done where no database has one, the
 *     trace runner is not used, or there is a target
 * @param target operations per second over all threads; 0 for as fast as they can
 * @param verify how many values are compared with what was written (by the trace runner)
 * @param seed of everything random that is ours: the order of the runs, the bootstrap
 * @param properties further YCSB properties, given to every phase; not those that say what a
 *     setting above says
 * @param jars absolute paths of the jars with adapters or YCSB clients beside the built-in ones
 * @param skipUnavailable whether a database that cannot run here is left out, and shown as such; a
 *     refusal otherwise
 * @param partial whether it is only a part of the experiment that the claims are about, so that
 *     they may name what it does not have
 * @param claims what is said of the figures; no part of what is measured
 */
public record Experiment(
    String name,
    String title,
    List<DatabaseChoice> databases,
    List<Phase> phases,
    long records,
    long operations,
    int keyLength,
    int fieldCount,
    List<Integer> valueSizes,
    List<Integer> threads,
    List<Durability> durabilities,
    int repeats,
    List<RunnerKind> runners,
    int calibrate,
    double target,
    Verify verify,
    long seed,
    Map<String, String> properties,
    List<String> jars,
    boolean skipUnavailable,
    boolean partial,
    List<ClaimText> claims) {
  static final int MIN_KEY_LENGTH = 23;
  private static final int MAX_KEY_LENGTH = 64 * 1024;
  private static final int MAX_VALUE_SIZE = 64 * 1024 * 1024;
  private static final int MAX_THREADS = 4096;
  // YCSB keeps counts as int.
  private static final long MAX_COUNT = Integer.MAX_VALUE;
  private static final Map<String, String> SETTINGS =
      Map.of(
          "recordcount", "records",
          "operationcount", "operations",
          "fieldcount", "fieldCount",
          "fieldlength", "valueSize",
          "zeropadding", "keyLength",
          "threadcount", "threads",
          "target", "target");

  public Experiment {
    databases = List.copyOf(databases);
    phases = List.copyOf(phases);
    valueSizes = List.copyOf(valueSizes);
    threads = List.copyOf(threads);
    durabilities = List.copyOf(durabilities);
    runners = List.copyOf(runners);
    properties = Map.copyOf(new TreeMap<>(properties));
    jars = List.copyOf(jars);
    claims = List.copyOf(claims);
    refuseEmptyOrDouble("db", databases.stream().map(DatabaseChoice::label).toList());
    refuseEmptyOrDouble("workloads", phases);
    refuseEmptyOrDouble("value-size", valueSizes);
    refuseEmptyOrDouble("threads", threads);
    refuseEmptyOrDouble("durability", durabilities);
    refuseEmptyOrDouble("runner", runners);
    if (!phases.get(0).isLoad()) {
      throw new ConfigurationException(
          "workloads: a run begins with an empty database, so the first phase must be load");
    }
    refuseOutside("records", records, 1, MAX_COUNT);
    refuseOutside("operations", operations, 1, MAX_COUNT);
    refuseOutside("keyLength", keyLength, MIN_KEY_LENGTH, MAX_KEY_LENGTH);
    refuseOutside("fieldCount", fieldCount, 1, 1000);
    refuseOutside("repeats", repeats, 1, 10_000);
    refuseOutside("calibrate", calibrate, 0, 10_000);
    if (!(target >= 0 && target <= 1e9)) {
      throw new ConfigurationException(
          "target: " + target + " is out of range; operations per second, or 0 for no target");
    }
    refuseSettings("properties", properties);
    databases.forEach(database -> refuseSettings(database.id(), database.options()));
    for (Phase phase : phases) {
      phase.mix(properties);
    }
    valueSizes.forEach(size -> refuseOutside("value-size", size, 1, MAX_VALUE_SIZE));
    threads.forEach(count -> refuseOutside("threads", count, 1, MAX_THREADS));
  }

  private static void refuseOutside(String what, long value, long least, long most) {
    if (value < least || value > most) {
      throw new ConfigurationException(
          what + ": " + value + " is out of range; it must be from " + least + " to " + most);
    }
  }

  private static void refuseSettings(String where, Map<String, String> properties) {
    properties.keySet().stream()
        .filter(SETTINGS::containsKey)
        .findFirst()
        .ifPresent(
            name -> {
              throw new ConfigurationException(
                  where
                      + ": "
                      + name
                      + " is what the experiment's "
                      + SETTINGS.get(name)
                      + " says; give it there");
            });
  }

  private static void refuseEmptyOrDouble(String what, List<?> list) {
    if (list.isEmpty()) {
      throw new ConfigurationException(what + ": at least one is needed");
    }
    HashSet<Object> seen = new HashSet<>();
    for (Object entry : list) {
      if (!seen.add(entry)) {
        Object shown = entry instanceof Phase phase ? phase.id() : entry;
        throw new ConfigurationException(what + ": " + shown + " is named twice");
      }
    }
  }

  /**
   * What another experiment measures otherwise, as {@code setting: this -> other}; empty if it
   * measures the same. Claims are no part of it: they may be changed after a week of runs.
   * Passwords do not count and are not shown.
   */
  public List<String> differences(Experiment other) {
    List<String> found = new ArrayList<>();
    for (RecordComponent component : Experiment.class.getRecordComponents()) {
      if (List.of("claims", "partial").contains(component.getName())) {
        continue;
      }
      try {
        Object here = comparable(component.getAccessor().invoke(this));
        Object there = comparable(component.getAccessor().invoke(other));
        if (!here.equals(there)) {
          found.add(component.getName() + ": " + here + " -> " + there);
        }
      } catch (ReflectiveOperationException impossible) {
        throw new IllegalStateException(impossible);
      }
    }
    return found;
  }

  private static Object comparable(Object setting) {
    if (setting instanceof List<?> list) {
      return list.stream().map(Experiment::comparable).toList();
    }
    if (setting instanceof DatabaseChoice database) {
      return database.comparable();
    }
    if (setting instanceof Map<?, ?> map) {
      Map<String, String> all = new TreeMap<>();
      map.forEach(
          (name, value) ->
              all.put(name.toString(), Secrets.redacted(name.toString(), String.valueOf(value))));
      return all;
    }
    return setting;
  }

  /** Whether any phase reads ranges of records in key order. */
  public boolean scans() {
    return phases.stream().anyMatch(phase -> phase.mix(properties).scans());
  }

  /** The same experiment without some of its databases, by their labels; not without all. */
  public Experiment without(List<String> labels) {
    return copy(
        databases.stream().filter(each -> !labels.contains(each.label())).toList(), partial);
  }

  /** The same experiment as a part of the one that its claims are about. */
  public Experiment asPart() {
    return copy(databases, true);
  }

  private Experiment copy(List<DatabaseChoice> databases, boolean partial) {
    return new Experiment(
        name,
        title,
        databases,
        phases,
        records,
        operations,
        keyLength,
        fieldCount,
        valueSizes,
        threads,
        durabilities,
        repeats,
        runners,
        calibrate,
        target,
        verify,
        seed,
        properties,
        jars,
        skipUnavailable,
        partial,
        claims);
  }

  /**
   * The shape of the data of a run, with room for the inserts of its phases: twice as many as their
   * share of the operations, because the mix is drawn at random.
   */
  public RecordLayout layout(int valueSize) {
    long inserts =
        phases.stream()
            .mapToDouble(phase -> phase.mix(properties).insertShare())
            .filter(share -> share > 0)
            .mapToLong(share -> Math.max(1000, (long) (Math.min(1, 2 * share) * operations)))
            .sum();
    return new RecordLayout(records + inserts, keyLength, fieldCount, valueSize);
  }
}
