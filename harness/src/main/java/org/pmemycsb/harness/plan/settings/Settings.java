package org.pmemycsb.harness.plan.settings;

import static org.pmemycsb.harness.plan.settings.Setting.Trait.CHANGES_FIGURES;
import static org.pmemycsb.harness.plan.settings.Setting.Trait.MAY_CHANGE;
import static org.pmemycsb.harness.plan.settings.Setting.Trait.NOT_QUICK;
import static org.pmemycsb.harness.plan.settings.Setting.Trait.WRITTEN_IF_SET;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.harness.plan.design.ClaimText;
import org.pmemycsb.harness.plan.design.Cluster;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.MemoryBudget;
import org.pmemycsb.harness.plan.design.OperationCount;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.PlaceFolder;
import org.pmemycsb.harness.plan.design.Placement;
import org.pmemycsb.harness.plan.design.Price;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.design.Show;
import org.pmemycsb.harness.plan.design.Sizes;
import org.pmemycsb.harness.plan.design.Target;
import org.pmemycsb.harness.plan.design.Together;
import org.pmemycsb.harness.plan.design.Verify;
import org.pmemycsb.harness.plan.design.Words;
import org.pmemycsb.spi.Durability;

/**
 * All settings of an experiment, in the order in which files hold them. A new setting is one entry
 * here and its use: files, command line, help, {@code --resume}, result folder and report follow
 * from the entry. The record layout of the defaults is that of the thesis (section 4.3.2): one
 * field of 1 KiB under keys of 32 bytes.
 */
public final class Settings {
  /** Of workloads that end by time alone. */
  static final OperationCount ANY_NUMBER = OperationCount.of(Phase.MOST_OPERATIONS);

  private static final List<Setting<?>> ALL = new ArrayList<>();

  /** Also of the result folder; that of the file unless given. */
  public static final Setting<String> NAME = setting("name", Form.text(), "default").is(NOT_QUICK);

  public static final Setting<String> TITLE = setting("title", Form.text(), "").is(NOT_QUICK);

  /** In the order in which tables show them. The default is none: each command has its own. */
  public static final Setting<List<DatabaseChoice>> DATABASES =
      setting("db", ValueForms.databases(), List.<DatabaseChoice>of())
          .is(NOT_QUICK)
          .comparedBy(all -> all.stream().map(each -> each.comparable().written()).toList())
          .flag(
              "ID[,ID...]",
              "Databases. Default: rocksdb, pmemkv, redis, pm-redis, postgres, pm-postgres, as far as they"
                  + " can run here. Options in braces:"
                  + " pmemkv{engine=stree}. Place after @: redis@disk,redis@pmem. class:NAME is any YCSB client; give its jars with"
                  + " --jar and its properties with -p.");

  /** Empty: those of the machine. Resumed, a place may be another folder on the same medium. */
  public static final Setting<Map<String, PlaceFolder>> PLACES =
      setting("place", Form.map(ValueForms.place()), Map.<String, PlaceFolder>of())
          .is(NOT_QUICK, WRITTEN_IF_SET, MAY_CHANGE)
          .onTop(Settings::both)
          .flag(
              "NAME=DIR",
              "Folder of a place; repeat it for more places. Default: pmem is a mounted DAX file"
                  + " system or else shared memory, disk is a folder on a disk. DIR:model=MODEL lets"
                  + " the folder stand for another medium; see 'pmem-ycsb doctor'.");

  /** By the names of the places. They say what figures cost, and change none. */
  public static final Setting<Map<String, Price>> PRICES =
      setting("price", ValueForms.prices(), Map.<String, Price>of())
          .is(WRITTEN_IF_SET, MAY_CHANGE)
          .onTop(Settings::both)
          .flag(
              "NAME=PRICE",
              "Price of a place, such as pmem=9.21EUR/GiB; repeat it for more places. summary.csv then"
                  + " has operations per second for one unit of the currency.")
          .fact(
              57,
              "prices of places",
              prices ->
                  new TreeMap<>(prices)
                      .entrySet().stream()
                          .map(each -> each.getKey() + " " + each.getValue().text())
                          .collect(Collectors.joining(", ")));

  public static final Setting<List<Phase>> PHASES =
      setting(
              "workloads",
              Form.dimension(PhaseForm.form()).checkedBy(Phase::withLoad),
              List.of(Phase.LOAD, Phase.of("A"), Phase.of("B"), Phase.of("C"), Phase.of("D")))
          .flag(
              "A[,A...]",
              "Workloads after the load: A to F, property files of your own, or traces that"
                  + " 'pmem-ycsb convert' made: trace:FILE, trace:FILE{speed=2}. restart kills the database and starts it again.")
          .fact(
              50,
              "phases",
              phases -> phases.stream().map(Phase::words).collect(Collectors.joining(", ")));

