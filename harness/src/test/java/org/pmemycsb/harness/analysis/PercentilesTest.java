package org.pmemycsb.harness.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.pmemycsb.harness.client.trace.OperationKind.READ;
import static org.pmemycsb.harness.client.trace.OperationKind.SCAN;
import static org.pmemycsb.harness.client.trace.OperationKind.UPDATE;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.client.outcome.HistogramLogs;
import org.pmemycsb.harness.client.outcome.Latencies;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.client.replay.Measured;
import org.pmemycsb.harness.client.trace.OperationKind;
import org.pmemycsb.harness.plan.design.CallKind;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Damage;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;
import org.pmemycsb.harness.statistics.Estimate;

class PercentilesTest {
  @TempDir private Path folder;
  private final List<String> remarks = new ArrayList<>();

  private void log(PhaseResult phase, Map<OperationKind, long[]> service) throws Exception {
    log(phase, service, Map.of());
  }

  private void log(
      PhaseResult phase, Map<OperationKind, long[]> service, Map<OperationKind, long[]> intended)
      throws Exception {
    HistogramLogs.write(
        measured(new Latencies(histograms(service), histograms(intended))),
        phase.phase(),
        folder.resolve(HistogramLogs.fileName(phase.run())));
  }

  private static Map<OperationKind, Histogram> histograms(Map<OperationKind, long[]> nanos) {
    Map<OperationKind, Histogram> all = new EnumMap<>(OperationKind.class);
    nanos.forEach(
        (kind, each) -> {
          Histogram histogram = new Histogram(3);
          LongStream.of(each).forEach(histogram::recordValue);
          all.put(kind, histogram);
        });
    return all;
  }

  private static long[] upTo(int count) {
    long[] all = new long[count];
    for (int i = 0; i < count; i++) {
      all[i] = (i + 1) * 1000L;
    }
    return all;
  }

  private static PhaseResult run(int repeat) {
    return Phases.valid("redis", RunnerKind.TRACE.id(), "A", 1, repeat, 1000);
  }

  private Map<Conditions, Map<CallKind, Percentiles>> read(PhaseResult... phases) {
    return Percentiles.read(folder, List.of(phases), remarks::add);
  }

  private Percentiles reads(PhaseResult... phases) {
    return read(phases).get(phases[0].conditions()).get(CallKind.READ);
  }

  @Test
  void validRepeatsAreTakenTogetherAndOthersLeftOut() throws Exception {
    PhaseResult invalid = Phases.invalid("redis", RunnerKind.TRACE.id(), "A", 1, 3, "broken");
    log(run(1), Map.of(READ, upTo(1000)));
    log(run(2), Map.of(READ, upTo(1100), SCAN, upTo(10), UPDATE, upTo(5)));
    log(invalid, Map.of(READ, upTo(100_000)));

    Percentiles together = reads(run(1), run(2), invalid);

    assertThat(together.micros().get(50.0)).isCloseTo(525, within(5.0));
    assertThat(together.maxMicros()).isCloseTo(1100, within(1.0));
    assertThat(together.micros())
        .as("2 of 2110 operations above 99.9 % say nothing")
        .containsKey(99.0)
        .doesNotContainKey(99.9);
    Estimate median = together.mean(50.0).orElseThrow();
    assertThat(median.figure()).isCloseTo(525, within(5.0));
    assertThat(median.low().orElseThrow()).isLessThan(500);
    assertThat(median.high().orElseThrow()).isGreaterThan(550);
    assertThat(together.mean(99.0)).as("10 of 1000 were slower").isPresent();
    assertThat(together.mean(99.9)).isEmpty();
  }

  @Test
  void underATargetTheIntendedStartCounts() throws Exception {
    log(run(1), Map.of(READ, upTo(10)), Map.of(READ, upTo(2000)));

    assertThat(reads(run(1)).maxMicros()).isCloseTo(2000, within(2.0));
  }

  @Test
  void aCellWhoseTargetWasNotSustainedHasNone() throws Exception {
    PhaseResult good = Phases.paced(run(1), 1);
    PhaseResult behind = Phases.paced(run(2), 0.5);
    log(good, Map.of(), Map.of(READ, upTo(2000)));
    log(behind, Map.of(), Map.of(READ, upTo(2000)));

    assertThat(read(good)).isNotEmpty();
    assertThat(read(good, behind)).isEmpty();
  }

  @Test
  void damageToALogIsNamedUnlessItChangesNothing() throws Exception {
    Path file = folder.resolve(HistogramLogs.fileName(run(1).run()));
    log(run(1), Map.of(READ, upTo(2000), UPDATE, upTo(1100)));
    byte[] whole = Files.readAllBytes(file);
    var expected = read(run(1));
    assertThat(expected.get(run(1).conditions())).hasSize(2);
    assertThat(remarks).isEmpty();

    Random random = new Random(7);
    int named = 0;
    for (int i = 0; i < 500; i++) {
      Files.write(file, Damage.of(whole, random));
      remarks.clear();
      var found = read(run(1));
      if (remarks.isEmpty()) {
        assertThat(found).as("damage %d", i).isEqualTo(expected);
      } else {
        named++;
        assertThat(remarks).singleElement().asString().startsWith(file + " ");
        assertThat(found).as("damage %d", i).isEmpty();
      }
    }
    assertThat(named).isGreaterThan(300);
  }

  @Test
  void aRunHasOneFileInWhichAPhaseThatIsMadeAgainIsReplaced() throws Exception {
    PhaseResult c = Phases.valid("redis", RunnerKind.TRACE.id(), "C", 1, 1, 1000);
    log(run(1), Map.of(UPDATE, upTo(1100)));
    log(c, Map.of(READ, upTo(2000)));
    log(run(1), Map.of(READ, upTo(3000)));

    var all = read(run(1), c);

    assertThat(remarks).isEmpty();
    assertThat(all.get(run(1).conditions())).containsOnlyKeys(CallKind.READ);
    assertThat(all.get(c.conditions())).containsOnlyKeys(CallKind.READ);
    assertThat(folder.toFile().list()).hasSize(1);
  }

  @Test
  void aLogThatIsMissingIsNamed() {
    PhaseResult other = Phases.valid("redis", RunnerKind.YCSB.id(), "A", 1, 1, 1000);

    read(other);
    assertThat(remarks).as("a runner that keeps none").isEmpty();
    read(run(1), other);
    assertThat(remarks).singleElement().asString().contains(".hlog is missing; ");
  }

  static PhaseMeasurement measured(Latencies latencies) {
    return Measured.of(
        2_000_000_000, OperationKind.READ, new PhaseMeasurement.Outcome(4000, 0, 0), latencies);
  }
}
