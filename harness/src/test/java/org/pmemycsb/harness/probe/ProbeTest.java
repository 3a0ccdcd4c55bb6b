package org.pmemycsb.harness.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.plan.design.MediumReads;
import org.pmemycsb.harness.probe.MediumFigure.Sample;
import org.pmemycsb.spi.Medium;

class ProbeTest {
  private static final Request PERSIST = Request.random("pmem_persist", 64);

  private static Sample sample(double rate, Double p99) {
    return new Sample(rate, 10.0, p99, null, null);
  }

  @Test
  void aFigureIsTheGeometricMeanOfItsRoundsWithTheirInterval() {
    MediumFigure figure =
        MediumFigure.of(PERSIST, List.of(sample(190, 5.0), sample(210, 7.0), sample(200, 9.0)));

    assertThat(figure.rate().mean()).isCloseTo(Math.cbrt(190.0 * 210 * 200), within(1e-6));
    assertThat(figure.rate().low()).isLessThan(190);
    assertThat(figure.rate().high()).isGreaterThan(210);
    assertThat(figure.percentiles().p99()).isCloseTo(Math.cbrt(5 * 7 * 9), within(1e-9));
    assertThat(figure.samplesOpsS()).containsExactly(190.0, 210.0, 200.0);
  }

  @Test
  void aPercentileThatARoundLacksIsUnknown() {
    MediumFigure figure = MediumFigure.of(PERSIST, List.of(sample(100, 5.0), sample(300, null)));

    assertThat(figure.percentiles().p99()).isNull();
    assertThat(figure.percentiles().p50()).isEqualTo(10);
  }

  @Test
  void oneFailedRoundFailsTheFigure() {
    MediumFigure figure =
        MediumFigure.of(
            PERSIST, List.of(sample(100, 5.0), new Sample(0, null, null, null, "no room")));

    assertThat(figure.measured()).isFalse();
    assertThat(figure.error()).isEqualTo("no room");
  }

  @Test
  void theTimeOfAnOperationIsThatOfOneThread() {
    MediumFigure figure = MediumFigure.of(PERSIST.by(4), List.of(sample(4e6, null)));

    assertThat(figure.nanos()).isEqualTo(1000);
    assertThat(figure.bytesPerSecond()).isEqualTo(256e6);
  }

  @Test
  void everyRoundHasAllRequestsAndKeepsThemApart() throws Exception {
    List<Request> requests =
        List.of(PERSIST, Request.random("load", 8), Request.sequential("read", 4096));

    List<MediumFigure> figures =
        new Plan("three", requests, 5, Duration.ZERO)
            .measure(
                some -> {
                  for (int round = 0; round < 5; round++) {
                    assertThat(some.subList(3 * round, 3 * round + 3))
                        .containsExactlyInAnyOrderElementsOf(requests);
                  }
                  return some.stream().map(each -> sample(each.sizeBytes(), null)).toList();
                });

    assertThat(figures)
        .extracting(figure -> figure.rate().mean())
        .containsExactly(64.0, 8.0, 4096.0);
    assertThat(figures).allSatisfy(each -> assertThat(each.samplesOpsS()).hasSize(5));
  }

  @Test
  void theLimitAddsFencesAndTheirLinesAndThoseBeyond4KiB() {
    Limit limit = Limit.of(Probes.pmem()).orElseThrow();

    // 90 and 100 ns for one and two lines, then 10 for each line, and 5 beyond 64 lines; the
    // fastest round is 1.02 times as fast.
    assertThat(1.02 * limit.nanos(3, 3, 0)).isCloseTo(270, within(1e-6));
    assertThat(1.02 * limit.nanos(3, 20, 0)).isCloseTo(440, within(1e-6));
    assertThat(1.02 * limit.nanos(2, 128 + 30, 30)).isCloseTo(2 * 720 + 30 * 5, within(1e-6));
    assertThat(limit.nanos(0, 0, 0)).isZero();
    assertThat(Limit.of(Probes.disk())).isEmpty();
  }

  @Test
  void disturbedFiguresMakeNoLimitThatFallsWithMoreLines() {
    Limit falling = Limit.of(Probes.timed(bytes -> 100 - bytes / 1000.0)).orElseThrow();

    assertThat(falling.nanos(1, 2, 0)).isGreaterThanOrEqualTo(falling.nanos(1, 1, 0));
    assertThat(falling.nanos(1, 64, 0)).isGreaterThanOrEqualTo(falling.nanos(1, 2, 0));
    assertThat(falling.nanos(1, 1024, 960)).isEqualTo(falling.nanos(1, 64, 0));
  }

  @Test
  void libpmemLeavesFlushesOutAsItsManualSays() {
    assertThat(Probe.Flushing.of("clwb", true, 0, Map.of()).leftOut()).isFalse();
    assertThat(Probe.Flushing.of("clwb", true, 1, Map.of()).leftOut()).isTrue();
    assertThat(Probe.Flushing.of("clwb", true, 1, Map.of("PMEM_NO_FLUSH", "0")).leftOut())
        .isFalse();
    assertThat(Probe.Flushing.of("clwb", true, 0, Map.of("PMEM_NO_FLUSH", "1")).leftOut()).isTrue();
    assertThat(Probe.Flushing.of("clwb", true, -1, Map.of()).autoFlush()).isNull();
    assertThat(Probe.Flushing.of("clwb", false, 0, Map.of()).describe()).startsWith("msync");
  }

  @Test
  void aProbeComesBackFromItsFile() throws Exception {
    ObjectMapper json = new ObjectMapper();
    for (Probe probe : List.of(Probes.pmem(), Probes.disk(), Probes.missing())) {
      assertThat(json.readValue(json.writeValueAsString(probe), Probe.class)).isEqualTo(probe);
    }
  }

  @Test
  void theFileIsTwiceTheCachesAndAtMostAQuarterOfTheSpace() {
    assertThat(PmemProbe.workingSet(100L << 20, 10L << 30)).isEqualTo(200L << 20);
    assertThat(PmemProbe.workingSet(0, 10L << 30)).isEqualTo(64L << 20);
    assertThat(PmemProbe.workingSet(1L << 30, 10L << 30)).isEqualTo(512L << 20);
    assertThat(PmemProbe.workingSet(1L << 30, 41L << 20)).isEqualTo(10L << 20);
    assertThat(PmemProbe.workingSet(0, 32L << 20)).isEqualTo(8L << 20);
  }

  @Test
  void aFullPlaceIsToldInOneLine() throws Exception {
    ProbedPlace site = new ProbedPlace(Path.of("/f"), Medium.TMPFS, null, MediumReads.NONE, null);

    assertThat(site.enough(32L << 20, 32L << 20)).isEqualTo(32L << 20);
    assertThatThrownBy(() -> site.enough((32L << 20) - 1, 32L << 20))
        .hasMessageContainingAll("/f ", "31 MiB", "32");
  }
}
