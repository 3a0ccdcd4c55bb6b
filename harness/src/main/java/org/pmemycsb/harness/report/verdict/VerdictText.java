package org.pmemycsb.harness.report.verdict;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.analysis.Buys;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.analysis.Roles;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.plan.design.ByteSize;
import org.pmemycsb.harness.plan.design.Goal;
import org.pmemycsb.harness.report.format.PlainText;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.tables.CellTables;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Ratio;
import org.pmemycsb.harness.result.Ratio.Rule;
import org.pmemycsb.harness.statistics.Estimate;

/**
 * The answer of an experiment in at most {@value #MOST_LINES} lines of a terminal: fixed sentences
 * over the table of ratios. First what gains on persistent memory, and why; then what software
 * adds; then what was not measured. Where nothing was moved and no variant was measured, the
 * databases on a place are compared. No mean over workloads is in it.
 */
public final class VerdictText {
  /** Ends a verdict that does not hold all. */
  private static final String REST = "The tables have the rest.";

  private static final int MOST_LINES = 8;

  /**
   * The verdict is made shorter until it fits.
   *
   * @param names the longest list
   * @param brief whether further gains, and ties of databases that differ elsewhere, are left out
   */
  private record Length(int names, boolean brief) {}

  private static final List<Length> LENGTHS =
      List.of(
          new Length(Integer.MAX_VALUE, false),
          new Length(Integer.MAX_VALUE, true),
          new Length(4, true));

  private VerdictText() {}

  /**
   * The blocks of the verdict, a text each.
   *
   * @param ratios of the same results
   */
  public static List<String> of(Results results, List<Ratio> ratios) {
    Roles roles = Roles.of(results.cells());
    List<Ratio> free =
        ratios.stream()
            .filter(each -> !each.upper().key().phase().equals(Buys.MEAN))
            .filter(each -> each.upper().isFree() && each.lower().isFree())
            .filter(
                each ->
                    each.rule() != Rule.PAIR
                        || !roles.isBound(each.upper().key()) && !roles.isBound(each.lower().key()))
            .toList();
    List<Finding> findings = Finding.of(free);
    List<String> end = new Limits(results, free).all();
    List<List<String>> blocks = List.of();
    for (Length length : LENGTHS) {
      blocks = blocks(results, findings, length);
      List<String> whole = Stream.concat(texts(blocks), end.stream()).toList();
      if (lines(whole) <= MOST_LINES) {
        return whole;
      }
    }
    return shortened(blocks, end);
  }

  /** Says what took the place of persistent memory; empty on persistent memory. */
  public static Optional<String> standIn(Environment.Folder home) {
    if (home.model() != null) {
      return Optional.of(
          "A model (%s) stood in for a medium that is not here.".formatted(home.mediumId()));
    }
    return switch (home.medium()) {
      case DAX -> Optional.empty();
      case TMPFS -> Optional.of("Memory stood in for persistent memory, which is slower.");
      case DISK -> Optional.of("A disk stood in for persistent memory.");
    };
  }

  /** Leaves out sentences, because a figure without its limits would claim more than it holds. */
  private static List<String> shortened(List<List<String>> blocks, List<String> end) {
    List<List<String>> kept = new ArrayList<>();
    for (List<String> block : blocks) {
      kept.add(new ArrayList<>());
      for (String sentence : block) {
        kept.get(kept.size() - 1).add(sentence);
        if (lines(withRest(kept, end)) > MOST_LINES) {
          kept.get(kept.size() - 1).remove(sentence);
        }
      }
    }
    return withRest(kept, end);
  }

  private static List<String> withRest(List<List<String>> kept, List<String> end) {
    List<String> all = new ArrayList<>(texts(kept).toList());
    String last = all.isEmpty() ? REST : all.remove(all.size() - 1) + " " + REST;
    all.add(last);
    all.addAll(end);
    return all;
  }

  private static Stream<String> texts(List<List<String>> blocks) {
    return blocks.stream().filter(block -> !block.isEmpty()).map(block -> String.join(" ", block));
  }

  private static int lines(List<String> texts) {
    return texts.stream()
        .mapToInt(each -> PlainText.wrapped(each, PlainText.WIDTH, "").size())
        .sum();
  }

  private static List<List<String>> blocks(Results results, List<Finding> findings, Length length) {
    Words words = new Words(results.experiment(), length.names);
    Duels duels = new Duels(words, length.brief);
    List<Finding> software = with(findings, Rule.SOFTWARE);
    List<Finding> moved = moved(findings, software);
    Gains gains = Gains.of(results, words, moved, length.brief);
    List<List<String>> all = new ArrayList<>();
    groups(moved).forEach(move -> all.add(gains.sentences(move)));
    for (List<Finding> group : groups(software)) {
      all.add(duels.sentences(group, where(group, software)));
    }
    Standings standings = new Standings(results, Names.of(results.contenders()), words);
    all.addAll(standings.rates().stream().map(List::of).toList());
    if (all.isEmpty()) {
      List<Finding> pairs = with(findings, Rule.PAIR);
      for (List<Finding> group : groups(pairs)) {
        all.add(duels.sentences(group, where(group, pairs)));
      }
    }
    if (all.isEmpty()) {
      all.addAll(standings.throughputs().stream().map(List::of).toList());
    }
    CellTables.restartRange(results.restarts()).ifPresent(text -> all.add(List.of(text)));
    return all;
  }

