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
 * @param properties further YCSB properties, given to every phase
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
    Map<String, String> properties) {
  static final int MIN_KEY_LENGTH = 23;
  private static final int MAX_KEY_LENGTH = 64 * 1024;
  private static final int MAX_VALUE_SIZE = 64 * 1024 * 1024;
  private static final int MAX_THREADS = 4096;
  // YCSB keeps counts as int.
  private static final long MAX_COUNT = Integer.MAX_VALUE;

  public Experiment {
    databases = List.copyOf(databases);
    phases = List.copyOf(phases);
    valueSizes = List.copyOf(valueSizes);
    threads = List.copyOf(threads);
    durabilities = List.copyOf(durabilities);
    runners = List.copyOf(runners);
    properties = Map.copyOf(new TreeMap<>(properties));
    refuseEmptyOrDouble("db", databases);
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
    valueSizes.forEach(size -> refuseOutside("value-size", size, 1, MAX_VALUE_SIZE));
    threads.forEach(count -> refuseOutside("threads", count, 1, MAX_THREADS));
  }

  private static void refuseOutside(String what, long value, long least, long most) {
    if (value < least || value > most) {
      throw new ConfigurationException(
          what + ": " + value + " is out of range; it must be from " + least + " to " + most);
    }
  }

  private static void refuseEmptyOrDouble(String what, List<?> list) {
    if (list.isEmpty()) {
      throw new ConfigurationException(what + ": at least one is needed");
    }
    HashSet<Object> seen = new HashSet<>();
    for (Object entry : list) {
      if (!seen.add(entry)) {
        Object shown =
            entry instanceof Phase phase
                ? phase.id()
                : entry instanceof DatabaseChoice database ? database.label() : entry;
        throw new ConfigurationException(what + ": " + shown + " is named twice");
      }
    }
  }

  /** What another experiment has otherwise, as {@code setting: this -> other}; empty if equal. */
  public List<String> differences(Experiment other) {
    List<String> found = new ArrayList<>();
    for (RecordComponent component : Experiment.class.getRecordComponents()) {
      try {
        Object here = component.getAccessor().invoke(this);
        Object there = component.getAccessor().invoke(other);
        if (!here.equals(there)) {
          found.add(component.getName() + ": " + here + " -> " + there);
        }
      } catch (ReflectiveOperationException impossible) {
        throw new IllegalStateException(impossible);
      }
    }
    return found;
  }

  /**
   * The shape of the data of a run, with room for the inserts of its phases: twice as many as their
   * share of the operations, because the mix is drawn at random.
   */
  public RecordLayout layout(int valueSize) {
    long inserts =
        phases.stream()
            .filter(phase -> phase.insertShare() > 0)
            .mapToLong(
                phase -> Math.max(1000, (long) (Math.min(1, 2 * phase.insertShare()) * operations)))
            .sum();
    return new RecordLayout(records + inserts, keyLength, fieldCount, valueSize);
  }
}
