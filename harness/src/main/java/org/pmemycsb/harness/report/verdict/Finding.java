package org.pmemycsb.harness.report.verdict;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    FASTER("Faster"),
    SLOWER("Slower"),
    /** The calls differ between conditions, such as numbers of threads. */
    VARIES("Faster or slower, by conditions,"),
    EQUAL("Equal within 10 %"),
    UNCLEAR("Unclear");

    final String words;

    Outcome(String words) {
      this.words = words;
    }

    private Outcome turned() {
      return this == FASTER ? SLOWER : this == SLOWER ? FASTER : this;
    }

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
      List<Call> calls = ratios.stream().map(Ratio::call).distinct().toList();
      DoubleSummaryStatistics figures =
          ratios.stream().mapToDouble(Ratio::figure).summaryStatistics();
      return new Known(
          calls.size() == 1 ? Outcome.valueOf(calls.get(0).name()) : Outcome.VARIES,
          figures.getMin(),
          figures.getMax());
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
    byPhase.forEach(
        (phase, known) ->
            turned.put(phase, new Known(known.outcome.turned(), 1 / known.most, 1 / known.least)));
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

  /** Equal for all databases that made the same move, or share a place. */
  List<Object> change() {
    return List.of(rule, durability(), upper.where(), lower.where());
  }
}
