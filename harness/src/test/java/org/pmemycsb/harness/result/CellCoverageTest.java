package org.pmemycsb.harness.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.statistics.Estimate;
import org.pmemycsb.harness.statistics.Interval;

/**
 * How often the interval of a cell holds the true median, in 10,000 simulated experiments for each
 * line. Throughputs scatter between invocations and between the runs of an invocation, as a
 * lognormal does; with hiccups, some runs lose 30 %. {@code docs/measurements/statistics.md}
 * compares these scatters with measured ones. {@code -Dcoverage.trials=100000} makes more, and
 * prints a table.
 */
class CellCoverageTest {
  private static final int SHOWN = Integer.getInteger("coverage.trials", 0);
  private static final int EXPERIMENTS = Math.max(2_500, SHOWN);
  private static final int FOR_THE_TRUTH = 200_001;
  private static final double LOST = 0.7;

  private final Random random = new Random(1);

  private record Machine(double between, double within, double hiccups) {}

  private double[] invocation(Machine on, int runs) {
    double own = on.between * random.nextGaussian();
    double[] throughputs = new double[runs];
    for (int i = 0; i < runs; i++) {
      throughputs[i] =
          1000
              * Math.exp(own + on.within * random.nextGaussian())
              * (random.nextDouble() < on.hiccups ? LOST : 1);
    }
    return throughputs;
  }

  /** The median of all invocations that could be made. */
  private double truth(Machine on) {
    double[] many = new double[FOR_THE_TRUTH];
    Arrays.setAll(many, i -> invocation(on, 1)[0]);
    Arrays.sort(many);
    return many[FOR_THE_TRUTH / 2];
  }

  private List<PhaseResult> journal(Machine on, List<Integer> runs) {
    List<PhaseResult> journal = new ArrayList<>();
    for (int invocation = 1; invocation <= runs.size(); invocation++) {
      for (double throughput : invocation(on, runs.get(invocation - 1))) {
        journal.add(
            Phases.invoked(
                Phases.valid("redis", "A", 1, journal.size() + 1, throughput), invocation));
      }
    }
    return journal;
  }

  @ParameterizedTest
  @CsvSource({
    "1 1 1 1, 0.05, 0.05, 0",
    "1 1 1 1, 0.3, 0.1, 0",
    "1 1 1 1, 0.03, 0.05, 0.1",
    "1 1 1 1 1 1, 0.03, 0.05, 0.1",
    "1 1 1 1 1 1 1 1 1 1 1 1, 0.03, 0.05, 0.1"
  })
  void theIntervalHoldsTheTruthAsOftenAsItSays(
      String runs, double between, double within, double hiccups) {
    Machine on = new Machine(between, within, hiccups);
    List<Integer> ofInvocations = Arrays.stream(runs.split(" ")).map(Integer::valueOf).toList();
    double truth = truth(on);
    int held = 0;
    double width = 0;
    for (int i = 0; i < EXPERIMENTS; i++) {
      Estimate figure =
          Cells.of(journal(on, ofInvocations)).get(0).throughput().estimate().orElseThrow();
      held +=
          figure.low().orElse(0) <= truth && truth <= figure.high().orElse(Double.MAX_VALUE)
              ? 1
              : 0;
      width += figure.precision().orElse(1);
    }
    double share = (double) held / EXPERIMENTS;
    if (SHOWN > 0) {
      System.out.printf(
          Locale.ROOT,
          "| %s | %.0f %% | %.0f %% | %s | %.1f %% | ±%.0f %% |%n",
          runs,
          100 * between,
          100 * within,
          hiccups == 0 ? "no" : "yes",
          100 * share,
          100 * width / EXPERIMENTS);
    }
    assertThat(share).isBetween(0.93, 0.97);
  }

  /** How often intervals held the truth, and how wide they were. */
  private static final class Held {
    private int intervals;
    private int held;
    private double widths;

    void add(double low, double high, double truth) {
      intervals++;
      held += low <= truth && truth <= high ? 1 : 0;
      widths += Math.min(1, (high - low) / 2 / truth);
    }

    double share() {
      return (double) held / intervals;
    }

    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%.1f | ±%.0f |", 100 * share(), 100 * widths / intervals);
    }
  }

  /** Cells of several databases and phases that scatter differently, on a machine that drifts. */
  private List<Cell> cells(int databases, int rounds, double differing, double drift, double lost) {
    String[] phases = {"load", "A", "B", "C", "D"};
    double[][] scatters = new double[databases][phases.length];
    for (double[] of : scatters) {
      Arrays.setAll(of, phase -> 0.08 * Math.exp(differing * random.nextGaussian()));
    }
    List<PhaseResult> journal = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      double common = drift * random.nextGaussian();
      for (int database = 0; database < databases; database++) {
        for (int phase = 0; phase < phases.length; phase++) {
          double own = scatters[database][phase] * random.nextGaussian();
          journal.add(
              Phases.valid(
                  "db" + database,
                  phases[phase],
                  1,
                  round,
                  1000 * Math.exp(common + own) * (random.nextDouble() < lost ? LOST : 1)));
        }
      }
    }
    return Cells.of(journal);
  }

  @ParameterizedTest
  @CsvSource({
    "14, 2, 0.4, 0, 0", "14, 3, 0.4, 0, 0", "14, 4, 0.4, 0, 0", "14, 4, 0.4, 0.08, 0",
    "14, 4, 0.4, 0, 0.1", "5, 3, 0.4, 0, 0", "5, 4, 0.4, 0.08, 0", "3, 4, 0.8, 0.08, 0",
    "2, 6, 0.4, 0.08, 0", "2, 12, 0.4, 0.08, 0.1"
  })
  void theIntervalsOfManyCellsHoldTheTruthAsOftenAsTheySay(
      int databases, int rounds, double differing, double drift, double lost) {
    Held ofCells = new Held();
    Held ofRatios = new Held();
    Held ofMeans = new Held();
    int experiments = Math.max(200, EXPERIMENTS / 50);
    for (int i = 0; i < experiments; i++) {
      List<Cell> cells = cells(databases, rounds, differing, drift, lost);
      for (int each = 0; each < cells.size(); each++) {
        Cell cell = cells.get(each);
        Estimate figure = cell.throughput().estimate().orElseThrow();
        ofCells.add(figure.low().orElse(0), figure.high().orElse(Double.MAX_VALUE), 1000);
        int other = (each + 5) % cells.size();
        Interval ratio = SameRounds.ratio(cell, cells.get(other)).interval(0.025, 0.025);
        ofRatios.add(ratio.low(), ratio.high(), 1);
      }
      List<Cell> means = Cells.means(cells, Set.of("A", "B", "C", "D"), "mean");
      for (int each = 0; each < means.size(); each++) {
        Cell other = means.get((each + 1) % means.size());
        Interval ratio = SameRounds.ratio(means.get(each), other).interval(0.025, 0.025);
        ofMeans.add(ratio.low(), ratio.high(), 1);
      }
    }
    if (SHOWN > 0) {
      System.out.printf(
          Locale.ROOT,
          "| %d | %d | %.1f | %.0f | %s | %s %s %s%n",
          databases,
          rounds,
          differing,
          100 * drift,
          lost == 0 ? "no" : "yes",
          ofCells,
          ofRatios,
          ofMeans);
    }
    assertThat(ofCells.share()).isBetween(0.93, 0.97);
    assertThat(ofRatios.share()).isBetween(0.93, 0.97);
    // Few databases have few means, whose intervals are Welch's and may be too wide.
    assertThat(ofMeans.share()).isBetween(0.93, databases < 10 ? 1 : 0.97);
  }
}