  private static List<Finding> with(List<Finding> findings, Rule... rules) {
    return findings.stream().filter(each -> List.of(rules).contains(each.rule())).toList();
  }

  /** Both medium and software are one gain only where neither is known alone. */
  private static List<Finding> moved(List<Finding> findings, List<Finding> software) {
    Set<List<String>> alone =
        software.stream().map(VerdictText::databases).collect(Collectors.toSet());
    return with(findings, Rule.MEDIUM, Rule.LOG, Rule.BOTH).stream()
        .filter(each -> each.rule() != Rule.BOTH || !alone.contains(databases(each)))
        .toList();
  }

  private static List<String> databases(Finding each) {
    return List.of(each.upper().database(), each.lower().database(), each.upper().where());
  }

  private static List<List<Finding>> groups(List<Finding> findings) {
    return List.copyOf(Cells.grouped(findings, Finding::change).values());
  }

  /** The place and the durability of a group, where groups differ in them. */
  private static String where(List<Finding> group, List<Finding> all) {
    Finding one = group.get(0);
    String place = one.upper().where();
    boolean places = all.stream().map(each -> each.upper().where()).distinct().count() > 1;
    boolean levels = all.stream().map(Finding::durability).distinct().count() > 1;
    return (places && !place.isEmpty() ? " on @" + place : "")
        + (levels ? " at durability " + one.durability() : "");
  }

  /** The sentences about figures that compare nothing with persistent memory. */
  private record Standings(Results results, Names names, Words words) {

    /** Targets that were reached or missed, and capacities. */
    List<String> rates() {
      List<Cell> valid = results.contenders().stream().filter(Cell::usable).toList();
      List<Cell> paced = valid.stream().filter(cell -> cell.repeats().sustained() != null).toList();
      double target = results.experiment().target();
      String asked =
          target > 0
              ? Figures.grouped(target) + " operations per second"
              : "the times of the trace";
      List<Cell> missed = paced.stream().filter(Cell::unsustained).toList();
      List<Cell> reached = paced.stream().filter(cell -> !cell.unsustained()).toList();
      List<String> all = new ArrayList<>();
      if (!missed.isEmpty()) {
        all.add("UNSUSTAINED, did not reach " + asked + ": " + cells(missed) + ".");
      }
      if (!reached.isEmpty()) {
        all.add("Sustained " + asked + ": " + cells(reached) + ". Compare their latencies.");
      }
      String goal = results.experiment().goal().map(Goal::shown).orElse("the goal");
      figures(
              valid.stream().filter(cell -> cell.capacity().estimate().isPresent()).toList(),
              cell -> cell.capacity().estimate().orElseThrow())
          .forEach(each -> all.add("With %s, %s".formatted(goal, each)));
      return all;
    }

    private String cells(List<Cell> cells) {
      return words.cells(cells, key -> names.series(key) + sizes(key));
    }

    /** The fastest cell of each database, place, runner and phase, if nothing is compared. */
    List<String> throughputs() {
      List<Cell> valid = results.contenders().stream().filter(Cell::usable).toList();
      List<Cell> ours = valid.stream().filter(cell -> !cell.key().isNative()).toList();
      List<Cell> best =
          Cells.grouped(
                  ours.isEmpty() ? valid : ours,
                  cell ->
                      List.of(
                          names.series(cell.key()), cell.key().durability(), cell.key().phase()))
              .values()
              .stream()
              .map(
                  each ->
                      Collections.max(
                          each, Comparator.comparingDouble(cell -> cell.rate().orElse(0))))
              .toList();
      return figures(best, cell -> cell.throughput().estimate().orElseThrow());
    }

    /** {@code redis at commit: 41,000 operations/s (40,100 to 42,000) on A}. */
    private List<String> figures(List<Cell> cells, Function<Cell, Estimate> figure) {
      boolean leveled = names.mixedLevels().isEmpty();
      List<String> all = new ArrayList<>();
      Cells.grouped(
              cells,
              cell -> names.series(cell.key()) + (leveled ? " at " + cell.key().durability() : ""))
          .forEach(
              (name, same) ->
                  all.add(
                      "%s: %s."
                          .formatted(
                              name,
                              words.listed(
                                  same.stream()
                                      .map(cell -> on(cell, figure.apply(cell)))
                                      .toList()))));
      return all;
    }

    private String on(Cell cell, Estimate known) {
      String none =
          known.samples() == 1 ? "one run, no interval" : "scatters too much for an interval";
      return "%s operations/s (%s) on %s%s"
          .formatted(
              Figures.readable(known.figure()),
              Figures.interval(known, Figures::readable, " to ").orElse(none),
              cell.key().phase(),
              sizes(cell.key()));
    }

    /** The conditions that vary and that no name has. */
    private String sizes(Conditions key) {
      return (vary(Conditions::threads) ? " with " + Plural.of(key.threads(), "thread") : "")
          + (vary(Conditions::valueSizeBytes)
              ? " with values of " + ByteSize.format(key.valueSizeBytes())
              : "");
    }

    private boolean vary(Function<Conditions, Object> condition) {
      return results.contenders().stream().map(Cell::key).map(condition).distinct().count() > 1;
    }
  }
}
