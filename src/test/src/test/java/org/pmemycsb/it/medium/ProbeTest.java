package org.pmemycsb.it.medium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.it.harness.HarnessProcess;
import org.pmemycsb.it.harness.SharedMemory;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.SafeFolder;

class ProbeTest {
  @TempDir private Path folder;

  @TempDir(factory = SharedMemory.class)
  private Path memory;

  private static JsonNode json(Path file) throws IOException {
    return new ObjectMapper().readTree(file.toFile());
  }

  @Test
  void theCommandMeasuresMemoryAndADiskAndLeavesNothing() throws Exception {
    assumeTrue(new LocalHost().executable("fio").isPresent(), "this machine lacks fio");
    Path disk = Files.createTempDirectory(Path.of("/var/tmp"), "it-medium");
    Path out = folder.resolve("out");
    try {
      HarnessProcess.Ended ended =
          HarnessProcess.runHere(
                  "probe --short --place memory=%s --place drive=%s --out %s", memory, disk, out)
              .hasStatus(0);

      assertThat(ended.out())
          .contains("pmem_persist", "append_fdatasync", "flushes with", " " + out)
          .satisfies(
              text ->
                  assertThat(text.lines().filter(line -> !line.contains(out.toString())))
                      .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80)));
      JsonNode probes = json(out.resolve("probe.json")).path("probes");
      for (String place : new String[] {"memory", "drive"}) {
        assertThat(probes.path(place).path("figures"))
            .as(place)
            .isNotEmpty()
            .allSatisfy(figure -> assertThat(figure.path("ops_s").asDouble()).isPositive());
      }
      assertThat(memory).isEmptyDirectory();
      assertThat(disk).isEmptyDirectory();
    } finally {
      SafeFolder.delete(disk);
    }
  }

  @Test
  void everyRunMeasuresItsPlaces() throws Exception {
    Path out = folder.resolve("out");

    HarnessProcess.runHere(
            """
            run --db pmemkv --place pmem=%s --workloads C --records 100 --operations 100
            --repeats 1 --calibrate 0 --output quiet --out %s
            """,
            memory, out)
        .hasStatus(0);

    assertThat(json(out.resolve("environment.json")).path("probes").path("pmem").path("figures"))
        .isNotEmpty();
    assertThat(out.resolve("report.md")).content().contains("## The medium", "pmem_persist");
    assertThat(out.resolve("report.html")).content().contains("The medium");
    assertThat(memory).isEmptyDirectory();
  }

  /** Needs the right to mount. */
  @Tag("everything")
  @Test
  void aFullOrReadOnlyPlaceIsToldInOneLine() throws Exception {
    assumeTrue(mount("size=16m"), "this user may not mount a tmpfs");
    try {
      HarnessProcess.Ended full =
          HarnessProcess.runHere("probe --place small=%s", memory).hasStatus(1);
      assertThat(full.out().replace("\n", " "))
          .contains("place small: " + memory, "is full: ", "needs 32; ");
      assertThat(memory).isEmptyDirectory();
      assertThat(run("mount", "-o", "remount,ro", memory.toString())).isZero();
      HarnessProcess.Ended readOnly =
          HarnessProcess.runHere("probe --place small=%s", memory).hasStatus(2);
      assertThat(readOnly.complaint())
          .startsWith("pmem-ycsb: place small: ")
          .contains("write to " + memory)
          .hasLineCount(1);
    } finally {
      run("umount", memory.toString());
    }
  }

  private boolean mount(String options) throws Exception {
    return run("mount", "-t", "tmpfs", "-o", options, "none", memory.toString()) == 0;
  }

  private static int run(String... command) throws Exception {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }
}
