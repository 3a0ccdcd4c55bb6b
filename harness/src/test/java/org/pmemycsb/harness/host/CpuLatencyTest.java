package org.pmemycsb.harness.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.settings.CpuLatencyChoice;

class CpuLatencyTest {
  @TempDir private Path folder;

  @Test
  void theKernelGetsTheNumberInBinary() throws Exception {
    Path device = Files.createFile(folder.resolve("device"));

    try (CpuLatency limited = CpuLatency.limit(CpuLatencyChoice.parse("20"), device)) {
      assertThat(limited.micros()).isEqualTo(20);
    }

    ByteBuffer written = ByteBuffer.wrap(Files.readAllBytes(device)).order(ByteOrder.nativeOrder());
    assertThat(written.remaining()).isEqualTo(4);
    assertThat(written.getInt()).isEqualTo(20);
  }

  @Test
  void theKernelHoldsTheLimitUntilItIsClosed() throws Exception {
    Path device = Path.of("/dev/cpu_dma_latency");
    assumeTrue(Files.isWritable(device), device + " cannot be written here");
    int before = held(device);

    try (CpuLatency limited = CpuLatency.limit(CpuLatencyChoice.parse("3"))) {
      assertThat(held(device)).isEqualTo(Math.min(before, 3)).isEqualTo(limited.micros());
    }

    assertThat(held(device)).isEqualTo(before);
  }

  // The kernel returns the strictest of all requests.
  private static int held(Path device) throws Exception {
    try (InputStream in = Files.newInputStream(device)) {
      return ByteBuffer.wrap(in.readNBytes(4)).order(ByteOrder.nativeOrder()).getInt();
    }
  }

  @Test
  void processorsAreKeptAwakeByDefaultUnlessTheKernelRefuses() throws Exception {
    Path device = Files.createFile(folder.resolve("device"));

    try (CpuLatency limited = CpuLatency.limit(CpuLatencyChoice.AUTO, device);
        CpuLatency refused = CpuLatency.limit(CpuLatencyChoice.AUTO, folder.resolve("absent"))) {
      assertThat(limited.micros()).isZero();
      assertThat(refused.micros()).isNull();
    }
  }

  @Test
  void noneMakesNoRequest() throws Exception {
    Path device = Files.createFile(folder.resolve("device"));

    try (CpuLatency untouched = CpuLatency.limit(CpuLatencyChoice.NONE, device)) {
      assertThat(untouched.micros()).isNull();
    }
    assertThat(device).isEmptyFile();
  }

  @Test
  void aNumberThatTheKernelRefusesEndsTheExperiment() {
    CpuLatencyChoice awake = CpuLatencyChoice.parse("0");

    assertThatThrownBy(() -> CpuLatency.limit(awake, folder.resolve("absent")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll("cpuLatency: ", "absent");
    assertThatThrownBy(() -> CpuLatency.limit(awake, folder))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("root");
  }
}
