package org.pmemycsb.harness.measure.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.pmemycsb.harness.measure.ClientFeature;
import org.pmemycsb.harness.result.Measurement;

class UsageMeterTest {
  private static ClientFeature.NextPhase phase(List<Long> servers) {
    return new ClientFeature.NextPhase(
        null, null, false, false, true, Optional.empty(), servers, Duration.ZERO, null, null);
  }

  @Test
  @Timeout(120)
  void aServerThatWorksBetweenIterationsIsSeen() throws Exception {
    Process server = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
    try {
      UsageMeter meter = new UsageMeter();
      meter.comes(phase(List.of(server.pid())), null);
      meter.begins();
      long begin = System.nanoTime();
      meter.ended();
      Duration work = server.info().totalCpuDuration().orElseThrow().plusSeconds(1);
      while (server.info().totalCpuDuration().orElseThrow().compareTo(work) < 0) {
        Thread.sleep(20);
      }
      meter.begins();
      double seconds = (System.nanoTime() - begin) / 1e9;
      meter.ended();

      double processors = meter.figures(Measurement.Resources.NONE, 1).usage().between();
      assertThat(processors * seconds).isGreaterThan(0.9);
    } finally {
      server.destroyForcibly().waitFor();
    }
  }

  @Test
  void aPhaseInOnePieceHasNothingBetween() {
    UsageMeter meter = new UsageMeter();
    meter.comes(phase(List.of()), null);
    meter.begins();
    meter.ended();

    assertThat(meter.figures(Measurement.Resources.NONE, 1).usage().between()).isNull();
  }
}
