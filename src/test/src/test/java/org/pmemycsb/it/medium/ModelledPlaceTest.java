package org.pmemycsb.it.medium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.adapter.redis.PmRedisAdapter;
import org.pmemycsb.adapter.redis.RedisAdapter;
import org.pmemycsb.harness.host.Models;
import org.pmemycsb.it.harness.HarnessProcess;
import org.pmemycsb.it.harness.SharedMemory;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.SafeFolder;

/** Places that stand for another medium. */
class ModelledPlaceTest {
  /** Largest over smallest figure of five runs. */
  private static final double REPEATABLE = 1.05;

  private static final Pattern SHIM = Pattern.compile("pmem_shim", Pattern.CASE_INSENSITIVE);

  @TempDir private Path folder;

  // A server that root starts as another user loads the shim from below it.
  @TempDir(factory = SharedMemory.class)
  private Path memory;

  @AfterEach
  void nothingIsLeft() {
    assertThat(memory).isEmptyDirectory();
  }

  private String modelled(String place, String model) {
    return place + "=" + memory + ":model=" + model;
  }

  private Path slow(String nanoseconds) throws IOException {
    return Files.writeString(
        folder.resolve("slow.yaml"),
        "title: Slow\nread: {nanoseconds: %s, source: this test}\n".formatted(nanoseconds));
  }

  @Test
  void aRunNamesItsModelsAndNeverTheFolderBelow() throws Exception {
    Path out = folder.resolve("out");

    HarnessProcess.runHere(
            """
            run --db pmemkv@optane,rocksdb@drive,pmemkv@plain --place %s --place %s
            --place plain=%s --workloads A --records 100 --operations 100 --repeats 1
            --calibrate 0 --output quiet --out %s
            """,
            modelled("optane", "optane-100"), modelled("drive", "nvme-plp"), memory, out)
        .hasStatus(0);

    assertThat(Files.readString(out.resolve("summary.csv")))
        .contains("pmemkv,load,1,1024,commit,model:optane-100,", "pmemkv,A,1,1024,commit,tmpfs,")
        .contains("rocksdb,load,1,1024,commit,model:nvme-plp,");
    for (String name : List.of("report.md", "report.html")) {
      assertThat(out.resolve(name)).content().contains("(model:optane-100, ", "(model:nvme-plp, ");
    }
    JsonNode environment = json(out.resolve("environment.json"));
    assertThat(environment.path("places").path("optane").path("model").path("sources"))
        .isNotEmpty();
    assertThat(environment.path("probes").path("optane").path("model").asText())
        .isEqualTo("model:optane-100");
    HarnessProcess.Ended other =
        HarnessProcess.runHere(
                "run --resume %s --place %s --output quiet", out, modelled("optane", "optane-200"))
            .hasStatus(2);
    assertThat(other.complaint())
        .contains("model:optane-100", "model:optane-200")
        .doesNotContain("\n");
  }

  @Test
  void theReadsOfPmemkvAreSlowedOnASlowerMemoryOnlyAlsoInAServer() throws Exception {
    assumeTrue(
        new PmRedisAdapter().probe(new LocalHost()).available(), "this machine lacks pm-redis");
    Path out = folder.resolve("out");
    Path model = slow("{medium: 1000, dram: 100}, sharedGigabytesPerSecond: {1: 0.04}, block: 256");

    HarnessProcess.runHere(
            """
            run --db pmemkv@slow,pm-redis@slow,rocksdb@slow,pmemkv@plain --place %s
            --place plain=%s --workloads C -p requestdistribution=uniform --records 10000
            --value-size 4KiB --operations 3000 --threads 1 --repeats 1 --calibrate 0
            --output quiet --out %s
            """,
            modelled("slow", model.toString()), memory, out)
        .hasStatus(0);

    List<String> slowed = new ArrayList<>();
    for (String line : Files.readAllLines(out.resolve("cells.jsonl"))) {
      JsonNode phase = new ObjectMapper().readTree(line);
      JsonNode stall = phase.path("read_stall");
      if (!phase.path("medium").asText().equals("model:slow")
          || phase.path("database").asText().equals("rocksdb")) {
        assertThat(stall.isMissingNode()).as(line).isTrue();
        continue;
      }
      boolean load = phase.path("phase").asText().equals("load");
      slowed.add(phase.path("database").asText() + " " + phase.path("phase").asText());
      double missed = stall.path("missed").asDouble();
      double delay = stall.path("delay_nanos").asDouble();
      double wait = stall.path("nanos").asDouble() - stall.path("cached_nanos").asDouble();
      if (missed > 0.6 && wait > 0) { // a larger cache holds all records
        assertThat(delay).isCloseTo(wait * 9 / missed, within(1.0));
        // A record of 4 KiB with its key lies in 17 blocks.
        double shared = 17 * 256 / 0.04;
        if (!load) {
          assertThat(phase.path("read_p50_us").asDouble() * 1e3)
              .as(line)
              .isGreaterThan(Math.max(delay, shared) * 0.99);
        }
      }
    }
    assertThat(slowed)
        .containsExactlyInAnyOrder("pmemkv load", "pmemkv C", "pm-redis load", "pm-redis C");
  }

