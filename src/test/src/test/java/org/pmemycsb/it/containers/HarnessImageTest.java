package org.pmemycsb.it.containers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.spi.DatabaseAdapter;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.startupcheck.OneShotStartupCheckStrategy;

/**
 * The image of {@code docker/Dockerfile}: everything that it brings runs in it, and not as root.
 */
@Tag("everything")
class HarnessImageTest {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  /** Also the servers with persistent memory: those of the adapters that are named for it. */
  private static final List<String> DATABASES =
      Stream.concat(
              Stream.of("pmemkv", "redis", "postgres"),
              ServiceLoader.load(DatabaseAdapter.class).stream()
                  .map(adapter -> adapter.get().name())
                  .filter(name -> name.startsWith("pm-")))
          .toList();

  @TempDir private Path folder;

  @BeforeAll
  static void requireDocker() {
    Images.requireDocker();
  }

  @Test
  void everyDatabaseInItTakesPartInARun() throws Exception {
    try (GenericContainer<?> harness = new GenericContainer<>(Images.harness())) {
      harness
          .withTmpFs(Map.of("/pmem", "rw,exec,mode=1777,size=1g"))
          .withCommand(
              "run",
              "smoke",
              "--only",
              String.join(",", DATABASES),
              "--pmem",
              "/pmem",
              "--out",
              "/harness/out")
          .withStartupCheckStrategy(new OneShotStartupCheckStrategy().withTimeout(LIMIT))
          .start();

      assertThat(harness.getContainerInfo().getConfig().getUser()).isEqualTo("ycsb");
      Path summary = folder.resolve("summary.csv");
      harness.copyFileFromContainer("/harness/out/summary.csv", summary.toString());
      List<String> rows = Files.readAllLines(summary);
      for (String database : DATABASES) {
        assertThat(rows)
            .filteredOn(row -> row.startsWith(database + ",") && row.contains(",tmpfs,trace,"))
            .as("phases of %s", database)
            .hasSizeGreaterThanOrEqualTo(3)
            .allMatch(row -> row.contains(",0,true,"));
      }
    }
  }
}
