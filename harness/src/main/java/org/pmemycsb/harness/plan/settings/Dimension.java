package org.pmemycsb.harness.plan.settings;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.plan.design.ByteSize;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.MemoryBudget;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.spi.Durability;

/**
 * The conditions of a figure. Grid, run ids, journal, CSV files, tables, hooks, claims and messages
 * walk over this list. A new condition is an entry here, its setting, and the code that acts on it.
 *
 * <p>A value is a text or an {@link Integer}, as the journal has it.
 */
public enum Dimension {
  DATABASE("database", asked -> asked.databases().stream().map(DatabaseChoice::label)),
  PHASE("phase", asked -> asked.phases().stream().map(Phase::id)),
  PLACE("place", Dimension::places),
  LOG_PLACE("log_place", asked -> Stream.of()),
  MACHINES("machines", asked -> asked.machines().stream(), "m", 0),
  THREADS("threads", asked -> asked.threads().stream(), "t", ""),
  VALUE_SIZE("value_size_bytes", asked -> asked.valueSizes().stream(), "v", ""),
  DURABILITY(
      "durability", asked -> asked.get(Settings.DURABILITIES).stream().map(Durability::id), "", ""),
  MEMORY(
      "memory",
      asked -> asked.get(Settings.MEMORY).stream().map(MemoryBudget::text),
      "m",
      MemoryBudget.ALL.text()),
  MEDIUM("medium", asked -> Stream.of()),
  RUNNER("runner", asked -> asked.runners().stream().map(RunnerKind::id));

  private final String key;
  private final Function<Experiment, Stream<?>> values;
  private final String prefix;
  private final Object absent;

  /**
   * One that the grid combines with databases and runners.
   *
   * @param key in the journal, and the name of the column in CSV files
   * @param values of an experiment, each at least once; none if only a run shows them
   * @param prefix of a value in the id of a run
   * @param absent the value that files leave out
   */
  Dimension(String key, Function<Experiment, Stream<?>> values, String prefix, Object absent) {
    this.key = key;
    this.values = values;
    this.prefix = prefix;
    this.absent = absent;
  }

  Dimension(String key, Function<Experiment, Stream<?>> values) {
    this(key, values, null, "");
  }

  private static Stream<String> places(Experiment asked) {
    return asked.databases().stream()
        .map(DatabaseChoice::where)
        .filter(each -> !each.isEmpty())
        .sorted();
  }

  public static List<Dimension> ofGrid() {
    return Arrays.stream(values()).filter(each -> each.prefix != null).toList();
  }

  /** The dimensions that a claim may name, by its {@link #word}. */
  public static Stream<Dimension> inClaims() {
    return Arrays.stream(values()).filter(each -> each != MEDIUM && each != LOG_PLACE);
  }

  public static Optional<Dimension> named(String word) {
    return inClaims().filter(each -> each.word().equals(word)).findFirst();
  }

  /** The values without those that are absent, unmodifiable. */
  public static Map<Dimension, Object> known(Map<Dimension, ?> values) {
    Map<Dimension, Object> known = new EnumMap<>(Dimension.class);
    known.putAll(values);
    known.entrySet().removeIf(each -> each.getKey().absent.equals(each.getValue()));
    return Collections.unmodifiableMap(known);
  }

  public String key() {
    return key;
  }

  public Object absent() {
    return absent;
  }

  public Stream<?> values(Experiment experiment) {
    return values.apply(experiment);
  }

  /** The name in claims and in the head of a table. */
  public String word() {
    return this == VALUE_SIZE ? "value" : key;
  }

  /** The value in a column of a CSV file: without a cluster, there is one machine. */
  public Object column(Object value) {
    return this == MACHINES ? Math.max(1, (Integer) value) : value;
  }

  /** A value in words for people: {@code 2 threads}. */
  public String words(Object value) {
    return switch (this) {
      case MACHINES -> Plural.of(Long.parseLong("" + value), "machine");
      case THREADS -> Plural.of(Long.parseLong("" + value), "thread");
      case VALUE_SIZE -> ByteSize.format(Long.parseLong("" + value)) + " values";
      case RUNNER -> value + " runner";
      default -> word() + " " + value;
    };
  }

  String inId(Object value) {
    return prefix + value;
  }
}
