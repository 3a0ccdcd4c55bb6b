package org.pmemycsb.harness.plan.settings;

import static org.pmemycsb.harness.plan.design.RunnerKind.NATIVE;
import static org.pmemycsb.harness.plan.design.RunnerKind.TRACE;
import static org.pmemycsb.harness.plan.design.RunnerKind.YCSB;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.Cluster;
import org.pmemycsb.harness.plan.design.KeyDistribution.Stock;
import org.pmemycsb.harness.plan.design.KeyShape;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.Sizes;
import org.pmemycsb.harness.plan.design.Together;
import org.pmemycsb.harness.plan.design.Work;
import org.pmemycsb.harness.plan.settings.PropertyKeys.Fate;
import org.pmemycsb.spi.Durability;
import site.ycsb.generator.ExponentialGenerator;
import site.ycsb.workloads.CoreWorkload;

/**
 * The combinations of settings that are refused before anything starts. The message is that of the
 * first row that applies. The types of the settings refuse impossible texts of their own, and
 * {@link PropertyKeys} the values of YCSB's keys.
 */
enum Rule {
  DATABASES("db", e -> e.databases().isEmpty(), "at least one is needed"),
  LOAD_FIRST(
      "workloads",
      e -> !e.phases().get(0).isLoad(),
      "a run begins with an empty database, so the first phase must be load"),
  PHASES_TWICE(
      e ->
          refusal(() -> Form.refuseDouble(e.phases().stream().map(Phase::id).toList()))
              .map("workloads: "::concat)),

  // YCSB's properties
  PROPERTY_OF_A_SETTING(
      e ->
          Stream.concat(
                  PropertyKeys.repeatedSettings("properties", e.properties()),
                  e.databases().stream()
                      .flatMap(db -> PropertyKeys.repeatedSettings(db.id(), db.options())))
              .findFirst()),
  PROPERTY_OF_A_CLIENT(
      e ->
          e.databases().stream()
              .filter(db -> db.isClass())
              .flatMap(db -> PropertyKeys.among(db.ownOptions(), fate -> fate != Fate.SETTING))
              .map("db: %s is a property of the workload; give it with -p %1$s=VALUE"::formatted)
              .findFirst()),
  PROPERTY_OF_A_PHASE(
      (e, p) -> propertiesOfRecords(p).findAny().isPresent(),
      "%s is a fact of all records; give it to all phases: -p %1$s=VALUE",
      (e, p) -> propertiesOfRecords(p).findFirst().orElseThrow()),
  PADDING(
      (e, p) -> isTooShort(p.said().get(CoreWorkload.ZERO_PADDING_PROPERTY), e.keys(Phase.LOAD)),
      "zeropadding=%s gives keys of different lengths, from the %d digits of their numbers; write"
          + " zeropadding=%2$d",
      (e, p) -> p.said().get(CoreWorkload.ZERO_PADDING_PROPERTY),
      (e, p) -> e.keys(Phase.LOAD).digits()),
  INTEGRITY(
      "valueSize",
      e ->
          e.values().isPresent()
              && "true".equalsIgnoreCase(e.properties().get(CoreWorkload.DATA_INTEGRITY_PROPERTY)),
      "with dataintegrity=true, YCSB checks values of one length only; give one"),
  KEYS(
      (e, p) -> refusal(() -> e.work(p)).isPresent(),
      "%s",
      (e, p) -> refusal(() -> e.work(p)).orElseThrow()),
  OPERATIONS_OF_A_WORKLOAD(
      (e, p) -> makesOperations(p) && e.mix(p).total() == 0,
      "it makes no operations; give a share of them, such as readproportion=1"),
  HOTSPOT(
      (e, p) ->
          draws(e, p, Stock.HOTSPOT)
              && (hot(e, p) == 0 && hotRequests(e, p) > 0
                  || hot(e, p) == e.records() && hotRequests(e, p) < 1),
      "hotspotdatafraction of %,d records leaves none %s; give another, or more records",
      (e, p) -> e.records(),
      (e, p) -> hot(e, p) == 0 ? "that is hot" : "beside the hot ones"),
  EXPONENTIAL(
      (e, p) ->
          draws(e, p, Stock.EXPONENTIAL)
              && e.records()
                      * number(e, p, ExponentialGenerator.EXPONENTIAL_FRAC_PROPERTY, 0.8571428571)
                  < 1,
      "exponential.frac of %,d records is less than one; give more records, or a greater share",
      (e, p) -> e.records()),
  SCAN_LENGTHS(
      (e, p) ->
          makesOperations(p)
              && number(e, p, CoreWorkload.MIN_SCAN_LENGTH_PROPERTY, 1)
                  > number(e, p, CoreWorkload.MAX_SCAN_LENGTH_PROPERTY, 1000),
      "minscanlength is above maxscanlength; give a lower or a higher one"),

