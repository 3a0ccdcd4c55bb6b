package org.pmemycsb.it.containers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.startupcheck.OneShotStartupCheckStrategy;

/**
 * The image of {@code docker/Dockerfile}: everything that it brings runs in it, and not as root.
 */
@Tag("everything")
@Timeout(600)
class HarnessImageTest {
  private static final List<String> DATABASES =
      List.of("pmemkv", "redis", "pm-redis", "postgres", "pm-postgres");

  @TempDir private Path folder;

  @BeforeAll
  static void requireDocker() {
    Images.requireDocker();
  }

  @Test
  void everyDatabaseInItTakesPartInARun() throws Exception {
    Path summary = folder.resolve("summary.csv");
    try (GenericContainer<?> harness = new GenericContainer<>(Images.harness())) {
      // It ends with status 0 by itself.
      harness
          .withTmpFs(Map.of("/pmem", "rw,exec,mode=1777,size=1g"))
          .withCommand(
              "run smoke --place pmem=/pmem --out /harness/out --db " + String.join(",", DATABASES))
          .withStartupCheckStrategy(
              new OneShotStartupCheckStrategy().withTimeout(Duration.ofMinutes(5)))
          .start();
      assertThat(harness.getContainerInfo().getConfig().getUser()).isEqualTo("ycsb");
      harness.copyFileFromContainer("/harness/out/summary.csv", summary.toString());
    }
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
