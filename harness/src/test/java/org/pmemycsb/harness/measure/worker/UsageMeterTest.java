package org.pmemycsb.harness.measure.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
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

  /**
   * @param work processor time that the server takes meanwhile
   */
  private static double between(Duration work, String... server)
      throws IOException, InterruptedException {
    Process process = new ProcessBuilder(server).start();
    try {
      UsageMeter meter = new UsageMeter();
      meter.comes(phase(List.of(process.pid())), null);
      meter.begins();
      meter.ended();
      while (process.info().totalCpuDuration().orElseThrow().compareTo(work) < 0) {
        Thread.sleep(20);
      }
      meter.begins();
      meter.ended();
      return meter.figures(Measurement.Resources.NONE, 1).usage().between();
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  @Timeout(60)
  void aServerThatWorksBetweenIterationsIsSeen() throws Exception {
    double busy = between(Duration.ofMillis(200), "sh", "-c", "while :; do :; done");

    assertThat(busy).isGreaterThan(between(Duration.ZERO, "sleep", "60"));
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
