package org.pmemycsb.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.result.Journal;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.pmemkv.PmemkvLibrary;
import org.pmemycsb.store.StoreException;

/** Runs with two machines, by the launcher of the distribution, which brings Spark. */
@Timeout(600)
@Tag("everything")
class ClusterRunTest {
  private static final Path ROOT = Path.of("../../..").toAbsolutePath().normalize();
  private static final Path LAUNCHER = ROOT.resolve("dist/target/pmem-ycsb/bin/pmem-ycsb");

  // As the harness makes them up.
  private static final String PASSWORD = "(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])";

  private static final String LATE = "s after the others";

  @TempDir private static Path cache;
  @TempDir private Path folder;
  private Path out;
  private String patience = "120s";

  @BeforeEach
  void nameTheResults() {
    out = folder.resolve("out");
  }

  private Process start(String cluster, String arguments) throws IOException {
    // Tests that run in the background of a script have SIGINT ignored, and hand that on.
    List<String> command =
        new ArrayList<>(List.of("env", "--default-signal=INT", LAUNCHER.toString(), "run"));
    command.addAll(List.of("--cluster", cluster, "--out", out.toString(), "--repeats", "1"));
    command.addAll(List.of(arguments.strip().split("\\s+")));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().remove("SPARK_HOME");
    builder.environment().put("PMEM_YCSB_CACHE", cache.toString());
    // The usual cache may hold it, and this one is empty.
    try {
      builder.environment().put(PmemkvLibrary.ENVIRONMENT, PmemkvLibrary.file().toString());
    } catch (StoreException none) {
      // Tests without pmemkv run all the same.
    }
    Path settings = folder.resolve("spark.conf");
    Files.writeString(settings, "spark.pmemycsb.patience " + patience);
    builder.environment().put("PMEM_YCSB_SPARK_CONF", settings.toString());
    return builder.redirectErrorStream(true).redirectOutput(folder.resolve("log").toFile()).start();
  }

  private String said() throws IOException {
    return Files.readString(folder.resolve("log"));
  }

  private String run(String cluster, String arguments) throws Exception {
    int status = start(cluster, arguments).waitFor();
    // Beside other work, a machine may begin so late that its cells must be INVALID.
    for (int again = 1; again < 5 && status != 0 && said().contains(LATE); again++) {
      out = folder.resolve("again-" + again);
      status = start(cluster, arguments).waitFor();
    }
    assertThat(status).as(said()).isZero();
    return said();
  }

  private List<String> valid() throws IOException {
    return Files.readAllLines(out.resolve("summary.csv")).stream()
        .skip(1)
        .filter(row -> row.contains(",0,true,"))
        .map(row -> String.join(" ", row.split(",")[0], row.split(",")[1]))
        .sorted()
        .toList();
  }

  /** Every process of a run has the cache's name in its environment. */
  @AfterAll
  static void nothingIsLeft() throws Exception {
    for (int i = 0; i < 1200 && !left().isEmpty(); i++) {
      Thread.sleep(50);
    }
    assertThat(left()).isEmpty();
  }

  private static List<ProcessHandle> left() {
    return Fleets.withEnvironment("PMEM_YCSB_CACHE=" + cache);
  }

  @Test
  void twoThreadsStandForMachines() throws Exception {
    String said =
        run(
            "local[2]",
            "--machines 2 --db noop --threads 1 --workloads A --records 1000 --operations 5000");
    assertThat(valid()).containsExactly("noop A", "noop load");
    assertThat(said).doesNotContain("WARN", "SLF4J", "log4j");
  }

