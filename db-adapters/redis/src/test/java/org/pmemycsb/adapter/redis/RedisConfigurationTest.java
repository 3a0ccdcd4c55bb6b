package org.pmemycsb.adapter.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.pmemycsb.spi.Durability;

class RedisConfigurationTest {
  @Test
  void onlyWhatTheBenchmarkNeedsIsSet() {
    assertThat(settings(Optional.empty(), Durability.NONE))
        .containsExactly(
            "bind 127.0.0.1",
            "port 1234",
            "include password.conf",
            "dir data",
            "save \"\"",
            "appendonly no");
  }

  @Test
  void durabilityIsTheLogAndItsSync() {
    assertThat(settings(Optional.empty(), Durability.PERIODIC))
        .contains("appendonly yes", "appendfsync everysec");
    assertThat(settings(Optional.empty(), Durability.COMMIT))
        .contains("appendonly yes", "appendfsync always");
  }

  @Test
  void socketTakesThePlaceOfThePort() {
    assertThat(settings(Optional.of(Path.of("/s")), Durability.NONE))
        .contains("port 0", "unixsocket redis.sock")
        .doesNotContain("port 1234", "bind 127.0.0.1");
  }

  @Test
  void aPasswordLiesInAFileOfItsOwn() {
    assertThat(settings(RedisAddress.guarded("10.0.0.5", 1234, "secret"), Durability.NONE))
        .containsSubsequence("bind 10.0.0.5", "port 1234", "include password.conf", "dir data")
        .noneMatch(line -> line.contains("secret"));
  }

  @Test
  void settingsOfALiveServerAreRead() {
    assertThat(durability("yes", "always")).isEqualTo(Durability.COMMIT);
    assertThat(durability("yes", "everysec")).isEqualTo(Durability.PERIODIC);
    assertThat(durability("yes", "no")).isEqualTo(Durability.NONE);
    assertThat(durability("no", "always")).isEqualTo(Durability.NONE);
    assertThat(RedisConfiguration.durability(Map.of())).isEqualTo(Durability.NONE);
    for (String sync : List.of("always", "everysec")) {
      assertThat(
              RedisConfiguration.durability(
                  Map.of(
                      "appendonly",
                      "yes",
                      "appendfsync",
                      sync,
                      "no-appendfsync-on-rewrite",
                      "yes")))
          .as("syncs stop during a rewrite")
          .isEqualTo(Durability.NONE);
    }
  }

  private static List<String> settings(Optional<Path> socket, Durability durability) {
    return settings(socket.map(RedisAddress::local).orElse(RedisAddress.local(1234)), durability);
  }

  private static List<String> settings(RedisAddress address, Durability durability) {
    return RedisConfiguration.text(address, RedisConfiguration.log(durability))
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .toList();
  }

  private static Durability durability(String appendonly, String appendfsync) {
    return RedisConfiguration.durability(
        Map.of("appendonly", appendonly, "appendfsync", appendfsync));
  }
}