  public static final Setting<Boolean> COLD =
      setting("cold", Form.yesOrNo(), false)
          .flag(
              "",
              "Starts each workload cold: the server is restarted, and its files on a disk leave the"
                  + " page cache.")
          .is(WRITTEN_IF_SET);

  // YCSB numbers records by an int. The default: a disk syncs a few hundred records in a second.
  public static final Setting<Long> RECORDS =
      setting("records", Form.number(1, Integer.MAX_VALUE), 5_000L)
          .flag("N", "Records to load.")
          .fact(10, "records", Words::count)
          .is(CHANGES_FIGURES);

  /** {@link #ANY_NUMBER} where a duration is given and they are not. */
  public static final Setting<OperationCount> OPERATIONS =
      setting(
              "operations",
              Form.of(OperationCount::parse, OperationCount::written),
              OperationCount.of(30_000))
          .flag("N", "Operations of each workload; N/thread is the number of each client thread.")
          .factOf(20, "operations in a workload", Settings::end)
          .is(CHANGES_FIGURES);

  /** Zero for no limit. The load ends by records. */
  public static final Setting<Duration> DURATION =
      setting("duration", Form.time(), Duration.ZERO)
          .flag(
              "TIME",
              "Time of each workload: 500ms, 5s, 10min, 1h. Without --operations, time alone ends a"
                  + " workload. With both, whichever comes first. Default without both and without an"
                  + " experiment file: "
                  + TimeSpan.format(ExperimentDraft.USUAL_WORKLOAD)
                  + ", or 1s with the runner ycsb.")
          .is(WRITTEN_IF_SET, CHANGES_FIGURES);

  public static final Setting<Sizes> KEY_LENGTH =
      setting("keyLength", ValueForms.sizes(), Sizes.of("32"))
          .factOf(30, "key", experiment -> experiment.keys(Phase.LOAD).words())
          .is(CHANGES_FIGURES);

  public static final Setting<Integer> FIELD_COUNT =
      setting("fieldCount", Form.integer(1, 1000), 1)
          .fact(40, "fields in a record")
          .is(CHANGES_FIGURES);

  public static final Setting<List<Sizes>> VALUE_SIZES =
      setting("valueSize", ValueForms.valueSizes(), Sizes.alike(1024))
          .flag(
              "SIZE[,SIZE...]",
              "Bytes of a value: 1024, 4KiB. Or a distribution: uniform:LEAST:MOST,"
                  + " lognormal:MEDIAN:P99, pareto:LEAST:P99, histogram:FILE, zippydb or etc; tables"
                  + " then show the mean.")
          .factOf(45, "values", experiment -> experiment.values().map(Sizes::words).orElse(""));

  public static final Setting<List<Integer>> THREADS =
      setting("threads", Form.dimension(Form.integer(1, 4096)), List.of(1))
          .flag("N[,N...]", "Client threads; of each machine with --cluster.");

  public static final Setting<List<Durability>> DURABILITIES =
      setting(
              "durability",
              Form.dimension(Form.oneOf(Durability.class)),
              List.of(Durability.COMMIT))
          .flag(
              "LEVEL[,LEVEL...]",
              "What an acknowledged write survives. none: nothing; periodic: a crash, except for the last"
                  + " moments before it; commit: a crash.");

  public static final Setting<List<MemoryBudget>> MEMORY =
      setting(
              "memory",
              Form.dimension(Form.of(MemoryBudget::of, MemoryBudget::text)),
              List.of(MemoryBudget.ALL))
          .flag(
              "BUDGET[,BUDGET...]",
              "Main memory for the database and the page cache of its files: all, a size such as"
                  + " 512MiB, or a share of the loaded data such as 25%.")
          .fact(47, "main memory for a database")
          .is(WRITTEN_IF_SET);

  public static final Setting<Integer> REPEATS =
      setting("repeats", Form.integer(1, 10_000), 4)
          .flag("N", "Runs of each combination.")
          .factOf(70, "runs of each", all -> all.get(Settings.BUDGET).words(all.repeats()));

  public static final Setting<Together> TOGETHER =
      setting("together", Form.oneOf(Together.class), Together.AUTO)
          .flag(
              "all|pairs|one|auto",
              "Which databases are open side by side and measured in turn: all, each variant with its"
                  + " stock database, or one. auto: as many as fit into the memory.")
          .is(WRITTEN_IF_SET, CHANGES_FIGURES);

