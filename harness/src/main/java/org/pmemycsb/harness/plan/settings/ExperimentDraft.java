package org.pmemycsb.harness.plan.settings;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.OperationCount;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.design.Sizes;
import org.pmemycsb.harness.plan.recorded.TraceFacts;

/**
 * An experiment in the making: begins with the defaults, is filled in by a file and then by the
 * command line, and is checked as a whole when it is {@link #finish finished}. Not thread-safe.
 */
public final class ExperimentDraft {
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

  /** The divisor of defaults that were not given when the draft was made small. */
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
   *     budget; zero for none
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
    FileDefaults files = FileDefaults.of(get(Settings.PHASES));
    Map<Setting<?>, Object> given = files.settings(values.keySet());
    scale(given);
    given.putAll(values);
    if (get(Settings.ITERATIONS) > 0) {
      given.putIfAbsent(
          Settings.DURATION, get(Settings.ITERATION).multipliedBy(get(Settings.ITERATIONS)));
    }
    Map<Setting<?>, Object> all = new HashMap<>();
    Settings.all().forEach(each -> all.put(each, each.byDefault()));
    scale(all);
    all.putAll(given);
    all.put(Settings.PROPERTIES, files.properties(get(Settings.PROPERTIES)));
    if (get(Settings.TITLE).isEmpty()) {
      all.put(Settings.TITLE, title());
    }
    boolean nobodySaid =
        !given.containsKey(Settings.OPERATIONS) && !given.containsKey(Settings.DURATION);
    if (nobodySaid) {
      all.put(
          Settings.DURATION,
          get(Settings.RUNNERS).contains(RunnerKind.YCSB)
              ? Duration.ofSeconds((time.toMillis() + 999) / 1000)
              : time);
    }
    boolean endsByTimeAlone =
        given.containsKey(Settings.DURATION) && !given.containsKey(Settings.OPERATIONS);
    if (endsByTimeAlone || nobodySaid && !time.isZero()) {
      all.put(Settings.OPERATIONS, Settings.ANY_NUMBER);
    }
    if (nobodySaid
        && !budget.isZero()
        && Stream.of(Settings.REPEATS, Settings.BUDGET).noneMatch(values::containsKey)) {
      all.put(Settings.BUDGET, Budget.of(budget));
      if (!values.containsKey(Settings.CALIBRATE)) {
        all.put(Settings.CALIBRATE, 0); // native programs would take time from the comparison
      }
      all.put(Settings.REPEATS, FEWEST_ROUNDS);
    }
    if (!values.containsKey(Settings.REPEATS)
        && values.containsKey(Settings.BUDGET)
        && get(Settings.BUDGET).precision() == 0) {
      all.put(Settings.REPEATS, 1); // time sets their number
    }
    if (scaled.contains(Settings.REPEATS) && get(Settings.BUDGET).precision() > 0) {
      all.put(Settings.REPEATS, Math.max(get(Settings.REPEATS), FEWEST_BEFORE_PRECISION));
    }
    if (recordsOfTraces() > 0 && !given.containsKey(Settings.RECORDS)) {
      all.put(Settings.RECORDS, Settings.RECORDS.checked(recordsOfTraces()));
    }
    if (recordsOfTraces() > 0 && !given.containsKey(Settings.VALUE_SIZES)) {
      all.put(
          Settings.VALUE_SIZES,
          Sizes.alike(traces().mapToInt(TraceFacts::meanBytes).max().orElseThrow()));
    }
    return new Experiment(all);
  }
}
