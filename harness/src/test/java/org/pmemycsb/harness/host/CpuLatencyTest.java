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

class CpuLatencyTest {
  @TempDir private Path folder;

  @Test
  void theKernelIsGivenTheNumberAsItsOwnProgramsWriteIt() throws Exception {
    Path device = Files.createFile(folder.resolve("device"));

    try (CpuLatency limited = CpuLatency.limit(20, device)) {
      assertThat(limited.micros()).isEqualTo(20);
    }

    ByteBuffer written = ByteBuffer.wrap(Files.readAllBytes(device)).order(ByteOrder.nativeOrder());
    assertThat(written.remaining()).isEqualTo(4);
    assertThat(written.getInt()).isEqualTo(20);
  }

  @Test
  void theKernelHoldsItUntilItIsClosed() throws Exception {
    Path device = Path.of("/dev/cpu_dma_latency");
    assumeTrue(Files.isWritable(device), device + " cannot be written here");
    int before = held(device);

    try (CpuLatency limited = CpuLatency.limit(3)) {
      assertThat(held(device)).isEqualTo(Math.min(before, limited.micros()));
    }

    assertThat(held(device)).isEqualTo(before);
  }

  // What is read is the strictest of all requests.
  private static int held(Path device) throws Exception {
    try (InputStream in = Files.newInputStream(device)) {
      return ByteBuffer.wrap(in.readNBytes(4)).order(ByteOrder.nativeOrder()).getInt();
    }
  }

  @Test
  void whoAsksForNothingNeedsNoDevice() throws Exception {
    try (CpuLatency untouched = CpuLatency.limit(null, folder.resolve("absent"))) {
      assertThat(untouched.micros()).isNull();
    }
  }

  @Test
  void aMachineThatCannotBeAskedIsNamedWithTheWayOut() {
    assertThatThrownBy(() -> CpuLatency.limit(0, folder.resolve("absent")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("--cpu-latency: ")
        .hasMessageContaining("absent is not there")
        .hasMessageContaining("do without");
    assertThatThrownBy(() -> CpuLatency.limit(0, folder))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("start as root");
  }
}
