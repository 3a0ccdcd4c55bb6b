package org.pmemycsb.harness.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmemycsb.harness.host.Installation;
import org.pmemycsb.harness.plan.design.MediumReads;
import org.pmemycsb.harness.plan.settings.ComponentFile;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.spi.Medium;

/** The native program with the libpmem and libpmemobj of this machine. */
class PmemProbeTest {
  private static final boolean HAS_PMEM2 =
      Stream.of("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib")
          .anyMatch(lib -> Files.exists(Path.of(lib, "libpmem2.so.1")));

  private Path folder;

  @BeforeEach
  void makeFolder() throws IOException {
    Path memory = Path.of("/dev/shm");
    folder =
        Files.isWritable(memory)
            ? Files.createTempDirectory(memory, "pmem-ycsb-test-")
            : Files.createTempDirectory("pmem-ycsb-test-");
  }

  @AfterEach
  void nothingIsLeft() throws IOException {
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
    Files.delete(folder);
  }

  private Probe probe(Plan plan) throws InterruptedException {
    return probe(plan, MediumReads.NONE, Map.of(), Map.of());
  }

  private Probe probe(
      Plan plan, MediumReads reads, Map<String, Path> libraries, Map<String, String> users)
      throws InterruptedException {
    return probe(
        plan,
        reads,
        new PmemProbe(ProcessBuilder::start, PmemProbeTest::program, libraries, users));
  }

  private Probe probe(Plan plan, MediumReads reads, PmemProbe by) throws InterruptedException {
    ProbedPlace site = new ProbedPlace(folder, Medium.TMPFS, null, reads, null);
    return by.probe(site, folder, plan, 0, "clwb");
  }

  private static Path program() {
    String sanitized = System.getProperty("probe.test.sanitized", "");
    return sanitized.isEmpty()
        ? Installation.nativeFile("pmem_probe")
        : Path.of(sanitized, "out", "pmem_probe");
  }

  /** So short that each operation is made in one batch. */
  private static Plan brief(List<Request> requests) {
    return new Plan("brief", requests, 2, Duration.ZERO);
  }

  private static Plan brief(Request... requests) {
    return brief(List.of(requests));
  }

  @Test
  void everyOperationOfThePlansIsMeasured() throws Exception {
    Map<List<Object>, Request> each = new LinkedHashMap<>();
    for (Request request : Plan.of(Plan.Scale.FULL, 2).requests()) {
      each.putIfAbsent(List.of(request.operation(), request.pattern(), request.threads()), request);
    }
    Plan plan = brief(List.copyOf(each.values()));

    Probe probe = probe(plan);

    assertThat(probe.reason()).isNull();
    assertThat(probe.figures())
        .hasSameSizeAs(plan.requests())
        .allSatisfy(figure -> assertThat(figure.error()).as(figure.request().operation()).isNull())
        .allSatisfy(figure -> assertThat(figure.samplesOpsS()).hasSize(2))
        .allSatisfy(figure -> assertThat(figure.rate().mean()).isPositive());
    assertThat(probe.method().workingSetBytes()).isEqualTo(64L << 20);
    assertThat(probe.method().flushing().isPmem()).isTrue();
    assertThat(probe.method().flushing().leftOut()).isFalse();
  }

  @Test
  void moreThreadsThanTheMachineAllowsAreNoFigureAndTheOthersAreMeasured() throws Exception {
    assumeTrue(
        System.getProperty("probe.test.sanitized", "").isEmpty(),
        "a sanitizer needs more than the limit");
    Request one = Request.random("store", 64);
    List<String> limited = List.of("sh", "-c", "ulimit -v 1000000; exec \"$@\"", "sh");

    PmemProbe confined =
        new PmemProbe(
            command -> {
              command.command().addAll(0, limited);
              return command.start();
            },
            PmemProbeTest::program,
            Map.of(),
            Map.of());

    Probe probe = probe(brief(one.by(300), one), MediumReads.NONE, confined);

    assertThat(probe.reason()).isNull();
    assertThat(probe.figures().get(0).error()).contains("300 threads: ");
    assertThat(probe.figures().get(1).error()).isNull();
  }

  @ParameterizedTest
  @MethodSource("figures")
  void everyCallOfAFigureIsMeasured(Path file) throws Exception {
    Experiment figure = ComponentFile.read(file, 2).experiment();
    List<Request> requests =
        figure.databases().stream()
            .map(call -> Request.random(call.id(), figure.valueSizes().get(0)).by(2))
            .toList();
    assumeTrue(
        HAS_PMEM2 || requests.stream().noneMatch(each -> each.operation().startsWith("pmem2_")),
        "this machine lacks libpmem2; run bin/install-packages probe");

    Probe probe = probe(brief(requests));

    assertThat(probe.reason()).isNull();
    assertThat(probe.figures())
        .hasSameSizeAs(requests)
        .allSatisfy(each -> assertThat(each.error()).as(each.request().operation()).isNull())
        .allSatisfy(each -> assertThat(each.rate().mean()).isPositive());
  }

  static List<Path> figures() throws IOException {
    try (Stream<Path> files = Files.list(Installation.find().workloads().resolve("medium"))) {
      return files.sorted().toList();
    }
  }

