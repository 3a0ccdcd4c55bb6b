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
import org.pmemycsb.spi.Durability;

/** The harness against servers that run already, also when they stop to. */
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

  private Path out() {
    return folder.resolve("out");
  }

  private List<String> rows() throws IOException {
    return Files.readAllLines(out().resolve("summary.csv"));
  }

  private HarnessProcess start(String more) throws IOException {
    return HarnessProcess.start(
        folder,
        Map.of(),
        "run --repeats 1 --value-size 100 --records 500 --calibrate 0 --output details --out %s "
            + more,
        out());
  }

  @Test
  void everyCellIsValid() throws Exception {
    try (Server redis = Server.redis(Durability.COMMIT);
        Server postgres = Server.postgres(Durability.COMMIT)) {
      start(
              "--db redis,postgres --url redis=%s --url postgres=%s --threads 1,4 --operations 1000"
                  .formatted(redis.url(), postgres.url()))
          .await()
          .hasStatus(0);

      assertThat(rows()).hasSize(1 + 2 * 2 * 5);
      assertThat(rows().subList(1, rows().size())).allMatch(row -> row.contains(",1,1,"));
      assertThat(rows().subList(1, rows().size())).allMatch(row -> row.contains(",0,true,"));
      assertThat(redis.run("redis-cli", "dbsize")).as("what is left").isEqualTo("0");
    }
  }

  /** Starts a run that takes its time, and returns when its phase is under way. */
  private HarnessProcess startLong(Server redis) throws IOException, InterruptedException {
    HarnessProcess harness =
        start(
            "--db redis --url %s --workloads C --threads 2 --operations %d --patience 5s"
                .formatted(redis.url(), LONG));
    harness.awaitMessage("  load ");
    int loaded = commands(redis);
    while (harness.process().isAlive() && commands(redis) < loaded + COMMANDS) {
      Thread.sleep(50);
    }
    return harness;
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
  private void assertNoPhaseIsValid(HarnessProcess.Ended ended) throws IOException {
    assertThat(ended.complaint()).contains("phase load", "phase C");
    assertThat(rows().subList(1, rows().size()))
        .hasSize(2)
        .allMatch(row -> row.contains(",0,1,,,") && row.contains(",false,"));
  }

  @Test
  void aContainerKilledInMidRunMakesTheRunInvalid() throws Exception {
    try (Server redis = Server.redis(Durability.COMMIT)) {
      HarnessProcess harness = startLong(redis);
      redis.kill();
      assertNoPhaseIsValid(harness.await().hasStatus(1));
    }
  }

  @Test
  void aNetworkThatIsCutMakesTheRunInvalid() throws Exception {
    try (Server redis = Server.redis(Durability.COMMIT)) {
      HarnessProcess harness = startLong(redis);
      redis.pause();
      try {
        assertNoPhaseIsValid(harness.await().hasStatus(1));
      } finally {
        redis.unpause();
      }
    }
  }
}
