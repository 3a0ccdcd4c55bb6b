package org.pmemycsb.harness.host;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.spi.Medium;

class EnvironmentTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  @Test
  void whatThisMachineIsComesBackFromTheFile() throws Exception {
    Environment taken =
        Inventory.take(
            List.of(
                new Place(
                    "disk",
                    folder,
                    Medium.DISK,
                    Optional.of(Models.find("nvme")),
                    Optional.of("reads from NUMA node 1"))),
            Map.of("pm-redis", List.of("redis")),
            folder.resolve("not/yet"),
            List.of("-Xint"),
            0);

    assertThat(taken.hardware().logicalCores()).isPositive();
    assertThat(taken.hardware().name()).isNotBlank();
    assertThat(taken.hardware().numaNodes()).isNotEmpty();
    assertThat(taken.results().path()).endsWith("not/yet");
    assertThat(taken.wakeUp().roundTripMicros()).isPositive();
    assertThat(taken.wakeUp().cpuLatency()).isZero();
    assertThat(taken.places().get("disk").device()).isNotBlank();
    assertThat(taken.places().get("disk").mediumId()).isEqualTo("model:nvme");
    assertThat(taken.places().get("disk").readsNote()).isEqualTo("reads from NUMA node 1");
    assertThat(taken.media()).isEqualTo("model:nvme");
    assertThat(taken.variants()).isEqualTo(Map.of("pm-redis", List.of("redis")));
    assertThat(taken.libpmem().flush()).contains("msync");
    assertThat(taken.libpmem().pmemForced()).isFalse();
    assertThat(JSON.readValue(JSON.writeValueAsString(taken), Environment.class)).isEqualTo(taken);
  }

  @Test
  void onlyWhatLibpmemReadsIsKeptOfTheEnvironment() {
    assertThat(
            Inventory.pmemVariables(
                Map.of(
                    "PMEM_NO_CLWB", "1",
                    "PMEM_YCSB_CACHE", "/z",
                    "PMEMKV_LIBRARY", "/x",
                    "SECRET", "y")))
        .containsOnlyKeys("PMEM_NO_CLWB");
  }

  @Test
  void aLibraryOfPmdkTellsItsVersion() throws Exception {
    Path library = folder.resolve("libpmem.so.1");
    Files.write(library, "\0\1ELFsrc version: 1.12.1\0rest".getBytes(StandardCharsets.ISO_8859_1));

    assertThat(Libraries.inside(library)).contains("1.12.1");
    assertThat(Libraries.inside(Files.writeString(folder.resolve("other"), "x"))).isEmpty();
  }
}