  /** SQLite reads its file by pread, and caches 2 MB of it. */
  @Test
  void aCallThatReadsAFileWaitsForASlowerMemory() throws Exception {
    Path out = folder.resolve("out");
    Path model = slow("{medium: 200000, dram: 100}");

    HarnessProcess.runHere(
            """
            run --db sqlite@slow,sqlite@plain --place %s --place plain=%s --workloads C
            -p requestdistribution=uniform --records 2000 --value-size 4KiB --operations 300
            --threads 1 --repeats 1 --calibrate 0 --output quiet --out %s
            """,
            modelled("slow", model.toString()), memory, out)
        .hasStatus(0);

    Map<String, Double> medians = new TreeMap<>();
    for (String line : Files.readAllLines(out.resolve("cells.jsonl"))) {
      JsonNode phase = new ObjectMapper().readTree(line);
      if (phase.path("phase").asText().equals("C")) {
        medians.put(phase.path("place").asText(), phase.path("read_p50_us").asDouble());
      }
    }
    assertThat(medians).containsOnlyKeys("plain", "slow");
    assertThat(medians.get("slow")).isGreaterThan(199);
    assertThat(medians.get("plain")).isLessThan(medians.get("slow"));
  }

  /** What the kernel shows of a process; empty if it has ended. */
  private static String kernelText(ProcessHandle process, String name) {
    try {
      Path file = Path.of("/proc", Long.toString(process.pid()), name);
      return name.equals("cwd")
          ? Files.readSymbolicLink(file).toString()
          : Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException ended) {
      return "";
    }
  }

  /** The servers work in the folder of their data. Shortly after its start, one has no library. */
  @Tag("everything")
  @Test
  void aServerOnAnotherPlaceHasNothingOfAModel() throws Exception {
    assumeTrue(new RedisAdapter().probe(new LocalHost()).available(), "this machine lacks redis");
    Path modelled = Files.createDirectory(memory.resolve("modelled"));
    Path plain = Files.createDirectory(memory.resolve("plain"));
    HarnessProcess harness =
        HarnessProcess.start(
            folder,
            Map.of(),
            """
                run --db redis@drive,redis@plain --place %s --place plain=%s --workloads C
                --records 100 --duration 500ms --repeats 1 --calibrate 0 --output quiet --out %s
                """,
            "drive=" + modelled + ":model=nvme-plp",
            plain,
            folder.resolve("out"));
    Map<Path, Set<Boolean>> seen = Map.of(modelled, new HashSet<>(), plain, new HashSet<>());
    while (harness.process().isAlive()) {
      for (ProcessHandle process : harness.process().descendants().toList()) {
        String text = kernelText(process, "environ") + kernelText(process, "maps");
        String at = kernelText(process, "cwd");
        seen.forEach(
            (place, found) -> {
              if (at.startsWith(place + "/") && !text.isEmpty()) {
                found.add(SHIM.matcher(text).find());
              }
            });
      }
      Thread.sleep(10);
    }
    harness.await().hasStatus(0);

    assertThat(seen.get(modelled)).contains(true);
    assertThat(seen.get(plain)).containsExactly(false);
    for (Path place : seen.keySet()) {
      assertThat(place).isEmptyDirectory();
      Files.delete(place);
    }
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

  /** How many times as much the largest is as the smallest. */
  private static double scatter(List<Double> numbers) {
    return Collections.max(numbers) / Collections.min(numbers);
  }

  private static double median(DoubleStream numbers) {
    double[] sorted = numbers.sorted().toArray();
    return sorted[sorted.length / 2];
  }

  /** What the probe of a place shows for a call, as the median of five runs. */
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
    double[] runs = new double[5];
    for (int i = 0; i < runs.length; i++) {
      Path out = folder.resolve("out-" + i);
      HarnessProcess.runHere(
              "probe %s --place %s --out %s", experiment, modelled("pmem", model), out)
          .hasStatus(0);
      JsonNode figures =
          json(out.resolve("probe.json")).path("probes").path("pmem").path("figures");
      runs[i] = fastest(figures.get(0));
      SafeFolder.delete(out);
    }
    return median(DoubleStream.of(runs));
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
  void fiveRunsOfTheProbeShowTheTimeOfASyncThatTheModelHas() throws Exception {
    assumeTrue(new LocalHost().executable("fio").isPresent(), "this machine lacks fio");
    for (String model : List.of("nvme-plp", "nvme", "sata-ssd")) {
      double micros = Models.find(model).syncMicros().get("p50");
      List<Double> shown = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        shown.add(syncMicros(model, folder.resolve(model + i)));
      }

      assertThat(median(shown.stream().mapToDouble(Double::doubleValue)) / micros)
          .as(model)
          .isCloseTo(1, within(0.1));
      assertThat(scatter(shown)).as("%s: %s", model, shown).isLessThan(REPEATABLE);
    }
  }

  /** The median of fio's own times of fdatasync after 4 KiB, in microseconds. */
  private double syncMicros(String model, Path out) throws IOException {
    HarnessProcess.runHere("probe --short --place %s --out %s", modelled("drive", model), out)
        .hasStatus(0);
    for (JsonNode figure :
        json(out.resolve("probe.json")).path("probes").path("drive").path("figures")) {
      if (figure.path("operation").asText().equals("append_fdatasync")
          && figure.path("size_bytes").asInt() == 4096) {
        return figure.path("p50_ns").asDouble() / 1e3;
      }
    }
    throw new AssertionError("no figure for append_fdatasync");
  }
}
