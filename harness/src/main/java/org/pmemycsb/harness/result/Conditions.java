package org.pmemycsb.harness.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.settings.Dimension;

/**
 * The conditions of a phase, and the key of a cell: two phases with equal conditions are repeats of
 * each other.
 *
 * @param values as texts and numbers of the journal; absent ones are left out
 */
public record Conditions(Map<Dimension, Object> values) {
  private static final Set<Dimension> OF_DATABASE =
      EnumSet.of(Dimension.DATABASE, Dimension.PLACE, Dimension.LOG_PLACE, Dimension.MEDIUM);
  private static final Set<Dimension> USUAL =
      EnumSet.of(Dimension.MACHINES, Dimension.THREADS, Dimension.VALUE_SIZE, Dimension.DURABILITY);

  public Conditions {
    values = Dimension.known(values);
  }

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static Conditions read(Map<String, Object> keys) {
    return new Conditions(
        Arrays.stream(Dimension.values())
            .filter(each -> keys.get(each.key()) != null)
            .collect(Collectors.toMap(each -> each, each -> keys.get(each.key()))));
  }

  @JsonValue
  Map<String, Object> keys() {
    Map<String, Object> keys = new LinkedHashMap<>();
    values.forEach((dimension, value) -> keys.put(dimension.key(), value));
    return keys;
  }

  private <T> T get(Dimension dimension, Class<T> type) {
    return type.cast(values.getOrDefault(dimension, dimension.absent()));
  }

  private String text(Dimension dimension) {
    return get(dimension, String.class);
  }

  private int number(Dimension dimension) {
    return get(dimension, Integer.class);
  }

  public Object column(Dimension dimension) {
    return dimension.column(get(dimension, Object.class));
  }

  /** The value as claims name it: without stand-in, with the place of the log. */
  public String claimed(Dimension dimension) {
    return switch (dimension) {
      case DATABASE -> label().asked();
      case DURABILITY -> sourcedDurability().value();
      case PLACE -> where();
      default -> column(dimension).toString();
    };
  }

  public Label label() {
    return Label.parse(text(Dimension.DATABASE));
  }

  public String phase() {
    return text(Dimension.PHASE);
  }

  /** Client threads; of each machine in a cluster. */
  public int threads() {
    return number(Dimension.THREADS);
  }

  public int valueSizeBytes() {
    return number(Dimension.VALUE_SIZE);
  }

  public SourcedValue sourcedDurability() {
    return SourcedValue.parse(durability());
  }

  public String runner() {
    return text(Dimension.RUNNER);
  }

  /** How many machines of a cluster had the clients; 0 without a cluster. */
  public int machines() {
    return number(Dimension.MACHINES);
  }

  /** The name of the place of the data; empty where the data is not ours. */
  public String place() {
    return text(Dimension.PLACE);
  }

  /** The name of the place of the log; empty where that is the place of the data. */
  public String logPlace() {
    return text(Dimension.LOG_PLACE);
  }

  /** The place on which the database flushes and syncs: that of the log where it lies apart. */
  public String home() {
    return logPlace().isEmpty() ? place() : logPlace();
  }

  public boolean isLoad() {
    return phase().equals(Phase.LOAD.id());
  }

  /** Whether a program without Java made the operations. */
  public boolean isNative() {
    return runner().equals(RunnerKind.NATIVE.id());
  }

  public String where() {
    return DatabaseChoice.where(place(), logPlace());
  }

  public String database() {
    return text(Dimension.DATABASE);
  }

  public String durability() {
    return text(Dimension.DURABILITY);
  }

  public String medium() {
    return text(Dimension.MEDIUM);
  }

  /** For people: {@code redis @pmem, phase A, 1 thread, 1 KiB values, durability commit}. */
  public String described() {
    Stream<String> usual =
        Stream.of(where().isEmpty() ? database() : database() + " @" + where(), "phase " + phase());
    Stream<Dimension> others =
        runner().equals(RunnerKind.TRACE.id()) ? Stream.of() : Stream.of(Dimension.RUNNER);
    return Stream.concat(usual, Stream.concat(Dimension.ofGrid().stream(), others).map(this::words))
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining(", "));
  }

  /** The conditions that few experiments have, such as a budget of memory. */
  public Stream<Dimension> limits() {
    return Dimension.ofGrid().stream()
        .filter(each -> !USUAL.contains(each) && values.containsKey(each));
  }

  public String words(Dimension dimension) {
    return values.containsKey(dimension) ? dimension.words(values.get(dimension)) : "";
  }

  public Conditions with(Dimension dimension, Object value) {
    Map<Dimension, Object> changed = new HashMap<>(values);
    changed.put(dimension, value);
    return new Conditions(changed);
  }

  public Conditions with(Label other, String otherRunner) {
    return with(Dimension.DATABASE, other.text()).with(Dimension.RUNNER, otherRunner);
  }

  /** The same conditions without the medium, which differs between machines. */
  public Conditions anywhere() {
    return with(Dimension.MEDIUM, "");
  }

  /** The conditions that databases have in common if they compete, wherever their data lies. */
  public Map<Dimension, Object> common() {
    Map<Dimension, Object> common = new HashMap<>(values);
    common.keySet().removeAll(OF_DATABASE);
    return common;
  }

  public Conditions in(String otherPhase) {
    return with(Dimension.PHASE, otherPhase);
  }

  public Conditions at(String otherPlace) {
    return at(otherPlace, "");
  }

  public Conditions at(String otherPlace, String otherLog) {
    return with(Dimension.PLACE, otherPlace).with(Dimension.LOG_PLACE, otherLog);
  }
}
