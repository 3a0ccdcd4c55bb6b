package org.pmemycsb.harness.report.verdict;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Ratio;
import org.pmemycsb.harness.result.Ratio.Rule;

/**
 * The ratios of one database to another, or to itself on another place, at one durability.
 *
 * @param upper conditions of one of the first cells
 * @param lower those of the cell below it
 * @param byPhase the ratios of each phase, over all other conditions
 */
record Findings(Rule rule, Conditions upper, Conditions lower, Map<String, Known> byPhase) {
  enum Outcome {
    FASTER("Faster"),
    SLOWER("Slower"),
    VARIES("Different under different conditions"),
    EQUAL("Equal within 10 %"),
    UNCLEAR("Unclear");

    final String label;

    Outcome(String label) {
      this.label = label;
    }
  }

  /**
   * @param least the smallest ratio
   * @param most the largest one
   * @param within the largest difference from 1 in any interval; empty if one has no interval
   */
  record Known(Outcome outcome, double least, double most, OptionalDouble within) {
    private static Known of(List<Ratio> ratios) {
      Set<Outcome> outcomes = EnumSet.noneOf(Outcome.class);
      ratios.forEach(each -> outcomes.add(Outcome.valueOf(each.call().name())));
      boolean bounded = ratios.stream().allMatch(Ratio::bounded);
      return new Known(
          outcomes.size() == 1 ? outcomes.iterator().next() : Outcome.VARIES,
          ratios.stream().mapToDouble(Ratio::figure).min().orElseThrow(),
          ratios.stream().mapToDouble(Ratio::figure).max().orElseThrow(),
          bounded
              ? ratios.stream()
                  .mapToDouble(
                      each -> Math.max(each.high().getAsDouble() - 1, 1 - each.low().getAsDouble()))
                  .max()
              : OptionalDouble.empty());
    }

    /** {@code 3.2x}, or {@code 1.50x to 3.2x}. */
    String times() {
      String from = Figures.factor(least) + "x";
      String to = Figures.factor(most) + "x";
      return from.equals(to) ? from : from + " to " + to;
    }

    boolean isDifference() {
      return outcome != Outcome.EQUAL && outcome != Outcome.UNCLEAR;
    }
  }

  private static final Set<Rule> GAINS =
      EnumSet.of(Rule.MEDIUM, Rule.LOG, Rule.SOFTWARE, Rule.BOTH);

  /**
   * In the order of the ratios. A ratio whose sides were in different states is in none. Both
   * medium and software are one gain only where neither is known alone.
   */
  static List<Findings> of(List<Ratio> ratios) {
    List<Findings> all = new ArrayList<>();
    Cells.grouped(
            ratios.stream()
                .filter(each -> GAINS.contains(each.rule()) && !each.isOfOtherStates())
                .toList(),
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
              all.add(
                  new Findings(
                      same.get(0).rule(),
                      same.get(0).upper().key(),
                      same.get(0).lower().key(),
                      byPhase));
            });
    List<String> alone =
        all.stream()
            .filter(each -> each.rule == Rule.SOFTWARE)
            .map(each -> each.upper.database() + each.lower.database() + each.upper.where())
            .toList();
    return all.stream()
        .filter(
            each ->
                each.rule != Rule.BOTH
                    || !alone.contains(
                        each.upper.database() + each.lower.database() + each.upper.where()))
        .toList();
  }

  /** Those of the workloads, or else of the load. */
  Map<String, Known> workloads() {
    Map<String, Known> all = new LinkedHashMap<>(byPhase);
    all.remove(Phase.LOAD.id());
    return all.isEmpty() ? byPhase : all;
  }

  String durability() {
    return upper.durability();
  }

  /** The place of the data, or of the log where that alone was moved. */
  String home() {
    return upper.logPlace().isEmpty() ? upper.place() : upper.logPlace();
  }

  /** What was changed; equal for all databases that made the same move. */
  List<Object> change() {
    return List.of(rule, durability(), upper.where(), lower.where());
  }
}