  public static final Setting<Duration> ITERATION =
      setting("iteration", Form.time(), Duration.ofMillis(100)).is(WRITTEN_IF_SET, CHANGES_FIGURES);

  /** Of each workload in an invocation; 0: as many as its duration has. */
  public static final Setting<Integer> ITERATIONS =
      setting("iterations", Form.integer(0, 1_000_000), 0).is(WRITTEN_IF_SET, CHANGES_FIGURES);

  /** Counts from the start of the runs. After the repeats, the next round begins if it fits. */
  public static final Setting<Budget> BUDGET =
      setting("budget", Form.of(Budget::parse, Budget::text), Budget.NONE)
          .flag(
              "TIME[:PERCENT]",
              "Makes whole rounds of each combination while they fit in this time: 10min. 30min:5% ends"
                  + " earlier, once half the width of each 95 % interval is at most 5 % of its figure."
                  + " Default, without an experiment file and without --operations, --duration or"
                  + " --repeats: "
                  + TimeSpan.format(ExperimentDraft.USUAL_BUDGET)
                  + ".")
          .is(WRITTEN_IF_SET, MAY_CHANGE);

  public static final Setting<List<RunnerKind>> RUNNERS =
      setting("runner", Form.dimension(Form.oneOf(RunnerKind.class)), List.of(RunnerKind.TRACE))
          .flag(
              "NAME[,NAME...]",
              "trace: recorded operations; ycsb: the stock YCSB client; native: a program without"
                  + " Java, if the database has one.")
          .fact(60, "runner");

  /** Has no effect without a native program, without the trace runner, or with a target. */
  public static final Setting<Integer> CALIBRATE =
      setting("calibrate", Form.integer(0, 10_000), 1)
          .flag(
              "N",
              "Number of last repeats that also measure floor (noop) and ceiling (native), if a database"
                  + " has a native program; 0 for none.");

  public static final Setting<Target> TARGET =
      setting("target", Form.of(Target::parse, Target::written), Target.NONE)
          .flag(
              "OPS|FIGURE=TIME",
              "Operations per second over all threads, at equal distances; 0 for as fast as possible."
                  + " A cell that does not reach it is UNSUSTAINED. p99=1ms searches the highest rate"
                  + " at which a latency stays within a limit: p50, p99, p99.9, mean; reads.p99,"
                  + " writes.p99. --duration is then the time of each of about 35 trials. poisson:"
                  + " before either begins operations as many independent users do. Latency counts"
                  + " from the intended start.")
          .fact(80, "target", Target::words)
          .is(CHANGES_FIGURES);

  public static final Setting<Placement> PLACEMENT =
      setting("placement", Form.of(Placement::parse, Placement::text), Placement.NONE)
          .flag(
              "none|split|CPUS",
              "Processors. none: the kernel chooses; split: clients and servers apart, on the NUMA"
                  + " node of the place; 0-3: all on these; 0-1/2-3: clients/servers.")
          .fact(65, "placement of processors")
          .is(WRITTEN_IF_SET, CHANGES_FIGURES);

  public static final Setting<CpuLatencyChoice> CPU_LATENCY =
      setting(
              "cpuLatency",
              Form.of(CpuLatencyChoice::parse, CpuLatencyChoice::text),
              CpuLatencyChoice.AUTO)
          .is(NOT_QUICK, WRITTEN_IF_SET);

  // A resumed experiment may listen elsewhere.
  public static final Setting<Cluster> CLUSTER =
      setting("cluster", Form.of(Cluster::parse, Cluster::text), Cluster.NONE)
          .is(NOT_QUICK, WRITTEN_IF_SET)
          .comparedBy(Cluster::url)
          .flag(
              "URL",
              "Runs the clients on the machines of a cluster: spark://HOST:PORT, yarn, k8s://URL;"
                  + " local[N] for a trial. URL?listen=ADDRESS is the address of this machine at"
                  + " which they reach the harness and its databases; without it, these listen on"
                  + " loopback.")
          .fact(61, "cluster", Cluster::url);

  public static final Setting<List<Integer>> MACHINES =
      setting("machines", Form.dimension(Form.integer(1, 10_000)), List.<Integer>of())
          .is(NOT_QUICK, WRITTEN_IF_SET)
          .flag("N[,N...]", "Machines of the cluster.")
          .fact(62, "machines");

