package org.pmemycsb.harness.plan.settings;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.Goal;
import org.pmemycsb.harness.plan.design.KeyShape;
import org.pmemycsb.harness.plan.design.MemoryBudget;
import org.pmemycsb.harness.plan.design.Mix;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.design.Show;
import org.pmemycsb.harness.plan.design.Sizes;
import org.pmemycsb.harness.plan.design.Work;
import org.pmemycsb.spi.RecordLayout;
import site.ycsb.workloads.CoreWorkload;

/**
 * What is to be measured: a value for each of the {@link Settings}. The lists among them are the
 * dimensions of the grid, the rest holds for every run. Made by {@link ExperimentDraft#finish}.
 * Immutable.
 */
public final class Experiment {
  /**
   * The most inserting operations in each second of a workload that ends by time alone. It is above
   * the rate of one client thread on pmemkv; more would make every pool larger for nothing.
   */
  private static final long INSERTING_OPERATIONS_PER_SECOND = 1_000_000;

  private static final double MARGIN = 1.25;

  private final Map<Setting<?>, Object> values;

  Experiment(Map<Setting<?>, Object> values) {
    this.values = Map.copyOf(values);
    PropertyKeys.refuse(this);
    Rule.refuse(this);
  }

  @SuppressWarnings("unchecked") // ExperimentDraft.set() takes only values of the setting's type
  public <T> T get(Setting<T> setting) {
    return (T) values.get(setting);
  }

  public <T> Experiment with(Setting<T> setting, T value) {
    Map<Setting<?>, Object> all = new HashMap<>(values);
    all.put(setting, setting.checked(value));
    return new Experiment(all);
  }

  public String name() {
    return get(Settings.NAME);
  }

  public List<DatabaseChoice> databases() {
    return get(Settings.DATABASES);
  }

  public List<Phase> phases() {
    List<Phase> all = get(Settings.PHASES);
    return get(Settings.COLD)
        ? all.stream().map(each -> each.isLoad() || each.isRestart() ? each : each.cold()).toList()
        : all;
  }

  public long records() {
    return get(Settings.RECORDS);
  }

  public long operations() {
    return get(Settings.OPERATIONS).number();
  }

  /** How long a workload lasts; zero for no limit. */
  public Duration duration() {
    return get(Settings.DURATION);
  }

  public boolean endsByTimeAlone() {
    return get(Settings.OPERATIONS).equals(Settings.ANY_NUMBER) && !duration().isZero();
  }

  /** Whether time ends the phase, unless its operations do. A load and a trace go to their end. */
  public boolean endsByTime(Phase phase) {
    return !phase.isLoad() && phase.trace().isEmpty() && !duration().isZero();
  }

  /**
   * The most operations of a workload with so many client threads on all machines; those of a
   * recorded trace. Where time alone ends it and it inserts, it ends at the latest after 1,000,000
   * for each second, because its database has room for no more: see {@link #layout}. To have room
   * for more, give operations beside the duration.
   */
  public long operations(Phase phase, int clients) {
    if (phase.trace().isPresent()) {
      return phase.trace().get().operations();
    }
    if (get(Settings.OPERATIONS).eachThread()) {
      return operations() * clients;
    }
    return endsByTimeAlone() && mix(phase).insertShare() > 0
        ? Math.min(operations(), duration().toMillis() * INSERTING_OPERATIONS_PER_SECOND / 1000)
        : operations();
  }

  long mostOperations(Phase phase) {
    return operations(phase, most(threads()) * Math.max(1, most(machines())));
  }

  private static int most(List<Integer> numbers) {
    return numbers.stream().mapToInt(Integer::intValue).max().orElse(0);
  }

  /** How the keys are made that a phase uses: the last fill up to it says how long they are. */
  public KeyShape keys(Phase phase) {
    Sizes lengths = get(Settings.KEY_LENGTH);
    for (Phase each : phases().subList(0, phases().indexOf(phase) + 1)) {
      if (each.isLoad()) {
        lengths = each.own().keyLength().orElse(get(Settings.KEY_LENGTH));
      }
    }
    return KeyShape.of(said(phase), maxRecords() - 1, lengths);
  }

