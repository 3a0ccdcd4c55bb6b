package org.pmemycsb.harness.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.outcome.HistogramLogs;
import org.pmemycsb.harness.outcome.Intervals;
import org.pmemycsb.harness.outcome.Latencies;
import org.pmemycsb.harness.outcome.PhaseMeasurement;
import org.pmemycsb.harness.trace.OperationKind;

class TimelineTest {
  private static final long MILLI = 1_000_000;
  private static final long START = Long.MAX_VALUE - 5 * MILLI; // the clock may overflow

  /** Calls of 1 ms, one after another, and one of 200 ms every 2 s. */
  private static Intervals stalling(long millis) {
    Timeline timeline = new Timeline();
    timeline.begin(START);
    long nextStall = 2_000;
    for (long at = 0; at < millis; ) {
      long latency = at >= nextStall ? 200 : 1;
      nextStall += latency == 1 ? 0 : 2_000;
      at += latency;
      timeline.record(START + at * MILLI, latency * MILLI);
    }
    return timeline.intervals();
  }

  private static List<Integer> stalled(Intervals over) {
    return IntStream.range(0, over.calls().size())
        .filter(i -> over.calls().get(i).getMaxValue() > 150 * MILLI)
        .boxed()
        .toList();
  }

  @Test
  void aStallIsInTheIntervalInWhichItEnded() {
    Intervals over = stalling(20_000);

    assertThat(over.nanos()).isEqualTo(160 * MILLI);
    assertThat(over.calls()).hasSize(20_000 / 160 + 1);
    assertThat(stalled(over))
        .isEqualTo(LongStream.range(1, 10).mapToObj(i -> (int) ((i * 2_000 + 200) / 160)).toList());
    assertThat(over.calls().get(13).getCountBetweenValues(150 * MILLI, 250 * MILLI)).isEqualTo(1);
  }

  @Test
  void noCallIsLostWhenIntervalsBecomeLonger() {
    Intervals over = stalling(3_600_000);

    assertThat(over.calls()).hasSizeLessThanOrEqualTo(Timeline.MOST);
    // In 2 s there are 1,800 calls of 1 ms and one of 200 ms.
    assertThat(over.calls().stream().mapToLong(Histogram::getTotalCount).sum())
        .isBetween(3_600_000L / 2_000 * 1_795, 3_600_000L / 2_000 * 1_810);
    assertThat(stalled(over)).hasSameSizeAs(over.calls());
  }

  @Test
  void aLogKeepsTheLengthOfIntervalsWheneverThePhaseBegan(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("phase.hlog");
    for (long millis : List.of(100L, 3_000L)) {
      Latencies latencies = new Latencies(Map.of(), Map.of(), stalling(millis));
      PhaseMeasurement phase =
          Measured.of(
              millis * MILLI, OperationKind.READ, new PhaseMeasurement.Outcome(1, 0, 0), latencies);
      for (int start = 0; start < 100; start++) {
        HistogramLogs.write(
            Changed.with(phase, "time.startedAtMillis", 1_764_072_000_000L + 37 * start), file);

        assertThat(HistogramLogs.read(file).overTime().nanos())
            .isEqualTo(latencies.overTime().nanos());
      }
    }
  }

  @Test
  void latenciesAreKnownToAnEighth() {
    for (long latency = 1; latency < Latencies.MAX_NANOS; latency = latency * 9 / 8 + 1) {
      Timeline timeline = new Timeline();
      timeline.begin(0);
      timeline.record(1, latency);

      assertThat((double) timeline.intervals().calls().get(0).getMaxValue() / latency)
          .isBetween(0.87, 1.2);
    }
  }

  @Test
  void threadsWithIntervalsOfDifferentLengthAreAddedUp() {
    Intervals sum = stalling(20_000).and(stalling(1_000));

    assertThat(sum.nanos()).isEqualTo(160 * MILLI);
    assertThat(sum.calls().get(0).getTotalCount()).isBetween(316L, 322L);
    assertThat(stalled(sum)).isEqualTo(stalled(stalling(20_000)));
    assertThat(stalling(1_000).and(stalling(20_000)).calls()).isEqualTo(sum.calls());
  }
}
