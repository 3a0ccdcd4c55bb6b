package org.pmemycsb.harness.plan.settings;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.KeyShape;
import org.pmemycsb.harness.plan.design.OperationCount;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.design.Sizes;
import org.pmemycsb.harness.plan.recorded.TraceFacts;
import site.ycsb.Client;
import site.ycsb.workloads.CoreWorkload;

/**
 * An experiment in the making: begins with the defaults, is filled in by a file and then by the
 * command line, and is checked as a whole when it is {@link #finish finished}. Not thread-safe.
 */
public final class ExperimentDraft {
  /** The time of a workload in an experiment that states no length. */
  public static final Duration USUAL_WORKLOAD = Duration.ofMillis(700);

  /** The time of all runs in such an experiment. */
  public static final Duration USUAL_BUDGET = Duration.ofMinutes(4);

  // A single one does not show how much invocations scatter.
  private static final int FEWEST_ROUNDS = 2;

  // Fewer are often close to each other by chance; docs/reference/statistics.md has the simulation.
  static final int FEWEST_BEFORE_PRECISION = 4;

  private static final int QUICK_SHARE = 10;
  private static final int QUICK_REPEATS = 3;
  private static final String QUICK_NAME = "-quick";
  private static final String AT_QUICK_SCALE = ", at quick scale";
  private static final int MOST_IN_TITLE = 4;

  private final Map<Setting<?>, Object> values = new HashMap<>();
  private final Set<Setting<?>> scaled = new HashSet<>();
  private Duration time = Duration.ZERO;
  private Duration budget = Duration.ZERO;
  private Consumer<ExperimentDraft> scale = ExperimentDraft::scaleByRule;

  private int divisor = 1;

  /** The value of a setting as it stands now: its default until it is set. */
  @SuppressWarnings("unchecked") // set() puts only values of the setting's own type
  public <T> T get(Setting<T> setting) {
    return (T) values.getOrDefault(setting, setting.byDefault());
  }

  /**
   * @throws org.pmemycsb.harness.ConfigurationException if the value is impossible
   */
  public <T> ExperimentDraft set(Setting<T> setting, T value) {
    values.put(setting, setting.checked(value));
    scaled.remove(setting);
    return this;
  }

  /**
   * The lengths of an experiment of which nobody gives operations or a duration.
   *
   * @param ofWorkload time of each workload; the stock client counts whole seconds, so with it the
   *     time is rounded up
   * @param ofRuns budget of all runs beside the default repeats, unless somebody gives repeats or a
   *     budget
   */
  public ExperimentDraft lasting(Duration ofWorkload, Duration ofRuns) {
    time = ofWorkload;
    budget = ofRuns;
    return this;
  }

  /** How {@link #quick} makes the draft small; by a rule unless given. */
  void scaledBy(Consumer<ExperimentDraft> settings) {
    scale = settings;
  }

  private void scaleByRule() {
    divisor = QUICK_SHARE;
    scale(values);
    values.computeIfPresent(Settings.BUDGET, (same, value) -> scaled((Budget) value));
    set(Settings.REPEATS, Math.min(get(Settings.REPEATS), QUICK_REPEATS));
    scaled.add(Settings.REPEATS);
  }

  private void scale(Map<Setting<?>, Object> lengths) {
    if (recordsOfTraces() == 0) {
      lengths.computeIfPresent(
          Settings.RECORDS, (same, value) -> Math.max(1, (Long) value / divisor));
    }
    lengths.computeIfPresent(
        Settings.OPERATIONS, (same, value) -> ((OperationCount) value).dividedBy(divisor));
    lengths.computeIfPresent(Settings.DURATION, (same, value) -> scaled((Duration) value));
  }

  private Budget scaled(Budget whole) {
    return new Budget(scaled(whole.time()), whole.precision());
  }

  /** A part in whole seconds, as the stock client counts them, but no less than a second of it. */
  private Duration scaled(Duration whole) {
    Duration second = Duration.ofSeconds(1);
    return divisor == 1 || whole.compareTo(second) <= 0
        ? whole
        : Duration.ofSeconds(Math.max(1, whole.toSeconds() / divisor));
  }

