package org.pmemycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.measure.HistogramLogs;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;
import org.pmemycsb.harness.statistics.Estimate;

class PercentilesTest {
  @TempDir private Path folder;

  private void log(PhaseResult phase, Map<String, long[]> byTag) throws Exception {
    Path file = folder.resolve(HistogramLogs.fileName(phase.run(), phase.phase()));
    try (OutputStream out = Files.newOutputStream(file)) {
      HistogramLogWriter log = new HistogramLogWriter(out);
      log.outputLogFormatVersion();
      log.outputLegend();
      byTag.forEach(
          (tag, nanos) -> {
            Histogram histogram = new Histogram(3);
            for (long each : nanos) {
              histogram.recordValue(each);
            }
            histogram.setTag(tag);
            log.outputIntervalHistogram(histogram);
          });
      log.close();
    }
  }

  private static long[] upTo(int count) {
    long[] all = new long[count];
    for (int i = 0; i < count; i++) {
      all[i] = (i + 1) * 1000L;
    }
    return all;
  }

  private Percentiles reads(List<PhaseResult> phases) {
    return Percentiles.read(folder, phases)
        .get(phases.get(0).conditions())
        .get(Percentiles.Kind.READ);
  }

  @Test
  void validRepeatsAreTakenTogetherAndOthersLeftOut() throws Exception {
    PhaseResult first = Phases.valid("redis", "A", 1, 1, 1000);
    PhaseResult second = Phases.valid("redis", "A", 1, 2, 1000);
    PhaseResult invalid = Phases.invalid("redis", "A", 1, 3, "broken");
    log(first, Map.of("READ", upTo(1000)));
    log(second, Map.of("READ", upTo(1000), "SCAN", upTo(10), "UPDATE", upTo(5)));
    log(invalid, Map.of("READ", upTo(100_000)));

    Percentiles together = reads(List.of(first, second, invalid));

    assertThat(together.micros().get(50.0)).isCloseTo(497, within(5.0));
    assertThat(together.maxMicros()).isCloseTo(1000, within(1.0));
    assertThat(together.micros())
        .as("2 of 2010 operations above 99.9 % say nothing")
        .containsKey(99.0)
        .doesNotContainKey(99.9);
  }

  @Test
  void thePercentileOfEachRunGivesAMedianAndAnInterval() throws Exception {
    PhaseResult first = Phases.valid("redis", "A", 1, 1, 1000);
    PhaseResult second = Phases.valid("redis", "A", 1, 2, 1000);
    log(first, Map.of("READ", upTo(1000)));
    log(second, Map.of("READ", upTo(3000)));

    Percentiles both = reads(List.of(first, second));

    Estimate median = both.runs().get(50.0);
    assertThat(median.median()).isCloseTo(1000, within(5.0));
    assertThat(median.low().orElseThrow()).isCloseTo(500, within(5.0));
    assertThat(median.high().orElseThrow()).isCloseTo(1500, within(5.0));
    assertThat(both.runs()).as("10 of 1000 were slower").containsKey(99.0);
    assertThat(both.runs()).doesNotContainKey(99.9);
  }

  @Test
  void underATargetTheIntendedStartCounts() throws Exception {
    PhaseResult phase = Phases.valid("redis", "A", 1, 1, 1000);
    log(phase, Map.of("READ", upTo(10), "Intended-READ", upTo(2000)));

    assertThat(reads(List.of(phase)).maxMicros()).isCloseTo(2000, within(2.0));
  }

  @Test
  void aCellWhoseTargetWasNotSustainedHasNone() throws Exception {
    PhaseResult good = Phases.paced(Phases.valid("redis", "A", 1, 1, 1000), 1);
    PhaseResult behind = Phases.paced(Phases.valid("redis", "A", 1, 2, 1000), 0.5);
    log(good, Map.of("Intended-READ", upTo(2000)));
    log(behind, Map.of("Intended-READ", upTo(2000)));

    assertThat(Percentiles.read(folder, List.of(good))).isNotEmpty();
    assertThat(Percentiles.read(folder, List.of(good, behind))).isEmpty();
  }

  @Test
  void aBrokenLogIsLeftOut() throws Exception {
    PhaseResult phase = Phases.valid("redis", "A", 1, 1, 1000);
    Files.writeString(
        folder.resolve(HistogramLogs.fileName(phase.run(), phase.phase())),
        "Tag=READ,0.000,0.001,0.001,HISTFAAAAnonsense\n");

    assertThat(Percentiles.read(folder, List.of(phase)).getOrDefault(phase.conditions(), Map.of()))
        .isEmpty();
  }
}