  public static final Setting<Verify> VERIFY =
      setting("verify", Form.oneOf(Verify.class), Verify.SAMPLE)
          .flag("MODE", "Read values that are checked: sample, full or off.")
          .fact(90, "values compared with what was written")
          .is(CHANGES_FIGURES);

  public static final Setting<String> PREPARE =
      setting("prepare", Form.text(), "")
          .flag(
              "COMMAND",
              "Shell command before each run. Variables PMEM_YCSB_* tell it the conditions. If it fails,"
                  + " the run is INVALID.")
          .fact(95, "command before each run")
          .is(WRITTEN_IF_SET);

  public static final Setting<String> CLEANUP =
      setting("cleanup", Form.text(), "")
          .flag("COMMAND", "Shell command after each run, likewise.")
          .fact(96, "command after each run")
          .is(WRITTEN_IF_SET);

  public static final Setting<List<Show>> SHOW =
      setting(
              "show",
              Form.list(Form.oneOf(Show.class))
                  .checkedBy(shown -> shown.stream().distinct().sorted().toList()),
              List.<Show>of())
          .is(WRITTEN_IF_SET)
          .onTop((before, given) -> Stream.concat(before.stream(), given.stream()).toList())
          .comparedBy(shown -> shown.contains(Show.SPLIT) ? Show.SPLIT.id() : "no split")
          .flag(
              "NAME[,NAME...]",
              "Shows more, from more runs of each combination with runner trace. ledger: flushes, fences,"
                  + " syncs and bytes of an operation (one run). profile: the ten places that take most"
                  + " of the time, and a flame graph (one run). split: the time of flushes and of"
                  + " fences; databases on persistent memory run also without them, not durable"
                  + " (three runs for each repeat).");

  public static final Setting<Long> SEED =
      setting("seed", Form.number(Long.MIN_VALUE, Long.MAX_VALUE), 1L).fact(100, "seed");

  public static final Setting<Map<String, String>> PROPERTIES =
      setting("properties", Form.map(Form.text()), Map.<String, String>of())
          .onTop(Settings::both)
          .flag(
              "-p",
              "KEY=VALUE",
              "A YCSB property for every phase, such as requestdistribution=uniform.")
          .fact(55, "YCSB properties")
          .is(WRITTEN_IF_SET, CHANGES_FIGURES);

  /** Absolute paths of the jars with adapters or YCSB clients beside the built-in ones. */
  public static final Setting<List<String>> JARS =
      setting("jar", Form.list(Form.text()), List.<String>of()).is(NOT_QUICK, WRITTEN_IF_SET);

  /** Whether a database that cannot run here is left out and shown as such; refused otherwise. */
  public static final Setting<Boolean> SKIP_UNAVAILABLE =
      setting(
              "unavailable",
              Form.of(
                  text -> Words.word(text, List.of("refuse", "skip")) == 1,
                  skip -> skip ? "skip" : "refuse"),
              false)
          .is(NOT_QUICK, WRITTEN_IF_SET);

  /** Whether it is only a part of the experiment that the claims are about. */
  public static final Setting<Boolean> PARTIAL =
      setting("partial", Form.yesOrNo(), false).is(NOT_QUICK, WRITTEN_IF_SET, MAY_CHANGE);

  public static final Setting<List<ClaimText>> CLAIMS =
      setting("claims", ValueForms.claims(), List.<ClaimText>of())
          .is(NOT_QUICK, WRITTEN_IF_SET, MAY_CHANGE);

  private Settings() {}

  private static <T> Setting<T> setting(String name, Form<T> form, T byDefault) {
    Setting<T> setting = new Setting<>(name, form, byDefault);
    ALL.add(setting);
    return setting;
  }

  public static List<Setting<?>> all() {
    return Collections.unmodifiableList(ALL);
  }

  static Setting<?> named(String name) {
    return ALL.stream().filter(each -> each.toString().equals(name)).findFirst().orElseThrow();
  }

  /** In the order of the report. */
  public static List<Setting<?>> facts() {
    return ALL.stream()
        .filter(each -> each.factRank() > 0)
        .sorted(Comparator.comparingInt(each -> each.factRank()))
        .toList();
  }

  private static <T> Map<String, T> both(Map<String, T> before, Map<String, T> given) {
    Map<String, T> all = new TreeMap<>(before);
    all.putAll(given);
    return all;
  }

  private static String end(Experiment experiment) {
    String operations = experiment.get(OPERATIONS).words();
    String time = "as many as end in " + TimeSpan.format(experiment.duration());
    return experiment.endsByTimeAlone()
        ? time
        : experiment.duration().isZero() ? operations : operations + ", or " + time;
  }
}
