package org.pmemycsb.harness.report.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.pmemycsb.harness.analysis.Verdict.Effect;
import org.pmemycsb.harness.report.model.Figures;

/**
 * @param phases all phases of the experiment
 * @param workloads those in a mean
 */
record EffectWords(List<String> phases, List<String> workloads) {
  private static final int FEW = 3;

  /** {@code 24 times as fast on load (16 to 49), 5.0 times on A (4.1 to 6.0)}. */
  static List<String> times(List<Effect> effects, String as) {
    List<String> all = new ArrayList<>();
    for (Effect each : effects) {
      all.add(
          "%s times%s on %s (%s)"
              .formatted(
                  Figures.factor(each.figure()),
                  all.isEmpty() ? " as fast" + as : "",
                  each.phase(),
                  hull(List.of(each))));
    }
    return all;
  }

  static boolean isFigured(List<Effect> effects) {
    return effects.stream().allMatch(each -> each.figure().isPresent());
  }

  static String hull(List<Effect> effects) {
    return hull(effects, " to ");
  }

  private static String hull(List<Effect> effects, String to) {
    return Figures.factor(end(effects, Effect::low, true))
        + to
        + Figures.factor(end(effects, Effect::high, false));
  }

  private static OptionalDouble end(
      List<Effect> effects, Function<Effect, OptionalDouble> end, boolean lowest) {
    var ends = effects.stream().mapToDouble(each -> end.apply(each).getAsDouble());
    return lowest ? ends.min() : ends.max();
  }

  String phasesOf(List<Effect> effects) {
    return phases(effects.stream().map(Effect::phase).toList());
  }

  String phases(List<String> some) {
    List<String> distinct = some.stream().distinct().toList();
    return distinct.size() > FEW && distinct.size() == phases.size()
        ? "all phases"
        : listed(distinct);
  }

  /** {@code the mean of A to D}. */
  String mean() {
    int last = workloads.size() - 1;
    boolean range =
        last > 1
            && IntStream.rangeClosed(0, last)
                .allMatch(
                    i -> workloads.get(i).equals("" + (char) (workloads.get(0).charAt(0) + i)));
    return "the mean of "
        + (range
            ? workloads.get(0) + " to " + workloads.get(last)
            : last < FEW ? listed(workloads) : workloads.size() + " workloads");
  }

  /** {@code 5.0x (4.1-6.0)}, or the ends alone; empty without an interval. */
  static String times(Effect effect) {
    String ends = effect.low().isEmpty() ? "" : hull(List.of(effect), "-");
    return ends.isEmpty() || effect.figure().isEmpty()
        ? ends
        : "%sx (%s)".formatted(Figures.factor(effect.figure()), ends);
  }

  static String listed(List<String> all) {
    int last = all.size() - 1;
    return last < 1
        ? String.join("", all)
        : String.join(", ", all.subList(0, last)) + " and " + all.get(last);
  }

  static String capital(String sentence) {
    return sentence.isEmpty()
        ? ""
        : sentence.substring(0, 1).toUpperCase(Locale.ROOT) + sentence.substring(1);
  }
}
