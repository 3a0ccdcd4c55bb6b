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

  /** Its parent has ended, so it is no process of this JVM. */
  @Test
  @Timeout(120)
  void aServerThatWorksBetweenIterationsIsSeen() throws Exception {
    Process parent =
        new ProcessBuilder("sh", "-c", "sh -c 'while :; do :; done' >&2 & echo $!").start();
    long pid = Long.parseLong(parent.inputReader().readLine());
    parent.waitFor();
    ProcessHandle server = ProcessHandle.of(pid).orElseThrow();
    try {
      UsageMeter meter = new UsageMeter(phase(List.of(pid)));
      meter.begins();
      long begin = System.nanoTime();
      meter.ended();
      Duration own = used(ProcessHandle.current());
      Duration work = used(server).plusSeconds(1);
      while (used(server).compareTo(work) < 0) {
        Thread.sleep(100);
      }
      own = used(ProcessHandle.current()).minus(own);
      meter.begins();
      double seconds = (System.nanoTime() - begin) / 1e9;
      meter.ended();

      double processors = meter.figures(Measurement.Resources.NONE, 1).usage().between();
      assertThat(processors * seconds).isGreaterThan(own.plusMillis(900).toMillis() / 1e3);
    } finally {
      server.destroyForcibly();
    }
  }

  private static Duration used(ProcessHandle process) {
    return process.info().totalCpuDuration().orElseThrow();
  }

  @Test
  void aPhaseInOnePieceHasNothingBetween() {
    UsageMeter meter = new UsageMeter(phase(List.of()));
    meter.begins();
    meter.ended();

    assertThat(meter.figures(Measurement.Resources.NONE, 1).usage().between()).isNull();
  }
}
