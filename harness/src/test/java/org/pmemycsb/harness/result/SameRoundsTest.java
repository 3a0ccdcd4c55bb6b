package org.pmemycsb.harness.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.statistics.Interval;

class SameRoundsTest {
  private static final double TAIL = 0.025;

  /** Rounds of several databases on a machine whose speed doubles from round to round. */
  private static List<PhaseResult> drifting(int databases, int rounds) {
    Random random = new Random(1);
    List<PhaseResult> journal = new ArrayList<>();
    for (String phase : List.of("load", "A", "B", "C", "D")) {
      for (int database = 0; database < databases; database++) {
        for (int round = 1; round <= rounds; round++) {
          double speed = 1000 * Math.pow(2, round) * Math.exp(0.01 * random.nextGaussian());
          journal.add(Phases.valid("db" + database, phase, 1, round, speed));
        }
      }
    }
    return journal;
  }

  @Test
  void theFigureIsTheMedianOfTheRatiosOfTheRounds() {
    double[] first = {100, 210, 400, 800, 1600, 3200};
    double[] second = {50, 100, 160, 800, 1000, 1500};
    List<PhaseResult> journal = new ArrayList<>();
    for (int round = 1; round <= first.length; round++) {
      journal.add(Phases.valid("db0", "A", 1, round, first[round - 1]));
      journal.add(Phases.valid("db1", "A", 1, round, second[round - 1]));
    }

    // The ratios are 2, 2.1, 2.5, 1, 1.6 and 2.13; the ratio of the medians is 1.25.
    assertThat(ofFirstTwo(journal).figure()).isCloseTo(Math.sqrt(2 * 2.1), within(1e-9));
  }

  private static Interval ofFirstTwo(List<PhaseResult> journal) {
    List<Cell> cells =
        Cells.of(journal).stream()
            .filter(cell -> cell.key().phase().equals("A"))
            .filter(cell -> List.of("db0", "db1").contains(cell.key().database()))
            .toList();
    return SameRounds.ratio(cells.get(0), cells.get(1)).interval(TAIL, TAIL);
  }

  @Test
  void enoughCellsMakeRatiosRoundByRound() {
    Interval ratio = ofFirstTwo(drifting(3, 4));

    assertThat(ratio.low()).isBetween(0.95, 1.0);
    assertThat(ratio.high()).isBetween(1.0, 1.05);
  }

  @Test
  void fewRoundsOfTwoDatabasesDoNotTellHowRatiosScatter() {
    assertThat(ofFirstTwo(drifting(2, 4)).low()).isLessThan(0.5);
  }

  @Test
  void manyRoundsMakeRatiosRoundByRound() {
    Interval ratio = ofFirstTwo(drifting(2, 6));

    assertThat(ratio.low()).isBetween(0.95, 1.0);
    assertThat(ratio.high()).isBetween(1.0, 1.05);
  }

  @Test
  void theOrderInTheJournalDoesNotMatter() {
    List<PhaseResult> journal = drifting(3, 4);
    List<PhaseResult> shuffled = new ArrayList<>(journal);
    Collections.shuffle(shuffled, new Random(2));
    Interval inOrder = ofFirstTwo(journal);
    Interval outOfOrder = ofFirstTwo(shuffled);

    assertThat(outOfOrder.high() / outOfOrder.low()).isLessThan(1.1);
    assertThat(inOrder.high() / inOrder.low()).isLessThan(1.1);
  }
}
