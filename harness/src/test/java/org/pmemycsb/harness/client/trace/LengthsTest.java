package org.pmemycsb.harness.client.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.LogNormalDistribution;
import org.apache.commons.statistics.distribution.ParetoDistribution;
import org.apache.commons.statistics.inference.KolmogorovSmirnovTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.plan.design.Sizes;

class LengthsTest {
  private static final int DRAWS = 50_000;

  @TempDir private Path folder;

  /** Below this chance the draws are not of the distribution; the seeds are fixed. */
  private static final double UNLIKELY = 0.001;

  private static final Sizes LOGNORMAL = Sizes.of("lognormal:300000:8000000:32000000");
  private static final Sizes PARETO = Sizes.of("pareto:100000:8000000:32000000");

  private static double[] draws(Sizes sizes) {
    ToIntFunction<Random> lengths = sizes.draws(0);
    Random random = new SeededRandom(7);
    return IntStream.range(0, DRAWS).mapToDouble(i -> lengths.applyAsInt(random)).toArray();
  }

  /** Lengths so great that rounding them to bytes makes no difference. */
  private static double likelihood(double[] draws, DoubleUnaryOperator theory, double longest) {
    double all = theory.applyAsDouble(longest);
    return KolmogorovSmirnovTest.withDefaults()
        .test(draws, length -> Math.min(1, theory.applyAsDouble(length) / all))
        .getPValue();
  }

  /** Against the distribution as it is written, and not as it is drawn. */
  @ParameterizedTest
  @CsvSource({"zippydb, 25.45, 0.2615, 10, 1024, 48", "etc, 214.476, 0.348238, 15, 1048576, 352"})
  void aPublishedProfileIsOfTheTheory(
      String name, double scale, double shape, int least, int most, int mean) {
    double[] draws = draws(Sizes.of(name));
    assertThat(Arrays.stream(draws)).allMatch(length -> length >= least && length <= most);
    DoubleUnaryOperator below = length -> 1 - Math.pow(1 + shape * length / scale, -1 / shape);
    long[] seen = new long[most - least + 1];
    Arrays.stream(draws).forEach(length -> seen[(int) length - least]++);
    double[] weights =
        IntStream.rangeClosed(least, most)
            .mapToDouble(i -> below.applyAsDouble(i + 0.5) - below.applyAsDouble(i - 0.5))
            .toArray();
    assertThat(Bins.likelihood(weights, seen)).isGreaterThan(UNLIKELY);
    assertThat(Arrays.stream(draws).average().orElseThrow()).isCloseTo(mean, within(0.03 * mean));
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
    assertThat(Arrays.stream(draws(Sizes.of("lognormal:1:99:100"))))
        .allMatch(length -> length >= 1 && length <= 100);
  }

  @Test
  void thoseOfYcsbAreDrawnForKeys() throws Exception {
    Sizes uniform = Sizes.of("uniform:20:29");
    Path file = Files.writeString(folder.resolve("h"), "BlockSize\t10\n0\t1\n1\t0\n2\t3\n3\t1\n");
    Sizes histogram = Sizes.of("histogram:" + file);
    assertThat(shares(uniform.draws(0)))
        .hasSize(10)
        .containsKeys(20, 29)
        .allSatisfy((length, share) -> assertThat(share).isCloseTo(0.1, within(0.01)));
    assertThat(shares(histogram.draws(0)))
        .containsOnlyKeys(10, 30, 40)
        .hasEntrySatisfying(10, share -> assertThat(share).isCloseTo(0.2, within(0.01)))
        .hasEntrySatisfying(30, share -> assertThat(share).isCloseTo(0.6, within(0.01)));
    assertThat(shares(histogram.draws(11)))
        .containsOnlyKeys(30, 40)
        .hasEntrySatisfying(30, share -> assertThat(share).isCloseTo(0.75, within(0.01)));
    assertThat(shares(uniform.draws(25))).containsOnlyKeys(25, 26, 27, 28, 29);
  }

  private static Map<Integer, Double> shares(ToIntFunction<Random> lengths) {
    Random random = new SeededRandom(7);
    return IntStream.range(0, DRAWS)
        .boxed()
        .collect(
            Collectors.groupingBy(
                i -> lengths.applyAsInt(random), Collectors.summingDouble(i -> 1.0 / DRAWS)));
  }
}
