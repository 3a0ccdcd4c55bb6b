package org.pmemycsb.adapter.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisProductTest {
  @Test
  void redisIsNamedWithItsVersion() {
    assertThat(RedisProduct.ofInfo(Map.of("redis_version", "7.0.15")).orElseThrow())
        .hasToString("Redis 7.0.15")
        .matches(product -> product.standIn().isEmpty(), "is no stand-in");
  }

  @Test
  void valkeyIsNotCalledRedis() {
    Map<String, String> info =
        RedisProduct.fields(
            "# Server\r\nredis_version:7.2.4\r\nserver_name:valkey\r\nvalkey_version:8.0.1\r\n");
    RedisProduct product = RedisProduct.ofInfo(info).orElseThrow();
    assertThat(product).hasToString("Valkey 8.0.1");
    assertThat(product.standIn()).contains("Valkey");
    assertThat(product.olderThan(RedisProduct.OLDEST_MAJOR)).isEmpty();
  }

  @Test
  void somethingElseIsNeither() {
    assertThat(RedisProduct.ofInfo(Map.of("memcached", "1"))).isEmpty();
    assertThat(RedisProduct.ofProgram("sleep (GNU coreutils) 9.1")).isEmpty();
  }

  @Test
  void programsAreNamedByWhatTheyPrint() {
    assertThat(RedisProduct.ofProgram("Redis server v=7.0.15 sha=00000000:0 bits=64\n"))
        .hasValueSatisfying(product -> assertThat(product).hasToString("Redis 7.0.15"));
    assertThat(RedisProduct.ofProgram("ERROR: ld.so: a.so: ignored.\nRedis server v=7.0.15\n"))
        .hasValueSatisfying(product -> assertThat(product).hasToString("Redis 7.0.15"));
    assertThat(RedisProduct.ofProgram("Valkey server v=8.1.0 sha=00000000:0\n"))
        .hasValueSatisfying(product -> assertThat(product).hasToString("Valkey 8.1.0"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"6.0.0", "7.0.15", "10.1", "255.255.255"})
  void laterVersionsMayTakePart(String version) {
    assertThat(new RedisProduct("Redis", version, version).olderThan(RedisProduct.OLDEST_MAJOR))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"5.0.14", "2.8", "unknown", ""})
  void earlierAndUnknownVersionsMayNot(String version) {
    assertThat(new RedisProduct("Redis", version, version).olderThan(RedisProduct.OLDEST_MAJOR))
        .hasValueSatisfying(why -> assertThat(why).contains("Redis " + version + " ", "6.0"));
  }

  @Test
  void valuesOfInfoMayHoldColons() {
    assertThat(RedisProduct.fields("# Server\r\nexecutable:/a:b\r\n\r\nempty:\r\n"))
        .isEqualTo(Map.of("executable", "/a:b", "empty", ""));
  }
}
