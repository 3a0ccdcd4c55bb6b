package org.pmemycsb.adapter.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.pmemycsb.spi.DatabaseException;

/** The output is that of redis-benchmark 7.0.15 with {@code -q}, split at its carriage returns. */
class RedisToolTest {
  private static final String PROGRESS =
      "HGETALL user0000000000000000__rand_int__: rps=0.0 (overall: -nan) avg_msec=-nan (overall: -nan)";

  private static double rate(String... output) throws DatabaseException {
    return new RedisTool(Optional.of(Path.of("redis-benchmark")))
        .operationsPerSecond(List.of(output));
  }

  @Test
  void theLastLineHasTheThroughput() throws Exception {
    assertThat(
            rate(
                " ",
                PROGRESS,
                "HGETALL user0000000000000000__rand_int__: 29239.77 requests per second, p50=0.023 msec",
                ""))
        .isEqualTo(29239.77);
  }

  @Test
  void aWarningIsNoError() throws Exception {
    assertThat(
            rate(
                "WARNING: Could not fetch server CONFIG",
                PROGRESS,
                "EVALSHA 4b1b 1 user0000000000000000__rand_int__ field0 abc: 20491.80 requests per second, p50=0.031 msec"))
        .isEqualTo(20491.80);
  }

  @Test
  void anErrorOfTheServerLeavesNoFigure() {
    assertThatThrownBy(
            () ->
                rate(
                    PROGRESS,
                    "Error from server: NOSCRIPT No matching script. Please use EVAL.",
                    "EVALSHA aaaa 1 x: 90000.00 requests per second, p50=0.011 msec"))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("NOSCRIPT");
    assertThatThrownBy(() -> rate(PROGRESS)).hasMessageContaining("no requests per second");
  }

  @Test
  void aMissingToolIsInstalledByAPackage() {
    assertThat(new RedisTool(Optional.empty()).probe())
        .matches(found -> !found.available())
        .matches(found -> found.remedy().orElseThrow().contains("redis-tools"));
  }
}
