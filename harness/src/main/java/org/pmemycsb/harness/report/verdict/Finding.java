package org.pmemycsb.harness.report.verdict;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Ratio;
import org.pmemycsb.harness.result.Ratio.Rule;
import org.pmemycsb.harness.statistics.Call;

/**
 * The ratios of one database to another, or to itself on another place, at one durability.
 *
 * @param upper conditions of one of the first cells
 * @param lower those of the cell below it
 * @param byPhase the ratios of each phase, over all other conditions
 */
record Finding(Rule rule, Conditions upper, Conditions lower, Map<String, Known> byPhase) {
  enum Outcome {
    FASTER,
    SLOWER,
    /** The calls differ between conditions, such as numbers of threads. */
    VARIES,
    EQUAL,
    UNCLEAR;

    boolean isDifference() {
      return this != EQUAL && this != UNCLEAR;
    }
  }

  /**
   * @param least the smallest ratio
   * @param most the largest one
   */
  record Known(Outcome outcome, double least, double most) {
    private static Known of(List<Ratio> ratios) {
      Set<Call> calls = EnumSet.noneOf(Call.class);
      ratios.forEach(each -> calls.add(each.call()));
      return new Known(
          calls.size() == 1 ? Outcome.valueOf(calls.iterator().next().name()) : Outcome.VARIES,
          ratios.stream().mapToDouble(Ratio::figure).min().orElseThrow(),
          ratios.stream().mapToDouble(Ratio::figure).max().orElseThrow());
    }

    private Known turned() {
      Outcome other =
          switch (outcome) {
            case FASTER -> Outcome.SLOWER;
            case SLOWER -> Outcome.FASTER;
            default -> outcome;
          };
      return new Known(other, 1 / most, 1 / least);
    }
  }

  /** In the order of the ratios. A ratio whose sides were in different states is in none. */
  static List<Finding> of(List<Ratio> ratios) {
    List<Finding> all = new ArrayList<>();
    Cells.grouped(
            ratios.stream().filter(each -> !each.isOfOtherStates()).toList(),
            each ->
                List.of(
                    each.rule(),
                    each.upper().key().durability(),
                    each.upper().key().database() + "@" + each.upper().key().where(),
                    each.lower().key().database() + "@" + each.lower().key().where()))
        .values()
        .forEach(
            same -> {
              Map<String, Known> byPhase = new LinkedHashMap<>();
              Cells.grouped(same, each -> each.upper().key().phase())
                  .forEach((phase, inPhase) -> byPhase.put(phase, Known.of(inPhase)));
              Ratio one = same.get(0);
              all.add(new Finding(one.rule(), one.upper().key(), one.lower().key(), byPhase));
            });
    return all;
  }

  Finding turned() {
    Map<String, Known> turned = new LinkedHashMap<>();
    byPhase.forEach((phase, known) -> turned.put(phase, known.turned()));
    return new Finding(rule, lower, upper, turned);
  }

  /** The phases with an outcome. The load is told if it is slower, or if it stands alone. */
  List<String> phases(Outcome outcome) {
    boolean loss = outcome == Outcome.SLOWER || rule == Rule.PAIR && outcome == Outcome.FASTER;
    return byPhase.keySet().stream()
        .filter(phase -> byPhase.get(phase).outcome() == outcome)
        .filter(phase -> loss || !phase.equals(Phase.LOAD.id()) || byPhase.size() == 1)
        .toList();
  }

  boolean isDifferent() {
    return Stream.of(Outcome.values())
        .anyMatch(outcome -> outcome.isDifference() && !phases(outcome).isEmpty());
  }

  /** {@code 3.2x}, or {@code 1.50x to 3.2x} over some findings and phases. */
  static String times(List<Finding> all, List<String> phases) {
    List<Known> known =
        all.stream().flatMap(each -> phases.stream().map(each.byPhase::get)).toList();
    String from = Figures.factor(known.stream().mapToDouble(Known::least).min().orElseThrow());
    String to = Figures.factor(known.stream().mapToDouble(Known::most).max().orElseThrow());
    return from.equals(to) ? from + "x" : from + "x to " + to + "x";
  }

  String durability() {
    return upper.durability();
  }

  /** The place of the data, or of the log where that alone was moved. */
  String home() {
    return upper.logPlace().isEmpty() ? upper.place() : upper.logPlace();
  }

  /** Equal for all databases that made the same move, or share a place. */
  List<Object> change() {
    return List.of(rule, durability(), upper.where(), lower.where());
  }
}
