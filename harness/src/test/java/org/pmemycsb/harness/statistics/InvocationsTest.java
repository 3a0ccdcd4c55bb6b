package org.pmemycsb.harness.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class InvocationsTest {
  private static final int ITERATIONS = 10;

  private static List<Sample> pieces(double... figures) {
    return IntStream.range(0, figures.length).mapToObj(i -> new Sample(i + 1, figures[i])).toList();
  }

  /** Cells of one group. */
  private static List<Invocations> peers(List<List<Sample>> cells) {
    return Invocations.of(List.of(cells), List.of(0)).get(0);
  }

  /** An invocation whose iterations have these rates. */
  private static Sample measured(int invocation, double... rates) {
    return new Sample(
        invocation,
        Arrays.stream(rates).average().orElse(0),
        Arrays.stream(rates).boxed().toList());
  }

  @Test
  void bothIsMediumTimesSoftware() {
    List<Invocations> cells =
        peers(List.of(pieces(900, 1100, 1300), pieces(2000, 1700, 2500), pieces(310, 290, 350)));
    double medium = cells.get(0).ratio(cells.get(1)).figure();
    double software = cells.get(1).ratio(cells.get(2)).figure();

    assertThat(medium * software)
        .isCloseTo(cells.get(0).ratio(cells.get(2)).figure(), within(1e-10));
    assertThat(cells.get(0).mean().figure() / cells.get(1).mean().figure())
        .isCloseTo(medium, within(1e-10));
  }

  // Deviations from the means of the invocations: -0.1 0 0.1 and the reverse. Each cell's variance,
  // times 2 for the share of a cell in a group of two, is 0.02; the ratio has 2 B = 0.04, and 3
  // invocations. Student's t with 2 degrees of freedom: 4.3027.
  @Test
  void theIntervalOfARatioHasTheVarianceOfAllCells() {
    List<Invocations> cells =
        peers(
            List.of(
                pieces(Math.exp(0.1), Math.exp(1), Math.exp(2.1)),
                pieces(Math.exp(0.3), Math.exp(1), Math.exp(1.9))));
    Interval ratio = cells.get(0).ratio(cells.get(1)).interval();

    assertThat(ratio.figure()).isCloseTo(1, within(1e-10));
    assertThat(Math.log(ratio.high())).isCloseTo(4.302653 * Math.sqrt(0.04 / 3), within(1e-6));
    assertThat(ratio.low() * ratio.high()).isCloseTo(1, within(1e-10));
  }

  @Test
  void theDriftOfTheMachineIsInFiguresAndNotInRatios() {
    List<Invocations> cells =
        peers(
            List.of(
                pieces(1000, 2000, 4010, 8000),
                pieces(1010, 2010, 4000, 8000),
                pieces(990, 2000, 4010, 8010)));

    assertThat(cells.get(0).ratio(cells.get(1)).interval().high()).isLessThan(1.02);
    assertThat(cells.get(0).mean().interval().high()).isGreaterThan(10_000);
  }

  @Test
  void aStallWeighsByItsTime() {
    Sample stalled = measured(1, 1000, 1000, 0, 1000);

    assertThat(peers(List.of(List.of(stalled), List.of(measured(1, 750, 750, 750, 750)))))
        .extracting(cell -> cell.mean().figure())
        .allSatisfy(figure -> assertThat(figure).isCloseTo(750, within(1e-9)));
  }

  @Test
  void noiseThatBothHaveInARoundIsNotInTheirRatio() {
    double[] noise = {1, 1.3, 0.8, 1.1, 0.7, 1.2};
    double[] twice = Arrays.stream(noise).map(rate -> 2 * rate).toArray();
    List<Invocations> same =
        peers(
            List.of(
                List.of(measured(1, noise), measured(2, noise)),
                List.of(measured(1, twice), measured(2, twice))));

    assertThat(same.get(0).ratio(same.get(1)).square()).isCloseTo(0, within(1e-20));
  }

  // The shares differ by +-0.2 in turn: r = 0, variance 0.04 n / (n - 1) of one, a tenth of the
  // mean.
  @Test
  void theScatterWithinAnInvocationIsOfTheDifferencesOfRounds() {
    double[] up = IntStream.range(0, ITERATIONS).mapToDouble(k -> k % 2 == 0 ? 1.1 : 0.9).toArray();
    double[] down =
        IntStream.range(0, ITERATIONS).mapToDouble(k -> k % 2 == 0 ? 0.9 : 1.1).toArray();
    List<Invocations> cells =
        peers(
            List.of(
                List.of(measured(1, up), measured(2, up)),
                List.of(measured(1, down), measured(2, down))));

    assertThat(cells.get(0).ratio(cells.get(1)).square())
        .isCloseTo(0.04 / (ITERATIONS - 1) / 2, within(1e-10));
  }

  @Test
  void oneInvocationHasNoInterval() {
    List<Invocations> cells = peers(List.of(pieces(100), pieces(300)));
    LogMean ratio = cells.get(1).ratio(cells.get(0));

    assertThat(ratio.figure()).isCloseTo(3, within(1e-10));
    assertThat(ratio.hasInterval()).isFalse();
    assertThat(cells.get(0).estimate().orElseThrow().low()).isEmpty();
  }

  @Test
  void onlyCommonInvocationsMakeARatio() {
    List<Sample> late = List.of(new Sample(2, 30), new Sample(3, 40));
    List<Invocations> cells = peers(List.of(pieces(1, 10, 10), late));

    assertThat(cells.get(1).ratio(cells.get(0)).figure()).isCloseTo(Math.sqrt(12), within(1e-10));
    assertThat(cells.get(1).ratio(cells.get(0)).invocations()).isEqualTo(2);
  }

  /** Groups of cells that scatter alike, but for the first one. */
  private static List<List<Invocations>> withAnOutlier(double usual, double ofFirst) {
    Random random = new Random(1);
    List<List<List<Sample>>> groups = new ArrayList<>();
    for (int phase = 0; phase < 4; phase++) {
      List<List<Sample>> cells = new ArrayList<>();
      for (int cell = 0; cell < 5; cell++) {
        double scatter = phase + cell == 0 ? ofFirst : usual;
        double[] figures = new double[4];
        for (int i = 0; i < figures.length; i++) {
          figures[i] = 1000 * Math.exp(scatter * random.nextGaussian());
        }
        cells.add(pieces(figures));
      }
      groups.add(cells);
    }
    return Invocations.of(groups, List.of(0, 0, 0, 0));
  }

  @Test
  void aCellThatScattersMuchMoreHasItsOwnIntervalAndLeavesOthersAlone() {
    List<List<Invocations>> groups = withAnOutlier(0.02, 0.5);
    List<Invocations> first = groups.get(0);

    assertThat(groups.stream().flatMap(List::stream).filter(Invocations::isOutlier))
        .containsExactly(first.get(0));
    assertThat(first.get(1).commonDeviation()).isBetween(0.01, 0.03);
    assertThat(first.get(0).ownDeviation()).isGreaterThan(0.2);
    assertThat(width(first.get(0).ratio(first.get(1)))).isGreaterThan(0.3);
    assertThat(width(first.get(1).ratio(first.get(2)))).isLessThan(0.06);
  }

  @Test
  void aCellThatScattersByLessThanFivePercentIsNoOutlier() {
    assertThat(withAnOutlier(0.002, 0.03).stream().flatMap(List::stream))
        .noneMatch(Invocations::isOutlier);
    assertThat(withAnOutlier(0.002, 0.3).get(0).get(0).isOutlier()).isTrue();
  }

  /** Both groups are calm, and one of them slows down as a whole. */
  @Test
  void theRatioAcrossKindsHasTheScatterBetweenThem() {
    List<List<Sample>> servers = List.of(pieces(100, 80, 101), pieces(200, 161, 200));
    List<List<Sample>> stores = List.of(pieces(900, 901, 899), pieces(500, 502, 500));
    List<List<Invocations>> kinds = Invocations.of(List.of(servers, stores), List.of(0, 1));
    List<Invocations> all =
        Invocations.of(
                List.of(Stream.concat(servers.stream(), stores.stream()).toList()), List.of(0))
            .get(0);
    Invocations server = kinds.get(0).get(0).among(all.get(0));
    Invocations store = kinds.get(1).get(0).among(all.get(2));

    assertThat(width(server.ratio(kinds.get(0).get(1).among(all.get(1))))).isLessThan(0.05);
    assertThat(server.ratio(store).square()).isGreaterThan(0.12 * 0.12 / 3);
    assertThat(width(server.ratio(store))).isGreaterThan(0.2);
  }

  private static double width(LogMean ratio) {
    return Math.log(ratio.interval().high() / ratio.interval().low()) / 2;
  }

  @Test
  void cellsOfOtherConditionsAreComparedWithTheirWholeScatter() {
    List<List<Invocations>> groups =
        Invocations.of(
            List.of(
                List.of(pieces(100, 110, 120), pieces(200, 220, 240)),
                List.of(pieces(300, 330, 360), pieces(100, 110, 120))),
            List.of(0, 1));
    LogMean across = groups.get(1).get(0).ratio(groups.get(0).get(0));

    assertThat(across.figure()).isCloseTo(3, within(1e-9));
    assertThat(across.square())
        .isCloseTo(
            groups.get(0).get(0).mean().square() + groups.get(1).get(0).mean().square(),
            within(1e-10));
  }

  @Test
  void aCellThatScattersWithinItsInvocationsDoesNotWidenTheRatiosOfOthers() {
    Random random = new Random(5);
    List<List<Sample>> cells = new ArrayList<>();
    for (int cell = 0; cell < 8; cell++) {
      double noise = cell < 2 ? 0.4 : 0.005;
      cells.add(
          IntStream.rangeClosed(1, 2)
              .mapToObj(
                  invocation ->
                      measured(
                          invocation,
                          IntStream.range(0, ITERATIONS)
                              .mapToDouble(k -> 1000 * Math.exp(noise * random.nextGaussian()))
                              .toArray()))
              .toList());
    }
    Interval calm = peers(cells).get(6).ratio(peers(cells).get(7)).interval();

    // With equal weights, it would be 1.68.
    assertThat(calm.high() / calm.low()).isLessThan(1.5);
  }

  /** A part may be estimated by more than it adds: then its estimate has the freedom. */
  @Test
  void degreesOfFreedomAreThoseOfTheEstimates() {
    LogMean mean = LogMean.of(0, 4, new LogMean.Part(3, 4, 2), new LogMean.Part(1, 10));

    assertThat(mean.square()).isEqualTo(1);
    assertThat(mean.freedom()).isCloseTo(16 / (16 / 2.0 + 1 / 10.0), within(1e-9));
  }
}
