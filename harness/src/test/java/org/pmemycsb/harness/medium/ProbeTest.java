package org.pmemycsb.harness.medium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProbeTest {
  private static final Request PERSIST = Request.random("pmem_persist", 64);

  private static Sample sample(double rate, Double p99) {
    return new Sample(rate, 10.0, p99, null, null);
  }

  @Test
  void aFigureIsTheMedianOfItsRoundsWithTheirInterval() {
    MediumFigure figure =
        MediumFigure.of(PERSIST, List.of(sample(100, 5.0), sample(300, 7.0), sample(200, 9.0)));

    assertThat(figure.opsS()).isEqualTo(200);
    assertThat(figure.low()).isEqualTo(100);
    assertThat(figure.high()).isEqualTo(300);
    assertThat(figure.p99Ns()).isEqualTo(7);
    assertThat(figure.samplesOpsS()).containsExactly(100.0, 300.0, 200.0);
  }

  @Test
  void aPercentileThatARoundLacksIsUnknown() {
    MediumFigure figure = MediumFigure.of(PERSIST, List.of(sample(100, 5.0), sample(300, null)));

    assertThat(figure.p99Ns()).isNull();
    assertThat(figure.p50Ns()).isEqualTo(10);
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
        Rounds.measure(
            new Plan("three", requests, 5, Duration.ZERO),
            some -> {
              assertThat(some).containsExactlyInAnyOrderElementsOf(requests);
              return some.stream().map(each -> sample(each.sizeBytes(), null)).toList();
            });

    assertThat(figures).extracting(MediumFigure::opsS).containsExactly(64.0, 8.0, 4096.0);
    assertThat(figures).allSatisfy(each -> assertThat(each.samplesOpsS()).hasSize(5));
  }

  @Test
  void theLimitAddsLinesAndFences() {
    Limit limit = Limit.of(Probes.pmem()).orElseThrow();

    assertThat(limit.lineNanos()).isCloseTo(10, within(1e-6));
    assertThat(limit.fenceNanos()).isCloseTo(80, within(1e-6));
    assertThat(limit.nanos(20, 3)).isCloseTo(440, within(1e-6));
    assertThat(Limit.of(Probes.disk())).isEmpty();
  }

  @Test
  void aMediumThatTakesNoTimeForLinesHasNoNegativeLimit() {
    Probe probe =
        Probes.pmem(
            List.of(
                Probes.figure(Request.sequential("pmem_persist", 64), 100),
                Probes.figure(Request.sequential("pmem_persist", 4096), 50)));

    assertThat(Limit.of(probe)).contains(new Limit(0, 100));
  }

  @Test
  void libpmemLeavesFlushesOutAsItsManualSays() {
    assertThat(Flushing.of("clwb", true, 0, Map.of()).leftOut()).isFalse();
    assertThat(Flushing.of("clwb", true, 1, Map.of()).leftOut()).isTrue();
    assertThat(Flushing.of("clwb", true, 1, Map.of("PMEM_NO_FLUSH", "0")).leftOut()).isFalse();
    assertThat(Flushing.of("clwb", true, 0, Map.of("PMEM_NO_FLUSH", "1")).leftOut()).isTrue();
    assertThat(Flushing.of("clwb", true, -1, Map.of()).autoFlush()).isNull();
    assertThat(Flushing.of("clwb", false, 0, Map.of()).describe()).startsWith("msync");
  }
}
