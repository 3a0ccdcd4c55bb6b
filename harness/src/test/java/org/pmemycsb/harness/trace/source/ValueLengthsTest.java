package org.pmemycsb.harness.trace.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.LogNormalDistribution;
import org.apache.commons.statistics.distribution.ParetoDistribution;
import org.apache.commons.statistics.inference.KolmogorovSmirnovTest;
import org.junit.jupiter.api.Test;

class ValueLengthsTest {
  private static final int DRAWS = 50_000;

  /** Below this chance the draws are not of the distribution; the seeds are fixed. */
  private static final double UNLIKELY = 0.001;

  private static final Map<String, String> LOGNORMAL =
      Map.of(
          "fieldlengthdistribution", "lognormal",
          "fieldlengthmedian", "300000",
          "fieldlengthp99", "8000000",
          "fieldlength", "32000000");
  private static final Map<String, String> PARETO =
      Map.of(
          "fieldlengthdistribution", "pareto",
          "minfieldlength", "100000",
          "fieldlengthp99", "8000000",
          "fieldlength", "32000000");

  private static double[] draws(Map<String, String> workload) {
    ValueLengths lengths = ValueLengths.of(workload).orElseThrow();
    SeededRandom random = new SeededRandom(7);
    return IntStream.range(0, DRAWS).mapToDouble(i -> lengths.next(random)).toArray();
  }

  /** Lengths so great that rounding them to bytes makes no difference. */
  private static double likelihood(double[] draws, DoubleUnaryOperator theory, double longest) {
    double all = theory.applyAsDouble(longest);
    return KolmogorovSmirnovTest.withDefaults()
        .test(draws, length -> Math.min(1, theory.applyAsDouble(length) / all))
        .getPValue();
  }

  @Test
  void lognormalIsOfTheTheory() {
    LogNormalDistribution theory =
        LogNormalDistribution.of(Math.log(300_000), Math.log(8_000_000 / 300_000.0) / 2.326347874);
    assertThat(likelihood(draws(LOGNORMAL), theory::cumulativeProbability, 32e6))
        .isGreaterThan(UNLIKELY);
    assertThat(likelihood(draws(PARETO), theory::cumulativeProbability, 32e6)).isLessThan(UNLIKELY);
  }

  @Test
  void paretoIsOfTheTheory() {
    ParetoDistribution theory = ParetoDistribution.of(100_000, Math.log(100) / Math.log(80));
    assertThat(likelihood(draws(PARETO), theory::cumulativeProbability, 32e6))
        .isGreaterThan(UNLIKELY);
  }

  @Test
  void noLengthIsOutOfRange() {
    Map<String, String> narrow =
        Map.of(
            "fieldlengthdistribution", "lognormal",
            "fieldlengthmedian", "1",
            "fieldlengthp99", "100",
            "fieldlength", "100");
    assertThat(Arrays.stream(draws(narrow))).allMatch(length -> length >= 1 && length <= 100);
  }

  /** So that a trace is the same for good. */
  @Test
  void firstLengthsOfASeedAreForGood() {
    SeededRandom random = new SeededRandom(42);
    ValueLengths lognormal = ValueLengths.of(LOGNORMAL).orElseThrow();
    ValueLengths pareto = ValueLengths.of(PARETO).orElseThrow();
    assertThat(IntStream.range(0, 6).map(i -> lognormal.next(random)).toArray())
        .containsExactly(1042098, 158769, 391358, 408997, 116468, 115461);
    assertThat(IntStream.range(0, 6).map(i -> pareto.next(random)).toArray())
        .containsExactly(198457, 201060, 283229, 124163, 110965, 191752);
  }

  @Test
  void aWrongPropertyIsNamed() {
    assertThatThrownBy(
            () ->
                ValueLengths.of(Map.of("fieldlengthdistribution", "pareto", "fieldlength", "1000")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("fieldlengthp99 must be a whole number from 2 to 1000, not ''");
    assertThat(ValueLengths.of(Map.of("fieldlengthdistribution", "zipfian"))).isEmpty();
  }
}
