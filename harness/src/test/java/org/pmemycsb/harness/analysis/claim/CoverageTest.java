package org.pmemycsb.harness.analysis.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.analysis.claim.Quantity.CellRef;
import org.pmemycsb.harness.analysis.claim.Statement.Aggregate;
import org.pmemycsb.harness.plan.settings.Dimension;
import org.pmemycsb.harness.statistics.Interval;
import org.pmemycsb.harness.statistics.Invocations;
import org.pmemycsb.harness.statistics.LogMean;
import org.pmemycsb.harness.statistics.Sample;

/**
 * How often the interval of the smallest, largest and middle one of three ratios holds the truth.
 */
class CoverageTest {
  private static final int TRIALS = 1000;
  private static final int CELLS = 6;
  private static final double SCATTER = 0.05;
  private static final double TAIL = 0.025;

  private final Random random = new Random(1);

  private List<Invocations> cells(int invocations) {
    return Invocations.of(
            List.of(
                IntStream.range(0, CELLS)
                    .mapToObj(
                        cell ->
                            IntStream.rangeClosed(1, invocations)
                                .mapToObj(
                                    i ->
                                        new Sample(
                                            i, 1000 * Math.exp(SCATTER * random.nextGaussian())))
                                .toList())
                    .toList()),
            List.of(0))
        .get(0);
  }

  private static CellRef place(int number) {
    return new CellRef(Map.of(Dimension.DATABASE, "" + number));
  }

  private static int number(CellRef place) {
    return Integer.parseInt(place.of(Dimension.DATABASE));
  }

  private static boolean holds(Interval interval) {
    return interval.low() <= 1 && 1 <= interval.high();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 10})
  void intervalsOfChosenRatiosHoldTheTruth(int invocations) {
    List<Quantity> ratios =
        IntStream.range(0, CELLS / 2)
            .mapToObj(i -> Quantity.leaf(place(2 * i), place(2 * i + 1)))
            .toList();
    List<Aggregate> choices = List.of(Aggregate.MIN, Aggregate.MAX, Aggregate.MEDIAN);
    int[] held = new int[choices.size()];
    for (int trial = 0; trial < TRIALS; trial++) {
      List<Invocations> cells = cells(invocations);
      Function<Quantity, LogMean> at =
          leaf ->
              cells.get(number(leaf.cells().get(0))).ratio(cells.get(number(leaf.cells().get(1))));
      for (Aggregate choice : choices) {
        Interval known = Quantity.chosen(choice, ratios).interval(at, TAIL, TAIL);
        held[choices.indexOf(choice)] += holds(known) ? 1 : 0;
      }
    }
    for (int count : held) {
      // Three standard errors below 95 %.
      assertThat((double) count / TRIALS).isGreaterThan(0.929);
    }
  }
}