  // Keys
  SHORT_KEYS(
      (e, p) -> p.isLoad() && e.keys(p).lengths().common() < e.keys(p).digits(),
      "keyLength %s is too short for %s keys; it must be at least %d",
      (e, p) -> e.keys(p).lengths().written(),
      (e, p) -> e.keys(p).ordered() ? "these records'" : "hashed",
      (e, p) -> e.keys(p).digits()),
  LONG_KEYS(
      (e, p) -> p.isLoad() && e.keys(p).lengths().longest() > KeyShape.LONGEST,
      "keyLength %s is too long; a key has at most 65536 bytes",
      (e, p) -> e.keys(p).lengths().written()),

  // The stock client
  STOCK_KEYS(
      (e, p) -> p.isLoad() && e.runs(YCSB) && e.keys(p).isBeyondStock(),
      "keyLength %s is nothing that the stock client has: its keys have one length, here from %d"
          + " bytes; give one, or leave out runner ycsb",
      (e, p) -> e.keys(p).lengths().written(),
      (e, p) -> KeyShape.PREFIX.length() + e.keys(p).digits()),
  STOCK_VALUES(
      "valueSize",
      e -> e.runs(YCSB) && e.values().filter(Sizes::isBeyondStock).isPresent(),
      "the stock client has no such distribution; leave out runner ycsb"),
  STOCK_COMPRESSIBILITY(
      Sizes.COMPRESSIBILITY,
      e ->
          e.runs(YCSB)
              && Double.parseDouble(e.properties().getOrDefault(Sizes.COMPRESSIBILITY, "0")) > 0,
      "the stock client has none; leave it out, or leave out runner ycsb"),
  STOCK_OPERATIONS(
      (e, p) -> e.runs(YCSB) && countsOperations(e, p) && e.mostOperations(p) > Integer.MAX_VALUE,
      "the stock client counts to 2,147,483,647 operations; give no more, or leave out runner ycsb"),
  STOCK_PHASE(
      (e, p) -> e.runs(YCSB) && p.beyondStock(e.said(p)).isPresent(),
      "the stock client cannot do what '%s' asks for; leave it out, or leave out runner ycsb",
      (e, p) -> p.beyondStock(e.said(p)).orElseThrow()),
  STOCK_SECONDS(
      "duration",
      e -> e.runs(YCSB) && e.duration().toMillisPart() > 0,
      "the stock client counts whole seconds; with runner ycsb, give whole seconds"),
  STOCK_POISSON(
      "target",
      e -> e.runs(YCSB) && e.get(Settings.TARGET).poisson(),
      "the stock client has no Poisson process; with runner ycsb, leave poisson out"),

  // The native program
  NATIVE_TARGET(
      "target",
      e -> e.target() > 0 && e.runs(NATIVE),
      "the native program has none; with runner native, leave target out"),
  NATIVE_TIMES(
      (e, p) -> p.isTimed() && e.runs(NATIVE),
      "the native program waits for no time; leave speed or runner native out"),

  // Operations and records
  MOST_OPERATIONS(
      (e, p) -> countsOperations(e, p) && e.mostOperations(p) > Phase.MOST_OPERATIONS,
      "all threads together make %,d operations, more than %,d; give fewer",
      (e, p) -> e.mostOperations(p),
      (e, p) -> Phase.MOST_OPERATIONS),
  DELETED_RECORDS(
      // The mix is drawn at random, so a few more may be deleted than its shares say.
      (e, p) -> deleted(e, p) > 0.9 * e.records(),
      "it deletes about %,.0f records more than it inserts, and there are %,d; give fewer operations,"
          + " more records, or as many inserts as deletes",
      Rule::deleted,
      (e, p) -> e.records()),
  AFTER_GAPS(
      (e, p) -> !p.isLoad() && sinceLoad(e, p).anyMatch(Phase::leavesGaps),
      "not all records are there after '%s'; let another fill come before",
      (e, p) -> sinceLoad(e, p).filter(Phase::leavesGaps).findFirst().orElseThrow().id()),
  TRACE_RECORDS(
      (e, p) -> p.trace().filter(trace -> trace.records() > e.records()).isPresent(),
      "the trace asks for %,d records that it does not make, and there are %,d; leave records out,"
          + " or give as many",
      (e, p) -> p.trace().orElseThrow().records(),
      (e, p) -> e.records()),
  TRACE_TARGET(
      (e, p) -> p.trace().isPresent() && e.target() > 0,
      "a trace has its own times; leave target out, and give the phase a speed"),
  TRACE_AFTER_CHANGES(
      (e, p) -> p.trace().isPresent() && sinceLoad(e, p).anyMatch(each -> changes(e, each)),
      "a phase before it inserts or deletes records, and a trace counts on those of the load; let a"
          + " fill come before"),

