package org.pmemycsb.harness.plan.settings;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.Purpose;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.design.Show;
import org.pmemycsb.spi.Durability;

/** Expands an experiment into its runs. */
public final class Grid {
  private Grid() {}

  /**
   * The abilities of the databases on this machine.
   *
   * @param has whether a database has a level of durability; where not, there is no run
   * @param isNative whether a database has a native program to replay operations
   * @param persists whether a database keeps its records in persistent memory
   */
  public record Offer(
      BiPredicate<DatabaseChoice, Durability> has,
      Predicate<DatabaseChoice> isNative,
      Predicate<DatabaseChoice> persists) {}

  /**
   * All runs in the order in which they are to be made: round by round, and within a round as
   * {@link #shuffled} has it. A round has one run of each combination. The same experiment gives
   * the same list. The runs of the ledger and of the profiles come last.
   */
  public static List<RunSpec> expand(Experiment experiment, Offer offer) {
    List<RunSpec> runs = new ArrayList<>();
    Random order = new Random(experiment.get(Settings.SEED));
    for (int repeat = 1; repeat <= experiment.repeats(); repeat++) {
      runs.addAll(shuffled(repeat(experiment, offer, repeat), order));
    }
    if (experiment.shows(Show.LEDGER)) {
      runs.addAll(once(experiment, runs, Purpose.COUNTED));
    }
    if (experiment.shows(Show.PROFILE)) {
      runs.addAll(once(experiment, runs, Purpose.PROFILED));
    }
    return List.copyOf(runs);
  }

  /**
   * The runs of a round in the order in which they are to be made. Those with equal conditions stay
   * together. These sets, and the databases within each, are shuffled, so that a drift of the
   * machine hits all alike.
   */
  public static List<RunSpec> shuffled(Collection<RunSpec> round, Random order) {
    Map<List<Object>, List<RunSpec>> sets = new LinkedHashMap<>();
    round.forEach(
        run -> sets.computeIfAbsent(run.conditions(), none -> new ArrayList<>()).add(run));
    List<List<RunSpec>> shuffled = new ArrayList<>(sets.values());
    Collections.shuffle(shuffled, order);
    shuffled.forEach(set -> Collections.shuffle(set, order));
    return shuffled.stream().flatMap(List::stream).toList();
  }

  private static Set<RunSpec> repeat(Experiment experiment, Offer offer, int repeat) {
    Set<RunSpec> runs = new LinkedHashSet<>();
    Map<Dimension, List<Object>> values = new TreeMap<>();
    Dimension.ofGrid()
        .forEach(each -> values.put(each, List.copyOf(each.values(experiment).toList())));
    for (Map<Dimension, Object> at : combinations(values)) {
      for (RunSpec run : compared(experiment, offer, at, repeat)) {
        runs.add(run);
        if (isSplit(experiment, offer, run)) {
          Purpose.split().forEach(purpose -> runs.add(run.beside(purpose)));
        }
      }
    }
    return runs;
  }

  /** All combinations of values, one of each key; the first key changes last. */
  static <K extends Comparable<K>, V> List<Map<K, V>> combinations(Map<K, List<V>> values) {
    List<Map<K, V>> all = List.of(Map.of());
    for (Map.Entry<K, List<V>> each : values.entrySet()) {
      List<Map<K, V>> more = new ArrayList<>();
      for (Map<K, V> before : all) {
        for (V value : each.getValue()) {
          Map<K, V> with = new TreeMap<>(before);
          with.put(each.getKey(), value);
          more.add(with);
        }
      }
      all = more;
    }
    return all;
  }

  private static boolean isSplit(Experiment experiment, Offer offer, RunSpec run) {
    return experiment.shows(Show.SPLIT)
        && run.runner() == RunnerKind.TRACE
        && run.durability() != Durability.NONE
        && experiment.databases().contains(run.database())
        && offer.persists().test(run.database());
  }

  /** A run of its own for each combination of the trace runner but the floor's. */
  private static List<RunSpec> once(Experiment experiment, List<RunSpec> runs, Purpose purpose) {
    return runs.stream()
        .filter(run -> run.purpose() == Purpose.COMPARISON)
        .filter(run -> run.repeat() == 1 && run.runner() == RunnerKind.TRACE)
        .filter(run -> experiment.databases().contains(run.database()))
        .map(run -> run.beside(purpose))
        .toList();
  }

  /** Floor and ceiling go with the last repeats, so that the first whole table comes sooner. */
  private static Set<RunSpec> compared(
      Experiment experiment, Offer offer, Map<Dimension, Object> at, int repeat) {
    Set<RunSpec> all = new LinkedHashSet<>();
    BiConsumer<DatabaseChoice, RunnerKind> add =
        (database, runner) ->
            all.add(new RunSpec(database, runner, at, repeat, Purpose.COMPARISON, 0));
    Durability durability = Durability.of(at.get(Dimension.DURABILITY).toString());
    List<DatabaseChoice> databases =
        experiment.databases().stream().filter(each -> offer.has().test(each, durability)).toList();
    for (DatabaseChoice database : databases) {
      for (RunnerKind runner : experiment.runners()) {
        if (runner != RunnerKind.NATIVE || offer.isNative().test(database)) {
          add.accept(database, runner);
        }
      }
    }
    if (at.get(Dimension.MEMORY).equals(Dimension.MEMORY.absent())
        && repeat > experiment.repeats() - experiment.get(Settings.CALIBRATE)
        && experiment.runners().contains(RunnerKind.TRACE)
        && experiment.target() == 0
        && experiment.goal().isEmpty()
        && experiment.phases().stream().noneMatch(Phase::isTimed)) {
      // A server's time is hundreds of times that of the harness, so it needs no floor.
      if (databases.stream().anyMatch(offer.isNative())) {
        add.accept(DatabaseChoice.NOOP, RunnerKind.TRACE);
      }
      databases.stream()
          .filter(offer.isNative())
          .forEach(database -> add.accept(database, RunnerKind.NATIVE));
    }
    return all;
  }
}