  /** The shares of the operations of a phase. */
  public Mix mix(Phase phase) {
    return phase.mix(said(phase));
  }

  /**
   * @throws ConfigurationException if the phase asks for what cannot be done
   */
  public Work work(Phase phase) {
    return phase.work(said(phase));
  }

  /** YCSB's properties for a phase: of its file, of the experiment, and its own. */
  Map<String, String> said(Phase phase) {
    Map<String, String> said = new HashMap<>(phase.said());
    said.putAll(properties());
    said.putAll(phase.properties());
    return said;
  }

  /** The longest key of all phases, in bytes. */
  public int longestKey() {
    return phases().stream().mapToInt(phase -> keys(phase).lengths().longest()).max().orElse(0);
  }

  /** Bytes of a value, each in a run of its own; the mean of a distribution. */
  public List<Integer> valueSizes() {
    return get(Settings.VALUE_SIZES).stream().map(Sizes::mean).toList();
  }

  /** The distribution of the lengths of values; empty if those of a run are alike. */
  public Optional<Sizes> values() {
    return get(Settings.VALUE_SIZES).stream().filter(sizes -> !sizes.isFixed()).findFirst();
  }

  public List<Integer> threads() {
    return get(Settings.THREADS);
  }

  public Optional<String> cluster() {
    return Optional.of(get(Settings.CLUSTER).url()).filter(url -> !url.isEmpty());
  }

  /** How many of its machines have the clients; a single 0 without a cluster. */
  public List<Integer> machines() {
    return cluster().isEmpty() ? List.of(0) : get(Settings.MACHINES);
  }

  public boolean limitsMemory() {
    return !get(Settings.MEMORY).stream().allMatch(MemoryBudget::isAll);
  }

  /** Bytes of a record of a load on average: key and values, without what a database adds. */
  public long recordBytes(Phase load, int valueSize) {
    return keys(load).mean() + (long) get(Settings.FIELD_COUNT) * values(load, valueSize).mean();
  }

  /** Bytes of the loaded records; of several loads, those of the largest. */
  public long dataBytes(int valueSize) {
    return records()
        * phases().stream()
            .filter(Phase::isLoad)
            .mapToLong(load -> recordBytes(load, valueSize))
            .max()
            .orElseThrow();
  }

  /**
   * Why its databases cannot be measured side by side; empty if they can. Workloads that end by
   * operations would end at another time on each database.
   */
  public Optional<String> aloneBecause() {
    if (!endsByTimeAlone()) {
      return Optional.of("workloads end by operations");
    }
    for (Phase phase : phases()) {
      if (!phase.equals(Phase.LOAD) && (!phase.isWarmWorkload() || !endsByTime(phase))) {
        return Optional.of("phase " + phase.id() + " does not end by time");
      }
    }
    if (goal().isPresent()) {
      return Optional.of("it searches a capacity");
    }
    return Optional.empty();
  }

  public int repeats() {
    return get(Settings.REPEATS);
  }

  /** The precision that more runs are made for; 0 for none. */
  public double precision() {
    return get(Settings.BUDGET).precision();
  }

  /** Time for more rounds, from the first run on; zero if the number of runs is fixed. */
  public Duration budget() {
    return get(Settings.BUDGET).time();
  }

  public List<RunnerKind> runners() {
    return get(Settings.RUNNERS);
  }

  boolean runs(RunnerKind runner) {
    return runners().contains(runner);
  }

  boolean runsOnly(RunnerKind runner) {
    return runners().equals(List.of(runner));
  }

  public boolean shows(Show more) {
    return get(Settings.SHOW).contains(more);
  }

  public double target() {
    return get(Settings.TARGET).rate();
  }

  public Optional<Goal> goal() {
    return get(Settings.TARGET).goal();
  }

  /**
   * Whether the capacity of a phase is searched. A workload that inserts or deletes has none: its
   * database would be another from trial to trial. A recorded trace has its own times, and a
   * restart has no rate. A cold phase has no second trial.
   */
  public boolean searches(Phase phase) {
    return goal().isPresent()
        && phase.isWarmWorkload()
        && phase.trace().isEmpty()
        && !mix(phase).changesRecords();
  }

