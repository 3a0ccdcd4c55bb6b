package org.pmemycsb.it.containers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.it.harness.HarnessProcess;

/** The harness against servers that run already, also when one can no longer be reached. */
@Tag("everything")
class ExternalRunTest {
  /** More than a run gets through before the test has intervened; all of them are tried. */
  private static final int LONG = 100_000;

  private static final int COMMANDS = 5000;

  @TempDir private Path folder;

  @BeforeAll
  static void requireDocker() {
    Images.requireDocker();
  }

  private List<String> rows() throws IOException {
    return Files.readAllLines(folder.resolve("out/summary.csv")).stream().skip(1).toList();
  }

  private HarnessProcess start(String more) throws IOException {
    return HarnessProcess.start(
        folder,
        Map.of(),
        "run --repeats 1 --value-size 100 --records 500 --calibrate 0 --output details --out %s "
            + more,
        folder.resolve("out"));
  }

  private void assertValid(String database, Server server) throws Exception {
    start("--db %s --url %s --operations 500".formatted(database, server.url()))
        .await()
        .hasStatus(0);
    assertThat(rows()).hasSize(5).allMatch(row -> row.contains(",0,true,"));
  }

  @Test
  void everyCellOfRedisIsValidAndNothingIsLeft() throws Exception {
    try (Server redis = Server.redis()) {
      assertValid("redis", redis);
      assertThat(redis.run("redis-cli", "dbsize")).as("what is left").isEqualTo("0");
    }
  }

  @Test
  void everyCellOfPostgresIsValid() throws Exception {
    try (Server postgres = Server.postgres()) {
      assertValid("postgres", postgres);
    }
  }

  /** On whatever the image holds: MongoDB, or FerretDB in its place, which states no durability. */
  @Test
  void everyCellOfMongodbIsValid() throws Exception {
    Images.requireMongo();
    try (Server mongo = Server.mongo()) {
      assertValid("mongodb{claimedDurability=commit}", mongo);
    }
  }

  private static int commands(Server redis) {
    return redis
        .run("redis-cli", "info", "stats")
        .lines()
        .filter(line -> line.startsWith("total_commands_processed:"))
        .mapToInt(line -> Integer.parseInt(line.substring(line.indexOf(':') + 1).strip()))
        .sum();
  }

  /** The records cannot be removed from a server that is gone, which marks the load too. */
  @Test
  void aNetworkThatIsCutMakesTheRunInvalid() throws Exception {
    try (Server redis = Server.redis()) {
      HarnessProcess harness =
          start(
              "--db redis --url %s --workloads C --threads 2 --operations %d --patience 5s"
                  .formatted(redis.url(), LONG));
      harness.awaitMessage("  load ");
      int loaded = commands(redis);
      while (harness.process().isAlive() && commands(redis) < loaded + COMMANDS) {
        Thread.sleep(50);
      }
      redis.pause();
      try {
        assertThat(harness.await().hasStatus(1).complaint()).contains("phase load", "phase C");
        assertThat(rows())
            .hasSize(2)
            .allMatch(row -> row.contains(",0,1,,,") && row.contains(",false,"));
      } finally {
        redis.unpause();
      }
    }
  }
}