  // Restarted databases
  RESTART_DURABILITY(
      (e, p) -> p.restartsDatabase() && e.get(Settings.DURABILITIES).contains(Durability.NONE),
      "at durability none, a database need not keep its records; give periodic or commit"),
  RESTART_MIX(
      (e, p) -> p.isRestart() && e.mix(p).changesRecords(),
      "it makes reads and updates alone; leave out the shares of inserts and deletes"),
  RESTART_AFTER_DELETES(
      (e, p) -> p.isRestart() && earlier(e, p).anyMatch(before -> e.mix(before).deleteShare() > 0),
      "a phase before it deletes records; let the restart come first"),

  // Clients on other machines
  CLUSTER_URL(
      "cluster",
      e ->
          e.cluster().isEmpty()
              && !(e.get(Settings.MACHINES).isEmpty()
                  && e.get(Settings.CLUSTER).equals(Cluster.NONE)),
      "the URL of a cluster is missing; give --cluster URL"),
  CLUSTER_MACHINES(
      "cluster",
      e -> e.cluster().isPresent() && e.get(Settings.MACHINES).isEmpty(),
      "the number of machines is missing; give --machines N"),
  CLUSTER_APART(
      e ->
          onOneMachine(e)
              .filter(why -> e.cluster().isPresent())
              .map("cluster: %s; leave out one of the two"::formatted)),

  // What is measured
  TRACE_ALONE(
      e ->
          ofTraceAlone(e)
              .filter(why -> !e.runsOnly(TRACE))
              .map("runner: only trace %s; leave out the other runners"::formatted)),
  SHOW_RUNNER(
      "show",
      e -> !e.get(Settings.SHOW).isEmpty() && !e.runs(TRACE),
      "it needs runner trace; add trace to runner, or leave show out"),
  SEARCH_DURATION(
      "target",
      e -> e.goal().isPresent() && e.duration().isZero(),
      "a search needs a duration, the time of each of its trials; give --duration TIME"),
  SEARCH_PHASES(
      "target",
      e -> e.goal().isPresent() && e.phases().stream().noneMatch(e::searches),
      "no phase can be searched; add a workload without inserts and deletes, such as A, B or C"),
  ITERATIONS(
      "iterations",
      e ->
          e.get(Settings.ITERATIONS) > 0
              && !e.duration()
                  .equals(e.get(Settings.ITERATION).multipliedBy(e.get(Settings.ITERATIONS))),
      "the duration says how many there are; leave one of the two out"),
  PRECISION(
      "repeats",
      e -> e.precision() > 0 && e.repeats() < ExperimentDraft.FEWEST_BEFORE_PRECISION,
      "they are too few for a precision; give at least 4"),
  TOGETHER(
      e ->
          e.aloneBecause()
              .filter(
                  why -> List.of(Together.ALL, Together.PAIRS).contains(e.get(Settings.TOGETHER)))
              .map(
                  "together: databases cannot be measured in turn, because %s; leave together out"
                      ::formatted));

  private interface Word {
    Object of(Experiment e, Phase p);
  }

  private final Function<Experiment, Optional<String>> objection;

  Rule(Function<Experiment, Optional<String>> objection) {
    this.objection = objection;
  }

  Rule(String where, Predicate<Experiment> when, String message) {
    this(e -> Optional.of(where + ": " + message).filter(any -> when.test(e)));
  }

  /** For each phase; the words stand in the message. */
  Rule(BiPredicate<Experiment, Phase> when, String message, Word... words) {
    this(
        e ->
            e.phases().stream()
                .filter(p -> when.test(e, p))
                .findFirst()
                .map(
                    p -> {
                      Object[] all = Stream.of(words).map(word -> word.of(e, p)).toArray();
                      return "workloads: %s: %s"
                          .formatted(p.id(), String.format(Locale.ROOT, message, all));
                    }));
  }

