package org.pmemycsb.it.containers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.result.Journal;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.spi.DatabaseAdapter;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.startupcheck.OneShotStartupCheckStrategy;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.images.builder.ImageFromDockerfile;

/**
 * The image of {@code docker/Dockerfile}: everything that it brings runs in it, and not as root.
 */
@Tag("everything")
@Timeout(600)
class HarnessImageTest {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  /** Also the servers with persistent memory: those of the adapters that are named for it. */
  private static final Set<String> SERVERS = Set.of("redis", "postgres");

  /** What the image has by default, and the variants of it. */
  private static final List<String> DATABASES =
      Stream.concat(
              Stream.of("pmemkv", "redis", "postgres"),
              ServiceLoader.load(DatabaseAdapter.class).stream()
                  .map(ServiceLoader.Provider::get)
                  .filter(adapter -> adapter.variantOf().stream().anyMatch(SERVERS::contains))
                  .map(DatabaseAdapter::name))
          .toList();

  @TempDir private Path folder;

  @BeforeAll
  static void requireDocker() {
    Images.requireDocker();
  }

  @Test
  void everyDatabaseInItTakesPartInARun() throws Exception {
    List<String> rows =
        rowsOf(Images.harness(), "run", "smoke", "--db", String.join(",", DATABASES));
    for (String database : DATABASES) {
      assertThat(rows)
          .filteredOn(row -> row.startsWith(database + ",") && row.contains(",tmpfs,trace,"))
          .as("phases of %s", database)
          .hasSizeGreaterThanOrEqualTo(3)
          .allMatch(row -> row.contains(",0,true,"));
    }
  }

  /** Where PostgreSQL has the extension documentdb and there is a FerretDB 2. */
  @Test
  void optionServerStartsFerretdb2() throws Exception {
    Images.requireFerretdb2();
    List<String> rows =
        rowsOf(
            Images.harnessOnFerretdb2(),
            "run",
            "--db",
            "mongodb{server=ferretdb2}",
            "--threads",
            "4",
            "--records",
            "200",
            "--operations",
            "400",
            "--repeats",
            "1",
            "--calibrate",
            "0");
    assertThat(rows.subList(1, rows.size()))
        .as("load and A to D")
        .hasSize(5)
        .allMatch(row -> row.startsWith("mongodb{server=ferretdb2} (FerretDB),"))
        .allMatch(row -> row.contains(",0,true,"));
  }

  @Test
  void ferretdb2KeepsWhatItAcknowledged() throws Exception {
    Images.requireFerretdb2();
    try (GenericContainer<?> harness =
        harness(
            Images.harnessOnFerretdb2(),
            "audit",
            "--db",
            "mongodb{server=ferretdb2}",
            "--durability",
            "commit",
            "--rounds",
            "2")) {
      harness.start();
      assertThat(harness.getLogs())
          .containsPattern("mongodb\\{server=ferretdb2} \\(FerretDB\\).* holds");
    }
  }

  @Test
  void aFerretdb2ThatIsKilledMakesItsPhaseInvalidAndTheNextRunIsClean() throws Exception {
    Images.requireFerretdb2();
    try (GenericContainer<?> harness =
        container(Images.harnessOnFerretdb2(), "1g", workloadA("2KiB", 1000, 8000, 2))
            .waitingFor(Wait.forLogMessage(".*  load .*\\n", 1).withStartupTimeout(LIMIT))) {
      harness.start();
      harness.execInContainer(
          "sh",
          "-c",
          "for p in /proc/[0-9]*; do case $(readlink $p/exe) in"
              + " */ferretdb*) kill -9 ${p#/proc/};; esac; done");
      assertThat(status(harness)).as(harness.getLogs()).isEqualTo(1);

      harness.copyFileFromContainer(
          "/harness/out/cells.jsonl", folder.resolve("cells.jsonl").toString());
      List<PhaseResult> phases = new Journal(folder).read();
      assertThat(phases).hasSize(4);
      assertThat(phases.get(1).valid()).isFalse();
      assertThat(phases.get(1).reason())
          .containsPattern("refused|killed|ended|gone|reached|terminating");
      assertThat(phases.subList(2, 4)).allMatch(PhaseResult::valid);
    }
  }

  @Test
  void aFullDiskUnderFerretdb2IsAnInvalidCell() throws Exception {
    Images.requireFerretdb2();
    try (GenericContainer<?> harness =
        container(Images.harnessOnFerretdb2(), "160m", workloadA("16KiB", 10_000, 1000, 1))) {
      harness.start();
      assertThat(status(harness)).as(harness.getLogs()).isEqualTo(1);
      assertThat(harness.getLogs())
          .contains("INVALID: mongodb{server=ferretdb2} (FerretDB), phase load")
          .contains("DISK_FULL");
    }
  }

  private static String[] workloadA(String value, int records, int operations, int repeats) {
    return "run --db mongodb{server=ferretdb2} --workloads A --value-size %s --records %d --operations %d --repeats %d"
        .formatted(value, records, operations, repeats)
        .split(" ");
  }

  /** The harness's exit status, when it has ended. */
  private static long status(GenericContainer<?> harness) throws InterruptedException {
    while (harness.isRunning()) {
      Thread.sleep(100);
    }
    return harness.getCurrentContainerInfo().getState().getExitCodeLong();
  }

  /** The harness in a container, which ends with status 0 by itself. */
  private static GenericContainer<?> harness(ImageFromDockerfile image, String... arguments) {
    return container(image, "1g", arguments)
        .withStartupCheckStrategy(new OneShotStartupCheckStrategy().withTimeout(LIMIT));
  }

  private static GenericContainer<?> container(
      ImageFromDockerfile image, String size, String... arguments) {
    List<String> command = new ArrayList<>(List.of(arguments));
    command.addAll(List.of("--pmem", "/pmem", "--out", "/harness/out"));
    return new GenericContainer<>(image)
        .withTmpFs(Map.of("/pmem", "rw,exec,mode=1777,size=" + size))
        .withCommand(command.toArray(String[]::new));
  }

  /** The rows of a summary, made by the user of the image. */
  private List<String> rowsOf(ImageFromDockerfile image, String... arguments) throws Exception {
    try (GenericContainer<?> harness = harness(image, arguments)) {
      harness.start();
      assertThat(harness.getContainerInfo().getConfig().getUser()).isEqualTo("ycsb");
      Path summary = folder.resolve("summary.csv");
      harness.copyFileFromContainer("/harness/out/summary.csv", summary.toString());
      return Files.readAllLines(summary);
    }
  }
}
