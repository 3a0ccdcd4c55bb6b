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
import org.pmemycsb.spi.DatabaseAdapter;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.startupcheck.OneShotStartupCheckStrategy;
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
                  .filter(
                      adapter ->
                          adapter.traits(Map.of()).variantOf().stream().anyMatch(SERVERS::contains))
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

  /** The harness in a container, which ends with status 0 by itself. */
  private static GenericContainer<?> harness(ImageFromDockerfile image, String... arguments) {
    List<String> command = new ArrayList<>(List.of(arguments));
    command.addAll(List.of("--place", "pmem=/pmem", "--out", "/harness/out"));
    return new GenericContainer<>(image)
        .withTmpFs(Map.of("/pmem", "rw,exec,mode=1777,size=1g"))
        .withCommand(command.toArray(String[]::new))
        .withStartupCheckStrategy(new OneShotStartupCheckStrategy().withTimeout(LIMIT));
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
