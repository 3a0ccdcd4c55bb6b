package org.pmemycsb.harness.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.function.DoublePredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapacitySearchTest {
  /** The usual ones, further rates of the survey, and extensions of the searches. */
  private static final int MOST_TRIALS = CapacitySearch.USUAL_TRIALS + 7 + 10;

  private static final double SCALE = 50_000;

  private static CapacitySearch run(DoublePredicate server) {
    CapacitySearch search = new CapacitySearch(SCALE);
    int trials = 0;
    while (search.next().isPresent()) {
      search.add(server.test(search.next().getAsDouble()));
      trials++;
    }
    assertThat(trials).isLessThanOrEqualTo(MOST_TRIALS);
    return search;
  }

  /** A server whose capacity varies from trial to trial. */
  private static DoublePredicate server(double capacity, double noise, Random random) {
    return rate -> rate <= capacity * Math.exp(noise * random.nextGaussian());
  }

  private static double capacity(Random random) {
    return SCALE * (0.02 + 0.98 * random.nextDouble());
  }

  @Test
  void aSteadyServersCapacityIsFoundWithinThreePercent() {
    for (int seed = 0; seed < 100; seed++) {
      Random random = new Random(seed);
      double capacity = capacity(random);
      Interval found = run(server(capacity, 0, random)).capacity().orElseThrow();

      assertThat(found.figure()).as("seed %d", seed).isCloseTo(capacity, within(0.03 * capacity));
      assertThat(capacity).as("seed %d", seed).isBetween(found.low(), found.high());
    }
  }

  /** How many of 100 searches have an interval with the capacity of their server. */
  private static long covered(double noise, double spoilt, boolean surveyOnly) {
    return IntStream.range(0, 100)
        .parallel()
        .filter(
            seed -> {
              Random random = new Random(seed);
              double capacity = capacity(random);
              DoublePredicate server = server(capacity, noise, random);
              int[] trials = {0};
              Interval found =
                  run(rate -> {
                        boolean disturbed = random.nextDouble() < spoilt;
                        boolean holds = server.test(rate);
                        boolean inSurvey = trials[0]++ < CapacitySearch.SURVEY_TRIALS;
                        return holds && !(disturbed && (inSurvey || !surveyOnly));
                      })
                      .capacity()
                      .orElse(new Interval(0, 0, 0));
              return found.low() <= capacity && capacity <= found.high();
            })
        .count();
  }

  @ParameterizedTest
  @CsvSource({
    "0, true, 95",
    "0.1, true, 95",
    "0.2, true, 95",
    "0.3, true, 93",
    "0.1, false, 95",
    "0.2, false, 95",
    "0.3, false, 93"
  })
  void theIntervalHasTheCapacityOfANoisyServerAlsoIfTheMachineSpoilsTrials(
      double spoilt, boolean surveyOnly, int atLeast) {
    for (double noise : new double[] {0.02, 0.05, 0.1}) {
      assertThat(covered(noise, spoilt, surveyOnly))
          .as("noise %s", noise)
          .isGreaterThanOrEqualTo(atLeast);
    }
  }

  @Test
  void aSearchThatBeginsFarBelowTheCapacityGetsThere() {
    int[] trials = {0};
    Interval found =
        run(rate -> trials[0]++ == 0 || trials[0] > CapacitySearch.SURVEY_TRIALS && rate <= 40_000)
            .capacity()
            .orElseThrow();

    assertThat(found.low()).isGreaterThan(0.9 * 40_000);
    assertThat(found.high()).isGreaterThan(40_000);
  }

  @Test
  void theIntervalReachesToTheHighestRateThatHeldTheGoal() {
    int[] trials = {0};
    // The machine is slow from the sixth trial on.
    Interval found =
        run(rate -> rate <= (trials[0]++ < 5 ? 40_000 : 15_000)).capacity().orElseThrow();

    assertThat(found.high()).isGreaterThanOrEqualTo(0.7 * SCALE);
  }

  @Test
  void aServerThatHoldsTheGoalAtNoRateSaysSo() {
    assertThat(run(rate -> false).capacity()).isEmpty();
  }

  @Test
  void aCapacityAboveTheScaleIsFound() {
    assertThat(run(rate -> rate <= 1.7 * SCALE).capacity().orElseThrow().figure())
        .isCloseTo(1.7 * SCALE, within(0.05 * SCALE));
  }
}