  static void refuse(Experiment experiment) {
    Stream.of(values())
        .flatMap(rule -> rule.objection.apply(experiment).stream())
        .findFirst()
        .ifPresent(
            message -> {
              throw new ConfigurationException(message);
            });
  }

  /** The load makes the records, so a workload cannot have others. */
  private static Stream<String> propertiesOfRecords(Phase p) {
    return PropertyKeys.among(p.properties(), fate -> fate == Fate.RECORDS);
  }

  private static Optional<String> refusal(Runnable maker) {
    try {
      maker.run();
      return Optional.empty();
    } catch (ConfigurationException refused) {
      return Optional.of(refused.getMessage());
    }
  }

  /** Keys have one length here; YCSB's differ in length where they are not filled up. */
  private static boolean isTooShort(String padding, KeyShape keys) {
    return padding != null
        && keys.isBeyondStock()
        && keys.lengths()
            .equals(Sizes.constant(KeyShape.PREFIX.length() + Integer.parseInt(padding)));
  }

  /** Not the address orders of an experiment about the medium, which the probe uses. */
  private static boolean makesOperations(Phase p) {
    return !p.isLoad() && p.trace().isEmpty() && (p.isOwn() || !p.file().isEmpty());
  }

  private static boolean draws(Experiment e, Phase p, Stock keys) {
    return e.work(p) instanceof Work.Draw draw && draw.keys().stock() == keys;
  }

  private static double number(Experiment e, Phase p, String name, double byDefault) {
    String said = e.said(p).get(name);
    return said == null ? byDefault : Double.parseDouble(said);
  }

  private static long hot(Experiment e, Phase p) {
    return (long) (e.records() * number(e, p, CoreWorkload.HOTSPOT_DATA_FRACTION, 0.2));
  }

  private static double hotRequests(Experiment e, Phase p) {
    return number(e, p, CoreWorkload.HOTSPOT_OPN_FRACTION, 0.8);
  }

  /** Records that it deletes beside those that it inserts. */
  private static double deleted(Experiment e, Phase p) {
    return (e.mix(p).deleteShare() - e.mix(p).insertShare()) * e.mostOperations(p);
  }

  private static boolean countsOperations(Experiment e, Phase p) {
    return !p.isLoad() && !e.endsByTimeAlone();
  }

  private static boolean changes(Experiment e, Phase p) {
    return e.mix(p).changesRecords() || p.trace().filter(facts -> facts.inserts() > 0).isPresent();
  }

  /** The first of what the experiment asks for and only the runner trace does. */
  private static Optional<String> ofTraceAlone(Experiment e) {
    return Stream.of(
            when(restarts(e), "restarts a database"),
            when(e.cluster().isPresent(), "runs on many machines"),
            when(e.limitsMemory(), "keeps its own memory out of a budget"),
            when(e.goal().isPresent(), "searches a capacity"))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /** The first of what the experiment asks for and only clients on this machine do. */
  private static Optional<String> onOneMachine(Experiment e) {
    boolean showsMore = !e.get(Settings.SHOW).isEmpty() || !e.get(Settings.PLACEMENT).isNone();
    boolean countsRecords =
        e.phases().stream().anyMatch(p -> p.trace().isPresent() || e.mix(p).deleteShare() > 0);
    return Stream.of(
            when(restarts(e), "a database is restarted for clients on this machine"),
            when(showsMore, "show and placement are for clients on this machine"),
            when(e.limitsMemory(), "only this machine's memory can be limited"),
            when(countsRecords, "one machine alone can replay a trace or delete records"))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<String> when(boolean isAsked, String words) {
    return Optional.of(words).filter(any -> isAsked);
  }

  private static boolean restarts(Experiment e) {
    return e.phases().stream().anyMatch(Phase::restartsDatabase);
  }

  private static Stream<Phase> earlier(Experiment e, Phase p) {
    return e.phases().stream().takeWhile(each -> !each.equals(p));
  }

  /** The phases that the records of a phase went through: the last load before it, and after. */
  private static Stream<Phase> sinceLoad(Experiment e, Phase p) {
    List<Phase> before = earlier(e, p).toList();
    int load = before.size() - 1;
    while (load > 0 && !before.get(load).isLoad()) {
      load--;
    }
    return before.stream().skip(Math.max(0, load));
  }
}
