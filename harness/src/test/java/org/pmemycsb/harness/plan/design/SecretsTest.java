package org.pmemycsb.harness.plan.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.ConfigurationException;

class SecretsTest {
  private static final Function<String, String> ENVIRONMENT =
      Map.of("PW", "from+the%40env", "USER", "me")::get;

  private static Secrets secrets(Map<String, String> options, Map<String, String> properties) {
    return Secrets.of(List.of(new DatabaseChoice("redis", options)), properties, ENVIRONMENT);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "url | redis://localhost:6379/0             | redis://localhost:6379/0",
        "url | redis://:pw@localhost:6379           | redis://:***@localhost:6379",
        "url | redis://me:p@w/x@localhost           | redis://me:***@localhost",
        "url | redis://me@localhost:1               | redis://me@localhost:1",
        "url | redis://me:${PW}@localhost           | redis://me:${PW}@localhost",
        "url | redis://me:my${PW}@localhost         | redis://me:***@localhost",
        "url | unix://:pw@/run/redis.sock           | unix://:***@/run/redis.sock",
        "url | mongodb://me:pw@one,two/db?a=b@c     | mongodb://me:***@one,two/db?a=b@c",
        "url | jdbc:postgresql://h/db?password=p&x=1 | jdbc:postgresql://h/db?password=***&x=1",
        "url | postgresql://h/db?sslpassword=p      | postgresql://h/db?sslpassword=***",
        "url | postgresql://h/db?password=${PW}     | postgresql://h/db?password=${PW}",
        "redis.password | pw                        | ***",
        "redis.password | ${PW}                     | ${PW}",
        "trustStorePassword | pw                    | ***",
        "api.TOKEN | pw                             | ***",
        "engine | cmap                              | cmap",
      })
  void passwordsAreLeftOutAndNothingElse(String name, String value, String stored) {
    assertThat(Secrets.redacted(name, value)).isEqualTo(stored);
    assertThat(Secrets.redacted(name, stored)).as("stored again").isEqualTo(stored);
  }

  @Test
  void variablesOfTheEnvironmentStandForTheirValues() {
    assertThat(Secrets.resolved("url", "redis://${USER}:${PW}@h", ENVIRONMENT))
        .isEqualTo("redis://me:from+the%40env@h");
    assertThatThrownBy(() -> Secrets.resolved("url", "redis://${NONE}@h", ENVIRONMENT))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll("url:", "NONE");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "url | redis://me:${PW}@h     | redis://me:%25a%2F%40%23%3F%20%C3%A9%2F@h",
        "url | redis://:x${PW}@h/${U} | redis://:x%25a%2F%40%23%3F%20%C3%A9%2F@h/me",
        "redis.password | ${PW}       | %a/@#? é%2F",
      })
  void aPasswordFromTheEnvironmentFitsIntoItsUrl(String name, String value, String used) {
    Function<String, String> environment = Map.of("PW", "%a/@#? é%2F", "U", "me")::get;

    assertThat(Secrets.resolved(name, value, environment)).isEqualTo(used);
  }

  @Test
  void everySecretOfAnExperimentIsScrubbedAsItIsWrittenAndAsItIsMeant() {
    Secrets secrets =
        secrets(
            Map.of("url", "redis://me:${PW}@localhost/?token=abcdef"),
            Map.of("map.password", "secret"));

    assertThat(secrets.known())
        .isEqualTo(Set.of("from+the%40env", "from+the@env", "abcdef", "secret"));
    assertThat(secrets.scrub("refused from+the@env, from+the%40env and secret for me"))
        .isEqualTo("refused ***, *** and *** for me");
    assertThat(secrets.scrub(null)).isNull();
    assertThat(secrets.toString()).doesNotContain("secret,").isEqualTo("4 secrets");
  }

  @Test
  void aSecretThatHoldsAnotherIsScrubbedWhole() {
    assertThat(new Secrets(Set.of("abcd", "abcdefgh")).scrub("abcdefgh")).isEqualTo("***");
  }

  @Test
  void aSecretThatWasLeftOutHasToBeGivenAgain() {
    assertThatThrownBy(() -> secrets(Map.of("url", "redis://me:***@localhost"), Map.of()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll("redis: url", "password")
        .hasMessageContaining("--url");
    assertThatThrownBy(() -> secrets(Map.of(), Map.of("a.password", "***")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("properties: a.password")
        .hasMessageContaining("-p a.password=VALUE");
    assertThatThrownBy(() -> secrets(Map.of("trustStorePassword", "***"), Map.of()))
        .hasMessageContaining("--db 'redis{trustStorePassword=VALUE,...}'");
  }
}
