package org.pmemycsb.harness.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class UsageMeterTest {
  private static double between(String... server) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(server).start();
    try {
      UsageMeter meter = new UsageMeter();
      meter.comes(List.of(process.pid()));
      meter.begins();
      meter.ended();
      TimeUnit.MILLISECONDS.sleep(400);
      meter.begins();
      meter.ended();
      return meter.usage(1).between();
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
    meter.comes(List.of());
    meter.begins();
    meter.ended();

    assertThat(meter.usage(1).between()).isNull();
  }
}