  @Test
  void serversForOtherMachinesHaveAPasswordThatNobodySees() throws Exception {
    String said =
        run(
            "local[2]?listen=127.0.0.2",
            """
                --machines 2 --db redis@pmem,postgres@pmem --threads 1 --workloads A --records 500
                --operations 2000 --calibrate 0
                """);
    assertThat(valid()).containsExactly("postgres A", "postgres load", "redis A", "redis load");
    assertThat(said).doesNotContainPattern(PASSWORD);
    List<Path> files;
    try (Stream<Path> all = Files.walk(out)) {
      files = all.filter(Files::isRegularFile).toList();
    }
    assertThat(files).extracting(each -> each.getFileName().toString()).contains("cells.jsonl");
    for (Path file : files) {
      assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
          .as(file.toString())
          .doesNotContainPattern(PASSWORD);
    }
  }

  @Test
  void serversAreMeasuredByTwoMachinesOfACluster() throws Exception {
    try (Standalone cluster = new Standalone(Files.createDirectory(folder.resolve("cluster")), 2)) {
      run(
          cluster.url(),
          """
              --machines 2 --db redis@pmem,postgres@pmem --threads 4 --workloads A,B,C,D --records 2000
              --operations 8000 --calibrate 0
              """);
      while (workers() > 0) {
        Thread.sleep(50);
      }
    }
    assertThat(valid())
        .containsExactlyElementsOf(
            Stream.of("postgres", "redis")
                .flatMap(each -> Stream.of("A", "B", "C", "D", "load").map(p -> each + " " + p))
                .toList());
    assertThat(new Journal(out).read())
        .hasSize(10)
        .allSatisfy(
            each -> {
              boolean load = each.phase().equals("load");
              assertThat(each.measurement().work().good())
                  .isEqualTo(load ? loads(each) * 2000 : 8000);
              assertThat(each.measurement().onMachines()).hasSize(2);
              if (each.phase().equals("D")) {
                assertThat(each.state().recordCount()).isGreaterThan(2000);
              } else {
                assertThat(each.state().recordCount()).isEqualTo(2000);
              }
            });
  }

  /** A short load is made again. */
  private static int loads(PhaseResult load) {
    Integer segments = load.measurement().replay().segments();
    return segments == null ? 1 : segments;
  }

  @Test
  void anInterruptedRunLeavesNothingOnAnyMachine() throws Exception {
    try (Standalone cluster = new Standalone(Files.createDirectory(folder.resolve("cluster")), 2)) {
      Process run = start(cluster.url(), "--machines 2 --db noop --workloads A --duration 60s");
      while (workers() < 2) {
        assertThat(run.isAlive()).as(said()).isTrue();
        Thread.sleep(50);
      }
      new ProcessBuilder("kill", "-INT", Long.toString(run.pid())).start().waitFor();
      assertThat(run.waitFor()).as(said()).isEqualTo(130);
      while (workers() > 0) {
        Thread.sleep(50);
      }
    }
    assertThat(said()).contains("run --resume").doesNotContain("INVALID");
  }

  @Test
  void aLostMachineLeavesTheCellsOfFewerMachinesAndTheReport() throws Exception {
    patience = "40s";
    try (Standalone cluster = new Standalone(Files.createDirectory(folder.resolve("cluster")), 2)) {
      Process run =
          start(
              cluster.url(),
              """
                  --machines=1,2 --db=noop --workloads=A --records=1000 --duration=2s
                  --calibrate=0
                  """);
      while (workers() < 2) {
        assertThat(run.isAlive()).as(said()).isTrue();
        Thread.sleep(20);
      }
      cluster.worker(1).destroyForcibly();
      assertThat(run.waitFor()).as(said()).isEqualTo(1);
    }
    // Lost before a phase, or within it.
    assertThat(said())
        .contains("INVALID: noop")
        .containsPattern("1 of 2 machines .*40 s|executor was lost");
    assertThat(valid()).contains("noop A");
    assertThat(out.resolve("report.html")).isNotEmptyFile();
  }

  private static long workers() {
    return ProcessHandle.current()
        .descendants()
        .filter(each -> Fleets.read(each, "cmdline").contains("WorkerMain"))
        .count();
  }
}