  @Test
  void withoutLibpmem2ItsCallsFailAloneWithARemedy() throws Exception {
    Probe probe =
        probe(
            brief(Request.random("pmem2_persist_byte", 64), Request.random("load", 256)),
            MediumReads.NONE,
            Map.of("libpmem2", Path.of("libpmem2.so.99")),
            Map.of());

    assertThat(probe.figures().get(0).error())
        .contains("libpmem2.so.99", "bin/install-packages probe")
        .doesNotContain("\n");
    assertThat(probe.figures().get(1).measured()).isTrue();
  }

  @Test
  void percentilesNeedTenSlowerOperations() throws Exception {
    Request request = Request.random("pmem_persist", 64);
    Plan plan = new Plan("longer", List.of(request), 1, Duration.ofMillis(200));

    MediumFigure figure = probe(plan).figures().get(0);

    assertThat(figure.percentiles().p50())
        .isNotNull()
        .isLessThanOrEqualTo(figure.percentiles().p99());
    assertThat(probe(brief(request)).figures().get(0).percentiles().p999()).isNull();
  }

  @Test
  void aSizeThatDoesNotFitFailsAlone() throws Exception {
    Probe probe =
        probe(
            brief(
                Request.random("pmem_persist", 1 << 20).by(128),
                Request.random("pmem_persist", 64),
                Request.random("nonsense", 64)));

    assertThat(probe.figures().get(0).error()).contains("share");
    assertThat(probe.figures().get(1).measured()).isTrue();
    assertThat(probe.figures().get(2).error()).endsWith(" nonsense");
  }

  /** The factor is so large that no other program can hide it. */
  @Test
  void onASlowerMemoryChainsWaitForTheReadsOfThePlaceAlone() throws Exception {
    List<Request> requests =
        List.of(
            Request.random("chain_read", 512),
            Request.random("chain_16xread", 512),
            Request.random("chain_3xdram_read_persist64", 512),
            Request.random("load", 512));
    Plan plan = new Plan("slower", requests, 3, Duration.ofMillis(20));

    MediumReads slow = new MediumReads(Map.of("medium", 10_000.0, "dram", 100.0), Map.of());
    Probe probe = probe(plan, slow, Map.of(), Map.of());
    assertThat(probe.reason()).isNull();
    List<MediumFigure> slower = probe.figures();

    double waiting = slower.get(0).rate().mean();
    assertThat(slower.get(1).rate().mean()).isLessThan(waiting);
    assertThat(slower.get(2).rate().mean()).isGreaterThan(5 * waiting);
    assertThat(slower.get(3).rate().mean()).isGreaterThan(5 * waiting);
  }

  /** Otherwise main memory would be slower than the place by the address translation. */
  @ParameterizedTest
  @CsvSource({"never, nh", "always, hg"})
  void theMainMemoryOfAChainHasThePagesOfThePlace(String huge, String advice) throws Exception {
    assumeTrue(
        Files.exists(Path.of("/sys/kernel/mm/transparent_hugepage")),
        "this kernel lacks huge pages");
    assumeTrue(
        status("mount", "-t", "tmpfs", "-o", "size=80m,huge=" + huge, "none", folder.toString())
            == 0,
        "this user may not mount a tmpfs");
    Process process =
        new ProcessBuilder(
                program().toString(), "--dir", folder.toString(), "--bytes", "" + (32 << 20))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedWriter requests = process.outputWriter();
        BufferedReader answers = process.inputReader()) {
      requests.write("chain_dram_read 512 random 1 1\n");
      requests.flush();
      assertThat(answers.readLine()).contains("\"is_pmem\"");
      assertThat(answers.readLine()).contains("ops_s");

      assertThat(adviceOfMappings(process.pid(), 34 << 10)).contains(advice);
    } finally {
      process.destroyForcibly().waitFor();
      assertThat(status("umount", folder.toString())).isZero();
    }
  }

  /** The flags of mappings of at least so many KiB: hg asks for huge pages, nh refuses them. */
  private static List<String> adviceOfMappings(long process, int size) throws IOException {
    List<String> advice = new ArrayList<>();
    boolean ofSize = false;
    for (String line : Files.readAllLines(Path.of("/proc", "" + process, "smaps"))) {
      if (line.startsWith("Size:")) {
        ofSize = Long.parseLong(line.replaceAll("\\D", "")) >= size;
      } else if (ofSize && line.startsWith("VmFlags:")) {
        advice.addAll(List.of(line.split(" +")));
      }
    }
    return advice;
  }

  private static int status(String... command) throws Exception {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  @Test
  void theUserMayLeaveFlushesOut() throws Exception {
    Probe probe =
        probe(
            brief(Request.random("pmem_persist", 64)),
            MediumReads.NONE,
            Map.of(),
            Map.of("PMEM_NO_FLUSH", "1"));

    assertThat(probe.method().flushing().leftOut()).isTrue();
    assertThat(probe.method().flushing().describe()).contains("FLUSHES ARE LEFT OUT");
  }

  @Test
  void aMissingLibraryIsAReasonWithARemedy() throws Exception {
    Path absent = Path.of("libpmem-of-nobody.so.1");

    Probe probe =
        probe(
            brief(Request.random("load", 8)),
            MediumReads.NONE,
            Map.of("libpmem", absent),
            Map.of());

    assertThat(probe.reason())
        .contains(absent.toString(), "bin/install-packages pmemkv")
        .doesNotContain("\n");
    assertThat(probe.figures()).isEmpty();
  }
}