  /**
   * Makes the experiment one that ends in minutes, and says so in its name and title: by the keys
   * under {@code quick} in its file, or else a tenth of the records, operations, duration and
   * budget and at most 3 repeats, or as many as a precision needs.
   */
  public void quick() {
    scale.accept(this);
    String name = get(Settings.NAME);
    String title = get(Settings.TITLE);
    if (!title.isEmpty() || !isUnnamed()) {
      set(Settings.TITLE, (title.isEmpty() ? name : title) + AT_QUICK_SCALE);
    }
    set(Settings.NAME, name + QUICK_NAME);
  }

  /** The name, or the databases of an experiment that nobody named. */
  private String title() {
    List<String> databases =
        get(Settings.DATABASES).stream().map(DatabaseChoice::label).distinct().toList();
    if (databases.isEmpty() || !isUnnamed()) {
      return get(Settings.NAME);
    }
    int last = databases.size() - 1;
    String compared =
        last == 0
            ? databases.get(0)
            : last >= MOST_IN_TITLE
                ? "Comparison of " + databases.size() + " databases"
                : "Comparison of %s and %s"
                    .formatted(String.join(", ", databases.subList(0, last)), databases.get(last));
    return compared + (get(Settings.NAME).endsWith(QUICK_NAME) ? AT_QUICK_SCALE : "");
  }

  private boolean isUnnamed() {
    String unnamed = Settings.NAME.byDefault();
    return Set.of(unnamed, unnamed + QUICK_NAME).contains(get(Settings.NAME));
  }

  /** The records that the recorded traces among the phases expect; 0 without such a phase. */
  private long recordsOfTraces() {
    return traces().mapToLong(facts -> Math.max(1, facts.records())).max().orElse(0);
  }

  private Stream<TraceFacts> traces() {
    return get(Settings.PHASES).stream().flatMap(phase -> phase.trace().stream());
  }

  /**
   * The experiment. Unless somebody says otherwise, property files say how large it is, and a
   * recorded trace finds as many records as it expects, with values as long as its own are on
   * average.
   *
   * @throws org.pmemycsb.harness.ConfigurationException if the settings do not fit together
   */
  public Experiment finish() {
    Map<Setting<?>, Object> given = ofFiles();
    scale(given);
    given.putAll(values);
    if (get(Settings.ITERATIONS) > 0) {
      given.putIfAbsent(
          Settings.DURATION, get(Settings.ITERATION).multipliedBy(get(Settings.ITERATIONS)));
    }
    if (given.containsKey(Settings.BUDGET) && get(Settings.BUDGET).precision() == 0) {
      given.putIfAbsent(Settings.REPEATS, 1); // time sets their number
    }
    if (scaled.contains(Settings.REPEATS) && get(Settings.BUDGET).precision() > 0) {
      given.put(Settings.REPEATS, Math.max(get(Settings.REPEATS), FEWEST_BEFORE_PRECISION));
    }
    if (!given.containsKey(Settings.OPERATIONS)) {
      putLengths(given);
    }
    if (recordsOfTraces() > 0) {
      given.putIfAbsent(Settings.RECORDS, Settings.RECORDS.checked(recordsOfTraces()));
      given.putIfAbsent(
          Settings.VALUE_SIZES,
          Sizes.alike(traces().mapToInt(TraceFacts::meanBytes).max().orElseThrow()));
    }
    given.put(Settings.PROPERTIES, properties());
    if (get(Settings.TITLE).isEmpty()) {
      given.put(Settings.TITLE, title());
    }
    Map<Setting<?>, Object> all = new HashMap<>();
    Settings.all().forEach(each -> all.put(each, each.byDefault()));
    scale(all);
    all.putAll(given);
    return new Experiment(all);
  }

