package org.pmemycsb.harness.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.pmemycsb.harness.design.RunnerKind;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.spi.Medium;

/**
 * The answers of an experiment, from the same figures as its tables. An answer never says more than
 * its interval does.
 *
 * @param findings gains from persistent memory, those from the medium first
 * @param fastest the winners on each place with competitors that are no variants of each other;
 *     beside other places, none on a disk
 * @param throughputs the fastest cell of each database, runner and phase; only if nothing is
 *     compared
 * @param capacities the highest rates that hold the experiment's goal
 * @param invalid cells without a figure
 * @param unsustained cells that did not reach their target
 * @param sustained cells that did
 * @param missing variants without any cell, whose stock database was measured
 * @param cached the data that fits into the processor's cache; empty if none does, or if the cache
 *     is unknown
 */
public record Verdict(
    List<Finding> findings,
    List<Lead> fastest,
    List<Cell> throughputs,
    List<Cell> capacities,
    List<Cell> invalid,
    List<Cell> unsustained,
    List<Cell> sustained,
    List<String> missing,
    Optional<CachedData> cached) {

  private static final int COMPETITION = 3;

  /** The two cells of a ratio, in the order of the findings. */
  public enum Kind {
    /** The same database on persistent memory and on a disk. */
    MEDIUM,
    /** The same database on a disk, with its log on persistent memory and on the disk. */
    LOG,
    /** A variant and its stock database on the same place. */
    SOFTWARE,
    /** A variant and its stock database on a disk; only if no other ratio is known. */
    BOTH
  }

  /** The position of an interval to 1. */
  public enum Outcome {
    FASTER,
    SLOWER,
    /** Within ten percent of 1. */
    LEVEL,
    /** The interval holds 1 and more than ten percent beside it. */
    UNDECIDED,
    /** Several conditions have different outcomes. */
    VARIES,
    /** There are too few runs for an interval. */
    TOO_FEW
  }

  /**
   * A ratio in one phase.
   *
   * @param figure empty if it was measured under several conditions
   * @param low lower end of its interval, the lowest of several
   * @param high upper end of it, the highest of several
   */
  public record Effect(
      String phase,
      Outcome outcome,
      OptionalDouble figure,
      OptionalDouble low,
      OptionalDouble high) {}

  /**
   * How many times as fast a database is.
   *
   * @param over the database below the fraction bar
   * @param home place of the database above it
   * @param place its name
   * @param disk name of the place on a disk; empty for {@link Kind#SOFTWARE}
   * @param mean the mean of the workloads; empty unless all were measured, or if one gains and
   *     another one loses
   */
  public record Finding(
      Kind kind,
      String durability,
      Environment.Folder home,
      String place,
      String disk,
      String database,
      String over,
      List<Effect> effects,
      Optional<Effect> mean) {
    /** The effects in the phases whose outcome is not that of the mean. */
    public List<Effect> beyondMean() {
      return effects.stream()
          .filter(each -> mean.filter(all -> all.outcome() == each.outcome()).isEmpty())
          .toList();
    }
  }

  /**
   * A database that is faster than all others on its place.
   *
   * @param place empty if there is one place only
   * @param effects its lead over the next, in the phases that it wins
   */
  public record Lead(String durability, String place, String database, List<Effect> effects) {}

  private record Group(String durability, String place, String disk, String of, String over) {}

  public static Verdict of(Results results) {
    List<Cell> contenders = results.contenders();
    Buys buys = Buys.of(results);
    List<Finding> findings =
        Stream.of(Kind.values()).flatMap(kind -> findings(buys, kind).stream()).toList();
    List<Lead> fastest = fastest(results, findings);
    List<Cell> valid = contenders.stream().filter(Comparisons::usable).toList();
    List<Cell> capacities =
        valid.stream().filter(cell -> cell.capacity().estimate().isPresent()).toList();
    List<Cell> paced = valid.stream().filter(cell -> cell.repeats().sustained() != null).toList();
    boolean compared =
        !findings.isEmpty() || !fastest.isEmpty() || !capacities.isEmpty() || !paced.isEmpty();
    return new Verdict(
        findings,
        fastest,
        compared ? List.of() : best(withoutCeilings(valid)),
        capacities,
        Stream.concat(contenders.stream(), results.restarts().stream())
            .filter(cell -> !cell.valid())
            .toList(),
        paced.stream().filter(Cell::unsustained).toList(),
        paced.stream().filter(cell -> !cell.unsustained()).toList(),
        missing(buys),
        CachedData.of(results));
  }

  private static List<Finding> findings(Buys buys, Kind kind) {
    boolean medium = kind == Kind.MEDIUM || kind == Kind.LOG;
    Map<Group, List<Buys.Row>> groups =
        Cells.grouped(
            buys.rows().stream()
                .filter(row -> kind != Kind.BOTH || row.onPmem().isEmpty())
                .toList(),
            row ->
                new Group(
                    row.key().durability(),
                    row.pmem(),
                    kind == Kind.SOFTWARE ? "" : row.disk(),
                    medium ? row.stock() : row.variant(),
                    row.stock()));
    List<Finding> all = new ArrayList<>();
    groups.forEach(
        (group, rows) -> {
          List<Effect> effects = effects(kind, rows);
          if (!effects.isEmpty()) {
            all.add(
                new Finding(
                    kind,
                    group.durability(),
                    rows.get(0).home(),
                    group.place(),
                    group.disk(),
                    group.of(),
                    group.over(),
                    effects.stream().filter(each -> !isMean(each)).toList(),
                    effects.stream()
                        .filter(Verdict::isMean)
                        .findFirst()
                        .filter(mean -> !opposite(effects))));
          }
        });
    return all;
  }

  /** Whether one phase gains and another one loses. Their mean would answer neither. */
  private static boolean opposite(List<Effect> effects) {
    List<Outcome> known =
        effects.stream().filter(each -> !isMean(each)).map(Effect::outcome).toList();
    return known.contains(Outcome.FASTER) && known.contains(Outcome.SLOWER);
  }

  private static boolean isMean(Effect effect) {
    return effect.phase().equals(Buys.MEAN);
  }

  private static List<Effect> effects(Kind kind, List<Buys.Row> rows) {
    Map<String, List<Effect>> byPhase = new LinkedHashMap<>();
    // The rows of a stock database with several variants have the same cells.
    Set<List<Optional<Cell>>> seen = new HashSet<>();
    for (Buys.Row row : rows) {
      Optional<Cell> upper =
          switch (kind) {
            case MEDIUM -> row.onPmem();
            case LOG -> row.withLog();
            case SOFTWARE, BOTH -> row.ofVariant();
          };
      Optional<Cell> lower = kind == Kind.SOFTWARE ? row.onPmem() : row.onDisk();
      if (seen.add(List.of(upper, lower))) {
        effect(Ratio.Rule.valueOf(kind.name()), row.key().phase(), upper, lower)
            .ifPresent(
                each -> byPhase.computeIfAbsent(each.phase(), none -> new ArrayList<>()).add(each));
      }
    }
    return byPhase.values().stream().map(Verdict::merged).toList();
  }

  private static Optional<Effect> effect(
      Ratio.Rule rule, String phase, Optional<Cell> upper, Optional<Cell> lower) {
    if (Stream.of(upper, lower).anyMatch(cell -> cell.filter(Cell::isFree).isEmpty())) {
      return Optional.empty();
    }
    return Ratio.of(rule, upper, lower)
        .map(
            ratio ->
                new Effect(
                    phase,
                    outcome(ratio),
                    OptionalDouble.of(ratio.figure()),
                    ratio.low(),
                    ratio.high()));
  }

  private static Outcome outcome(Ratio ratio) {
    return switch (ratio.call()) {
      case FASTER -> Outcome.FASTER;
      case SLOWER -> Outcome.SLOWER;
      case EQUAL -> Outcome.LEVEL;
      case UNCLEAR -> ratio.bounded() ? Outcome.UNDECIDED : Outcome.TOO_FEW;
    };
  }

  /** The effects in one phase under several conditions as one. */
  private static Effect merged(List<Effect> all) {
    if (all.size() == 1) {
      return all.get(0);
    }
    boolean bounded = all.stream().allMatch(each -> each.low().isPresent());
    List<Outcome> outcomes = all.stream().map(Effect::outcome).distinct().toList();
    Outcome outcome =
        outcomes.size() == 1 ? outcomes.get(0) : bounded ? Outcome.VARIES : Outcome.TOO_FEW;
    return new Effect(
        all.get(0).phase(),
        outcome,
        OptionalDouble.empty(),
        bounded
            ? all.stream().mapToDouble(each -> each.low().getAsDouble()).min()
            : OptionalDouble.empty(),
        bounded
            ? all.stream().mapToDouble(each -> each.high().getAsDouble()).max()
            : OptionalDouble.empty());
  }

  private static List<Lead> fastest(Results results, List<Finding> findings) {
    boolean placed = Roles.placed(results.cells());
    Roles roles = Roles.of(results.cells());
    List<Cell> competing =
        results.contenders().stream()
            .filter(Comparisons::usable)
            .filter(cell -> cell.isFree() && !roles.isBound(cell.key()))
            // Readers ask for the fastest on persistent memory, not on the disk beside it.
            .filter(
                cell -> !placed || !isDisk(results.environment().places().get(cell.key().place())))
            .toList();
    Set<Cell> winners = Fastest.of(results, Ratios.pairs(results.contenders()));
    List<Lead> all = new ArrayList<>();
    Cells.grouped(
            competing, cell -> cell.key().durability() + "@" + (placed ? cell.key().where() : ""))
        .values()
        .forEach(
            there -> {
              Conditions key = there.get(0).key();
              long databases = there.stream().map(cell -> cell.key().database()).distinct().count();
              boolean paired =
                  findings.stream()
                      .anyMatch(
                          each -> each.kind() == Kind.SOFTWARE && each.place().equals(key.where()));
              if (databases >= COMPETITION || databases == 2 && !paired) {
                leads(there, winners)
                    .forEach(
                        (database, effects) ->
                            all.add(
                                new Lead(
                                    key.durability(),
                                    placed ? key.where() : "",
                                    database,
                                    effects)));
              }
            });
    return all;
  }

  private static boolean isDisk(Environment.Folder place) {
    return place != null && place.medium() == Medium.DISK;
  }

  /** The phases that a database wins under all conditions, with its lead. */
  private static Map<String, List<Effect>> leads(List<Cell> there, Set<Cell> winners) {
    Map<String, List<Effect>> all = new LinkedHashMap<>();
    Cells.grouped(there, cell -> cell.key().phase())
        .forEach(
            (phase, inPhase) -> {
              List<Effect> leads = new ArrayList<>();
              List<String> names = new ArrayList<>();
              for (List<Cell> block :
                  Cells.grouped(inPhase, cell -> cell.key().common()).values()) {
                List<Cell> order =
                    block.stream()
                        .sorted(Comparator.comparingDouble(Fastest::figure).reversed())
                        .toList();
                names.add(order.get(0).key().database());
                if (order.size() > 1 && block.stream().filter(winners::contains).count() == 1) {
                  effect(
                          Ratio.Rule.PAIR,
                          phase,
                          Optional.of(order.get(0)),
                          Optional.of(order.get(1)))
                      .filter(each -> each.outcome() == Outcome.FASTER)
                      .ifPresent(leads::add);
                }
              }
              if (leads.size() == names.size() && names.stream().distinct().count() == 1) {
                all.computeIfAbsent(names.get(0), none -> new ArrayList<>()).add(merged(leads));
              }
            });
    return all;
  }

  /** A native program is no contender, unless there is nothing else. */
  private static List<Cell> withoutCeilings(List<Cell> cells) {
    List<Cell> others =
        cells.stream().filter(cell -> !cell.key().runner().equals(RunnerKind.NATIVE.id())).toList();
    return others.isEmpty() ? cells : others;
  }

  private static List<Cell> best(List<Cell> cells) {
    Function<Cell, List<Object>> by =
        cell ->
            List.of(
                cell.key().database(),
                cell.key().durability(),
                cell.key().where(),
                cell.key().runner(),
                cell.key().phase());
    return Cells.grouped(cells, by).values().stream()
        .flatMap(each -> each.stream().max(Comparator.comparingDouble(Fastest::figure)).stream())
        .toList();
  }

  private static List<String> missing(Buys buys) {
    Map<String, Boolean> measured = new LinkedHashMap<>();
    buys.rows().stream()
        .filter(Buys.Row::hasVariant)
        .forEach(
            row -> measured.merge(row.variant(), row.ofVariant().isPresent(), Boolean::logicalOr));
    return measured.keySet().stream().filter(variant -> !measured.get(variant)).toList();
  }
}
