package org.pmemycsb.harness.experiment;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.design.DatabaseChoice;
import org.pmemycsb.harness.design.RunnerKind;
import org.pmemycsb.harness.design.Sizes;
import org.pmemycsb.harness.recorded.TraceFacts;
import site.ycsb.workloads.CoreWorkload;

/**
 * An experiment in the making: begins with the defaults, is filled in by a file and then by the
 * command line, and is checked as a whole when it is {@link #finish finished}. Not thread-safe.
 */
public final class ExperimentDraft {
  // Fewer tell no two databases apart.
  private static final int FEWEST_ROUNDS = 3;
  private static final int QUICK_SHARE = 10;
  private static final int QUICK_REPEATS = 3;
  private static final String QUICK_NAME = "-quick";
  private static final String AT_QUICK_SCALE = ", at quick scale";
  private static final int MOST_IN_TITLE = 4;

  private final Map<Setting<?>, Object> values = new HashMap<>();
  private Duration time = Duration.ZERO;
  private Duration budget = Duration.ZERO;
  private Consumer<ExperimentDraft> scale = ExperimentDraft::scaleByRule;

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
    return this;
  }

  /**
   * The lengths of an experiment of which nobody gives operations or a duration.
   *
   * @param ofWorkload time of each workload; the stock client counts whole seconds, so with it the
   *     time is rounded up
   * @param ofRuns budget of all runs beside the default repeats, unless somebody gives repeats, a
   *     precision or a budget; zero for none
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
    if (recordsOfTraces() == 0) {
      set(Settings.RECORDS, Math.max(1, get(Settings.RECORDS) / QUICK_SHARE));
    }
    if (values.containsKey(Settings.OPERATIONS) || time.isZero() && !endsByTimeAlone()) {
      set(Settings.OPERATIONS, Math.max(1, get(Settings.OPERATIONS) / QUICK_SHARE));
    }
    if (values.containsKey(Settings.DURATION)) {
      set(Settings.DURATION, quick(get(Settings.DURATION)));
    }
    set(Settings.REPEATS, Math.min(get(Settings.REPEATS), QUICK_REPEATS));
  }

  /** A tenth in whole seconds, as the stock client counts them, but no less than a second of it. */
  private static Duration quick(Duration time) {
    Duration second = Duration.ofSeconds(1);
    return time.compareTo(second) <= 0
        ? time
        : Duration.ofSeconds(Math.max(1, time.toSeconds() / QUICK_SHARE));
  }

  private boolean endsByTimeAlone() {
    return !get(Settings.DURATION).isZero() && !values.containsKey(Settings.OPERATIONS);
  }

  /**
   * Makes the experiment one that ends in minutes, and says so in its name and title: by the keys
   * under {@code quick} in its file, or else a tenth of the records, operations and duration and at
   * most 3 repeats.
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
   * The experiment. Unless somebody says otherwise, a recorded trace finds as many records as it
   * expects, and their values are as long as its own are on average.
   *
   * @throws org.pmemycsb.harness.ConfigurationException if the settings do not fit together
   */
  public Experiment finish() {
    Map<Setting<?>, Object> all = new HashMap<>();
    Settings.all().forEach(each -> all.put(each, get(each)));
    if (get(Settings.TITLE).isEmpty()) {
      all.put(Settings.TITLE, title());
    }
    boolean nobodySaid =
        !values.containsKey(Settings.OPERATIONS) && !values.containsKey(Settings.DURATION);
    if (nobodySaid) {
      all.put(
          Settings.DURATION,
          get(Settings.RUNNERS).contains(RunnerKind.YCSB)
              ? Duration.ofSeconds((time.toMillis() + 999) / 1000)
              : time);
    }
    if (endsByTimeAlone() || nobodySaid && !time.isZero()) {
      all.put(Settings.OPERATIONS, Settings.ANY_NUMBER);
    }
    if (nobodySaid
        && !budget.isZero()
        && Stream.of(Settings.REPEATS, Settings.PRECISION, Settings.BUDGET)
            .noneMatch(values::containsKey)) {
      all.put(Settings.BUDGET, budget);
      all.put(Settings.REPEATS, FEWEST_ROUNDS * Math.max(1, get(Settings.RUNS_PER_INVOCATION)));
    }
    if (!values.containsKey(Settings.REPEATS)
        && values.containsKey(Settings.BUDGET)
        && all.get(Settings.PRECISION).equals(0.0)) {
      all.put(
          Settings.REPEATS,
          Math.max(1, get(Settings.RUNS_PER_INVOCATION))); // time sets their number
    }
    if (recordsOfTraces() > 0 && !values.containsKey(Settings.RECORDS)) {
      all.put(Settings.RECORDS, Settings.RECORDS.checked(recordsOfTraces()));
    }
    Sizes sizes = get(Settings.VALUES);
    if (recordsOfTraces() > 0 && sizes.isNone() && !values.containsKey(Settings.VALUE_SIZES)) {
      all.put(
          Settings.VALUE_SIZES,
          List.of(traces().mapToInt(TraceFacts::meanBytes).max().orElseThrow()));
    }
    if (!sizes.isNone()) {
      List<Integer> mean = List.of(sizes.mean());
      if (values.containsKey(Settings.VALUE_SIZES) && !get(Settings.VALUE_SIZES).equals(mean)) {
        throw new ConfigurationException(
            "valueSize: values says how long the values are; leave valueSize out");
      }
      all.put(Settings.VALUE_SIZES, mean);
    }
    ofProperties(all);
    return new Experiment(all);
  }

  /** Makes a distribution of lengths among YCSB's properties the setting of the same meaning. */
  private void ofProperties(Map<Setting<?>, Object> all) {
    Map<String, String> properties = new TreeMap<>(get(Settings.PROPERTIES));
    if (!get(Settings.VALUES).isNone()
        || !properties.containsKey(CoreWorkload.FIELD_LENGTH_DISTRIBUTION_PROPERTY)) {
      return;
    }
    List<Integer> longest = get(Settings.VALUE_SIZES);
    Sizes sizes;
    try {
      sizes = Sizes.of(properties, longest.get(longest.size() - 1));
    } catch (ConfigurationException | IllegalArgumentException wrong) {
      throw new ConfigurationException("properties: " + wrong.getMessage(), wrong);
    }
    properties.keySet().removeAll(Sizes.PROPERTIES);
    all.put(Settings.PROPERTIES, properties);
    if (sizes.isFixed()) {
      return;
    }
    if (longest.size() > 1) {
      throw new ConfigurationException(
          "valueSize: %s gives the lengths, so one longest value is needed; give one valueSize"
              .formatted(CoreWorkload.FIELD_LENGTH_DISTRIBUTION_PROPERTY));
    }
    all.put(Settings.VALUES, sizes);
    all.put(Settings.VALUE_SIZES, List.of(sizes.mean()));
  }
}
