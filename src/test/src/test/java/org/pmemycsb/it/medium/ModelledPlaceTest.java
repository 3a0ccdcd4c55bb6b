package org.pmemycsb.it.medium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.host.Models;
import org.pmemycsb.harness.run.Workspace;
import org.pmemycsb.it.harness.HarnessProcess;
import org.pmemycsb.spi.LocalHost;

/** Places that stand for another medium. */
class ModelledPlaceTest {
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  @TempDir private Path folder;
  private Path memory;

  @BeforeEach
  void makePlace() throws IOException {
    assumeTrue(Files.isWritable(SHARED_MEMORY), "this machine lacks a writable /dev/shm");
    memory = Files.createTempDirectory(SHARED_MEMORY, "it-medium");
  }

  @AfterEach
  void removePlace() throws IOException {
    assertThat(memory).isEmptyDirectory();
    Workspace.deleteTree(memory);
  }

  private String modelled(String place, String model) {
    return place + "=" + memory + ":model=" + model;
  }

  @Test
  void aRunNamesItsModelsAndNeverTheFolderBelow() throws Exception {
    Path out = folder.resolve("out");

    HarnessProcess.Ended ended =
        HarnessProcess.runHere(
                "run",
                "--db",
                "pmemkv@optane,rocksdb@drive,pmemkv@plain",
                "--place",
                modelled("optane", "optane-100"),
                "--place",
                modelled("drive", "nvme-plp"),
                "--place",
                "plain=" + memory,
                "--workloads",
                "A",
                "--records",
                "100",
                "--operations",
                "100",
                "--repeats",
                "1",
                "--calibrate",
                "0",
                "--quiet",
                "--out",
                out.toString())
            .hasStatus(0);

    assertThat(Files.readString(out.resolve("summary.csv")))
        .contains("pmemkv,load,1,1024,commit,model:optane-100,", "pmemkv,A,1,1024,commit,tmpfs,")
        .contains("rocksdb,load,1,1024,commit,model:nvme-plp,");
    for (String name : List.of("report.md", "report.html")) {
      assertThat(out.resolve(name))
          .content()
          .contains(
              "(model:optane-100, reads not modelled)", "(model:nvme-plp, reads not modelled)");
    }
    assertThat(ended.out()).contains("reads not modelled");
    JsonNode environment = json(out.resolve("environment.json"));
    assertThat(environment.path("places").path("optane").path("model").path("sources"))
        .isNotEmpty();
    assertThat(environment.path("probes").path("optane").path("model").asText())
        .isEqualTo("model:optane-100");
    HarnessProcess.Ended other =
        HarnessProcess.runHere(
                "run",
                "--resume",
                out.toString(),
                "--place",
                modelled("optane", "optane-200"),
                "--quiet")
            .hasStatus(2);
    assertThat(other.complaint())
        .contains("began on medium model:optane-100", "is on medium model:optane-200")
        .doesNotContain("\n");
  }

  private static JsonNode json(Path file) throws IOException {
    return new ObjectMapper().readTree(file.toFile());
  }

  /** Other programs can only slow a round down, so the fastest is the nearest to the model. */
  private static double fastest(JsonNode figure) {
    return StreamSupport.stream(figure.path("samples_ops_s").spliterator(), false)
        .mapToDouble(JsonNode::asDouble)
        .max()
        .orElseThrow();
  }

  private static double median(DoubleStream numbers) {
    double[] sorted = numbers.sorted().toArray();
    return sorted[sorted.length / 2];
  }

  /** What the probe of a place shows for a call, as the median of five tries. */
  private double shown(String model, String call, int size, int threads) throws Exception {
    Path experiment =
        Files.writeString(
            folder.resolve("one.yaml"),
            """
            title: One figure
            calls: [%s]
            addresses: [sequential]
            valueSize: [%d]
            threads: [%d]
            repeats: 30
            """
                .formatted(call, size, threads));
    List<Double> tries = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Path out = folder.resolve("out-" + tries.size());
      HarnessProcess.runHere(
              "probe",
              experiment.toString(),
              "--place",
              modelled("pmem", model),
              "--out",
              out.toString())
          .hasStatus(0);
      JsonNode figures =
          json(out.resolve("probe.json")).path("probes").path("pmem").path("figures");
      tries.add(fastest(figures.get(0)));
      Workspace.deleteTree(out);
    }
    return median(tries.stream().mapToDouble(Double::doubleValue));
  }

  @Tag("quiet")
  @Test
  void theProbeShowsTheTimeOfAFenceThatTheModelHas() throws Exception {
    // Below, the calls themselves take more than the tolerance on a slow processor.
    for (int size : new int[] {1024, 4096}) {
      double nanos = Models.find("optane-100").persistNanos().get(size);

      assertThat(1e9 / shown("optane-100", "pmem_memcpy", size, 1) / nanos)
          .as("%d bytes", size)
          .isCloseTo(1, within(0.1));
    }
  }

  @Tag("quiet")
  @Test
  void theProbeShowsTheBandwidthThatTheModelHasForSoManyWriters() throws Exception {
    assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "two writers need two processors");
    Path mine =
        Files.writeString(
            folder.resolve("mine.yaml"),
            """
            title: A medium of which two writers make more
            write: {gigabytesPerSecond: {1: 0.6, 2: 1.0}, source: this test}
            """);
    for (int threads : new int[] {1, 2}) {
      double bytes = Models.find(mine.toString()).writeGigabytes().get(threads) * 1e9;

      assertThat(shown(mine.toString(), "pmem_memcpy_nodrain", 4096, threads) * 4096 / bytes)
          .as("%d writers", threads)
          .isCloseTo(1, within(0.1));
    }
  }

  @Tag("quiet")
  @Test
  void theProbeShowsTheTimeOfASyncThatTheModelHas() throws Exception {
    assumeTrue(new LocalHost().executable("fio").isPresent(), "this machine lacks fio");
    for (String model : List.of("nvme-plp", "nvme")) {
      double micros = Models.find(model).syncMicros().get("p50");
      double shown =
          median(
              IntStream.range(0, 5)
                  .mapToDouble(each -> syncMicros(model, folder.resolve(model + each))));

      assertThat(shown / micros).as(model).isCloseTo(1, within(0.1));
    }
  }

  /** The median of fio's own times of fdatasync after 4 KiB, in microseconds. */
  private double syncMicros(String model, Path out) {
    HarnessProcess.runHere(
            "probe", "--short", "--place", modelled("drive", model), "--out", out.toString())
        .hasStatus(0);
    try {
      for (JsonNode figure :
          json(out.resolve("probe.json")).path("probes").path("drive").path("figures")) {
        if (figure.path("operation").asText().equals("append_fdatasync")
            && figure.path("size_bytes").asInt() == 4096) {
          return figure.path("p50_ns").asDouble() / 1e3;
        }
      }
    } catch (IOException unreadable) {
      throw new AssertionError(unreadable);
    }
    throw new AssertionError("no figure for append_fdatasync");
  }
}
