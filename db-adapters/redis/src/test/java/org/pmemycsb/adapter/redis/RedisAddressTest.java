package org.pmemycsb.adapter.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedisAddressTest {
  @ParameterizedTest
  @CsvSource({
    "redis://h, h, 6379, 0, , , false",
    "redis://h:1234/, h, 1234, 0, , , false",
    "redis://h:1234/7, h, 1234, 7, , , false",
    "redis://:secret@h, h, 6379, 0, , secret, false",
    "redis://me:se%3Acr%40t+@h, h, 6379, 0, me, se:cr@t+, false",
    "redis://me@h, h, 6379, 0, me, , false",
    "rediss://h:1, h, 1, 0, , , true",
  })
  void urlOfAPortIsTakenApart(
      String url, String host, int port, int database, String user, String password, boolean tls) {
    assertThat(of(url))
        .isEqualTo(
            new RedisAddress(
                host,
                port,
                Optional.empty(),
                database,
                Optional.ofNullable(user),
                Optional.ofNullable(password),
                tls,
                Optional.empty(),
                Optional.empty()));
  }

  @Test
  void urlOfASocketIsTakenApart() {
    RedisAddress address = of("unix://:secret@/run/redis.sock?3");
    assertThat(address.socket()).contains(Path.of("/run/redis.sock"));
    assertThat(address.password()).contains("secret");
    assertThat(address.database()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://:secret@h",
        "h:6379/secret",
        "redis:///secret",
        "redis://:secret@h/x",
        "redis://:secret@h:70000",
        "redis://:secret@h/-1",
        "unix:secret",
        "redis://:secret@h h",
      })
  void otherUrlsAreRefusedWithoutBeingRepeated(String url) {
    assertThatThrownBy(() -> of(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("redis: ")
        .message()
        .doesNotContain("secret");
  }

  @Test
  void invalidPropertyIsNamed() {
    Properties properties = new Properties();
    properties.setProperty("redis.port", "many");
    assertThatThrownBy(() -> RedisAddress.of(properties))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching("redis: redis.port .*many");
  }

  @Test
  void secretsAreNotPrinted() {
    assertThat(of("redis://me:secret@h:1/2").toString()).isEqualTo("h:1 (database 2)");
  }

  private static RedisAddress of(String url) {
    return RedisAddress.ofUrl(url, Optional.empty(), Optional.empty());
  }
}
