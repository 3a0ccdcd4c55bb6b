package org.pmemycsb.harness.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.host.LoadSample;
import org.pmemycsb.harness.outcome.HistogramLogs;
import org.pmemycsb.harness.outcome.Intervals;
import org.pmemycsb.harness.outcome.Latencies;
import org.pmemycsb.harness.outcome.PhaseMeasurement;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;

class OverTimeTest {
  private static final Intervals.Pause PAUSE = new Intervals.Pause(120, 7);

  private static final Instant BARRIER = Instant.parse("2026-02-03T04:05:06.789Z");

  @TempDir private Path folder;

  private void log(PhaseResult phase) throws Exception {
    Histogram calls = new Histogram(1, 100_000_000_000L, 1);
    calls.recordValue(5_000_000);
    Intervals over = new Intervals(10_000_000, List.of(calls, calls), List.of(PAUSE));
    HistogramLogs.write(
        Changed.with(
            PercentilesTest.measured(new Latencies(Map.of(), Map.of(), over)),
            "time",
            new PhaseMeasurement.Time(BARRIER.toEpochMilli(), 1_000_000_000)),
        folder.resolve(HistogramLogs.fileName(phase.run(), phase.phase())));
  }

  private static PhaseResult run(String database, int repeat, double throughput, double longestUs) {
    return Phases.stalled(Phases.valid(database, "trace", "A", 1, repeat, throughput), longestUs);
  }

  @Test
  void theRunOfMedianThroughputIsReadWithItsPauses() throws Exception {
    List<PhaseResult> runs =
        List.of(run("redis", 1, 30, 9), run("redis", 2, 10, 9), run("redis", 3, 20, 9));
    for (PhaseResult run : runs) {
      log(run);
    }

    List<OverTime> read = OverTime.read(folder, runs, Cells.of(runs), List.of());

    assertThat(read).extracting(OverTime::repeat).containsExactly(3);
    assertThat(read.get(0).intervals().pauses()).containsExactly(PAUSE);
    assertThat(read.get(0).intervals().calls()).hasSize(2);
    assertThat(read.get(0).begin(1)).isEqualTo(0.01);
  }

  @Test
  void onlyTheCellsWithTheLongestStallsAreRead() throws Exception {
    List<PhaseResult> runs =
        IntStream.rangeClosed(1, OverTime.MOST + 2)
            .mapToObj(i -> run("db" + i, 1, 100, 10 * i))
            .toList();
    for (PhaseResult run : runs) {
      log(run);
    }

    assertThat(OverTime.read(folder, runs, Cells.of(runs), List.of()))
        .hasSize(OverTime.MOST)
        .extracting(each -> each.key().database())
        .doesNotContain("db1", "db2");
  }

  @Test
  void timesOfTheHypervisorAreCountedFromTheBarrierAndNotFromThePreparation() throws Exception {
    PhaseResult run = run("redis", 1, 1000, 9);
    log(run);
    assertThat(Instant.parse(run.startedAt())).isNotEqualTo(BARRIER);
    List<LoadSample> load =
        List.of(
            new LoadSample(BARRIER.minusSeconds(9).toString(), 1, 0, 0, 0.5, 0),
            new LoadSample(BARRIER.plusMillis(900).toString(), 1, 0, 0, 0.5, 0),
            new LoadSample(BARRIER.plusMillis(900).toString(), 1, 0, 0, 0.01, 0));

    List<Double> stolen =
        OverTime.read(folder, List.of(run), Cells.of(List.of(run)), load).get(0).stolenSeconds();
    assertThat(stolen).hasSize(1);
    // The reader of the log may be a millisecond off.
    assertThat(stolen.get(0)).isCloseTo(0.4, offset(0.0011));
  }

  @Test
  void aRunWithoutLogIsLeftOut() {
    List<PhaseResult> runs = List.of(run("redis", 1, 30, 9));

    assertThat(OverTime.read(folder, runs, Cells.of(runs), List.of())).isEmpty();
  }
}