  /** How long the values of a phase are, in a run with this value size. */
  public Sizes values(Phase phase, int valueSize) {
    return phase.own().values().or(this::values).orElseGet(() -> Sizes.constant(valueSize));
  }

  public Map<String, String> properties() {
    return get(Settings.PROPERTIES);
  }

  /**
   * The settings of another experiment that forbid to resume this one, as {@code setting: this ->
   * other}; empty if it measures the same. Claims may be changed after a week of runs. Passwords do
   * not count and are not shown.
   */
  public List<String> differences(Experiment other) {
    return differences(other, each -> !each.has(Setting.Trait.MAY_CHANGE));
  }

  /** Those of the differences that change the meaning of a figure and that no table shows. */
  public List<String> differencesOfFigures(Experiment other) {
    List<String> settings = differences(other, each -> each.has(Setting.Trait.CHANGES_FIGURES));
    Stream<String> workloads =
        phases().stream()
            .flatMap(
                phase ->
                    other.phases().stream()
                        .filter(same -> same.id().equals(phase.id()))
                        .filter(same -> same.isOwn() || phase.isOwn())
                        .filter(same -> !same.equals(phase))
                        .map(same -> "workloads: " + phase.words() + " -> " + same.words()));
    Stream<String> values =
        differences(other, each -> each == Settings.VALUE_SIZES && !values().equals(other.values()))
            .stream();
    return Stream.of(settings.stream(), values, workloads).flatMap(each -> each).toList();
  }

  private List<String> differences(Experiment other, Predicate<Setting<?>> counts) {
    return Settings.all().stream()
        .filter(counts)
        .filter(each -> !each.compared(this).equals(each.compared(other)))
        .map(each -> each + ": " + each.compared(this) + " -> " + each.compared(other))
        .toList();
  }

  public boolean scans() {
    return phases().stream().anyMatch(phase -> mix(phase).scans());
  }

  /** The same experiment without some of its databases, by their labels; not without all. */
  public Experiment without(List<String> labels) {
    return with(
        Settings.DATABASES,
        databases().stream()
            .filter(each -> !labels.contains(each.label()) && !labels.contains(each.identity()))
            .toList());
  }

  /** The same experiment with only so many repeats, and none for a precision. */
  public Experiment repeated(int repeats) {
    return with(Settings.BUDGET, Budget.NONE).with(Settings.REPEATS, repeats);
  }

  /**
   * The shape of the data of a run, with room for the inserts of its phases: twice as many as their
   * share of the operations, because the mix is drawn at random.
   */
  public RecordLayout layout(int valueSize) {
    return new RecordLayout(
        maxRecords(),
        phases().stream()
            .map(this::keys)
            .mapToInt(keys -> onAverage(keys.lengths(), keys.mean()))
            .max()
            .orElse(0),
        get(Settings.FIELD_COUNT),
        phases().stream()
            .map(phase -> values(phase, valueSize))
            .mapToInt(sizes -> onAverage(sizes, sizes.mean()))
            .reduce(valueSize, Math::max),
        properties()
            .getOrDefault(CoreWorkload.FIELD_NAME_PREFIX, CoreWorkload.FIELD_NAME_PREFIX_DEFAULT));
  }

  private long maxRecords() {
    return records() + phases().stream().mapToLong(this::inserts).sum();
  }

  private long inserts(Phase phase) {
    if (phase.trace().isPresent()) {
      return phase.trace().get().inserts();
    }
    double share = Math.min(1, 2 * mix(phase).insertShare());
    return share == 0 ? 0 : Math.max(1000, (long) (share * mostOperations(phase)));
  }

  /** Bytes for one, on average: more than the mean, because lengths are drawn at random. */
  private int onAverage(Sizes sizes, int mean) {
    double room = MARGIN * mean + sizes.longest() / Math.sqrt(records());
    return sizes.longest() > mean ? (int) Math.min(sizes.longest(), room) : sizes.longest();
  }

  /** The longest value of all phases, in bytes. */
  public int longestValue(int valueSize) {
    return phases().stream()
        .mapToInt(phase -> values(phase, valueSize).longest())
        .reduce(valueSize, Math::max);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Experiment experiment && values.equals(experiment.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return ExperimentFile.write(this);
  }
}