  /** Completes the time and the repeats of an experiment that states no operations. */
  private void putLengths(Map<Setting<?>, Object> given) {
    if (!given.containsKey(Settings.DURATION)) {
      if (time.isZero()) {
        return;
      }
      given.put(
          Settings.DURATION,
          get(Settings.RUNNERS).contains(RunnerKind.YCSB)
              ? Duration.ofSeconds((time.toMillis() + 999) / 1000)
              : time);
      if (Stream.of(Settings.REPEATS, Settings.BUDGET).noneMatch(given::containsKey)) {
        given.put(Settings.BUDGET, Budget.of(budget));
        // Native programs would take time from the comparison.
        given.putIfAbsent(Settings.CALIBRATE, 0);
        given.put(Settings.REPEATS, FEWEST_ROUNDS);
      }
    }
    given.put(Settings.OPERATIONS, Settings.ANY_NUMBER);
  }

  /**
   * What the property files among the phases say of the whole experiment, where nobody gave it:
   * sizes, counts and the form of the records.
   */
  private Map<Setting<?>, Object> ofFiles() {
    Map<Setting<?>, Object> all = new HashMap<>();
    PropertyKeys.settings()
        .filter(setting -> !values.containsKey(setting))
        .forEach(
            setting ->
                agreed(setting.remedy(), file -> value(setting, file))
                    .ifPresent(value -> all.put(setting, value)));
    return all;
  }

  private Map<String, String> properties() {
    Map<String, String> all = new TreeMap<>(get(Settings.PROPERTIES));
    PropertyKeys.all().stream()
        .filter(key -> key.fate() == PropertyKeys.Fate.RECORDS)
        .map(PropertyKeys.Key::name)
        .filter(name -> !get(Settings.PROPERTIES).containsKey(name))
        .forEach(
            name ->
                agreed("give -p " + name, file -> Optional.ofNullable(file.said().get(name)))
                    .ifPresent(value -> all.put(name, value)));
    return all;
  }

  /** The value that all property files agree on, among those that have one. */
  private <T> Optional<T> agreed(String remedy, Function<Phase, Optional<T>> saying) {
    Map<T, String> found = new LinkedHashMap<>();
    get(Settings.PHASES).stream()
        .filter(Phase::isListed)
        .forEach(
            file -> saying.apply(file).ifPresent(value -> found.putIfAbsent(value, file.file())));
    if (found.size() > 1) {
      throw new ConfigurationException(
          "workloads: one load is for all of them, and property files contradict each other: %s; %s"
              .formatted(
                  found.entrySet().stream()
                      .map(each -> each.getKey() + " in " + each.getValue())
                      .collect(Collectors.joining(", ")),
                  remedy));
    }
    return found.keySet().stream().findFirst();
  }

  private static Optional<Object> value(Setting<?> setting, Phase file) {
    Object found = null;
    for (PropertyKeys.Key key : PropertyKeys.of(setting)) {
      String text = file.said().get(key.name());
      if (text == null) {
        continue;
      }
      PropertyKeys.refuse(file.file(), key, text);
      if (!isSilent(file, key, text)) {
        String where = file.file() + ": " + key.name();
        found =
            setting == Settings.VALUE_SIZES
                ? List.of(ConfigurationException.at(file.file(), () -> Sizes.of(file.said())))
                : setting.read(Given.byOption(where, List.of(inForm(key, text))));
      }
    }
    return Optional.ofNullable(found);
  }

  /** Whether the key leaves the setting to another key, or to its default. */
  private static boolean isSilent(Phase file, PropertyKeys.Key key, String text) {
    boolean ofOtherLengths =
        List.of(
                CoreWorkload.MIN_FIELD_LENGTH_PROPERTY,
                CoreWorkload.FIELD_LENGTH_HISTOGRAM_FILE_PROPERTY)
            .contains(key.name());
    // YCSB means no limit by 0. Then another key has to say when a phase ends.
    boolean noLimit =
        key.setting() == Settings.DURATION
            || key.setting() == Settings.OPERATIONS
                && !file.said().getOrDefault(Client.MAX_EXECUTION_TIME, "0").matches("0+");
    return ofOtherLengths || noLimit && text.matches("0+");
  }

  /** The text of the setting that means the same. */
  private static String inForm(PropertyKeys.Key key, String text) {
    return switch (key.name()) {
      case Client.MAX_EXECUTION_TIME -> text + "s";
      case CoreWorkload.ZERO_PADDING_PROPERTY ->
          Long.toString(KeyShape.PREFIX.length() + Long.parseLong(text));
      default -> text;
    };
  }
}
