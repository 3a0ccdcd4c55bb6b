package org.pmemycsb.harness.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.analysis.History.Change;
import org.pmemycsb.harness.analysis.History.Row;
import org.pmemycsb.harness.result.Phases;
import org.pmemycsb.harness.statistics.Median;

class HistoryTest {
  private static final int HISTORIES = 2000;

  /** One standard error of the simulation itself. */
  private static final double SCATTER = 0.005;

  private static final int FOLDERS = 10;
  private static final int CELLS = 8;
  private static final int RUNS = 4;

  private final Random random = new Random(1);

  /** The medians of runs that scatter by 3 %. */
  private Row row(int cell, int folders, int at, double ratio) {
    return new Row(
        Phases.valid("redis", "A", cell, 1, 1).conditions(),
        IntStream.range(0, folders)
            .mapToObj(
                folder ->
                    (folder < at ? 1 : ratio)
                        * Median.of(IntStream.range(0, RUNS).mapToDouble(run -> noise()).toArray()))
            .toList());
  }

  private double noise() {
    return Math.exp(0.03 * random.nextGaussian());
  }

  private double share(int folders, int at, double ratio, Predicate<List<Change>> right) {
    return (double)
            IntStream.range(0, HISTORIES)
                .mapToObj(
                    i ->
                        new History(
                            List.of(),
                            IntStream.range(0, CELLS)
                                .mapToObj(cell -> row(cell, folders, at, cell == 3 ? ratio : 1))
                                .toList()))
                .filter(history -> right.test(history.changes()))
                .count()
        / HISTORIES;
  }

  @Test
  void atMostOneInTwentyHistoriesWithoutAChangeHasOne() {
    for (int folders : new int[] {5, FOLDERS, 30}) {
      assertThat(share(folders, 0, 1, changes -> !changes.isEmpty()))
          .as("%d folders", folders)
          .isLessThanOrEqualTo(0.05 + SCATTER);
    }
  }

  @Test
  void stepOfATenthIsFoundAtItsFolderInNineOfTen() {
    for (int at : new int[] {3, 5, 7}) {
      assertThat(
              share(
                  FOLDERS,
                  at,
                  0.9,
                  changes ->
                      changes.size() == 1
                          && changes.get(0).from() == at
                          && changes.get(0).key().threads() == 3))
          .as("from folder %d on", at)
          .isGreaterThanOrEqualTo(0.9);
    }
  }
}
