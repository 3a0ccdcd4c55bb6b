package org.pmemycsb.harness.measure.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.measure.ClientFeature;
import org.pmemycsb.harness.result.Measurement;

class UsageMeterTest {
  private static ClientFeature.NextPhase phase(List<Long> servers) {
    return new ClientFeature.NextPhase(
        null, null, false, false, true, Optional.empty(), servers, Duration.ZERO, null, null);
  }

  private static double between(String... server) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(server).start();
    try {
      UsageMeter meter = new UsageMeter();
      meter.comes(phase(List.of(process.pid())), null);
      meter.begins();
      meter.ended();
      TimeUnit.MILLISECONDS.sleep(400);
      meter.begins();
      meter.ended();
      return meter.figures(Measurement.Resources.NONE, 1).usage().between();
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void aServerThatWorksBetweenIterationsIsSeen() throws Exception {
    assertThat(between("sh", "-c", "while :; do :; done")).isGreaterThan(between("sleep", "60"));
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
