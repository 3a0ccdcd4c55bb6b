package org.pmemycsb.adapter.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.spi.DatabaseException;

class RedisProductTest {

  @Test
  void valkeyIsNotCalledRedis() throws Exception {
    Map<String, String> info =
        RedisProduct.fields(
            "# Server\r\nredis_version:7.2.4\r\nserver_name:valkey\r\nvalkey_version:8.0.1\r\n");
    RedisProduct product = RedisProduct.ofInfo(info).orElseThrow();
    assertThat(product).hasToString("Valkey 8.0.1");
    assertThat(product.standIn()).contains("Valkey");
    product.refuseOlder("it", RedisProduct.OLDEST_MAJOR);
  }

  @ParameterizedTest
  @CsvSource({
    "Redis server v=7.0.15 sha=00000000:0, Redis 7.0.15",
    "'ERROR: ld.so: a.so: ignored.\nRedis server v=7.0.15', Redis 7.0.15",
    "Valkey server v=8.1.0 sha=00000000:0, Valkey 8.1.0",
    "sleep (GNU coreutils) 9.1, none"
  })
  void programsAreNamedByWhatTheyPrint(String printed, String product) {
    assertThat(RedisProduct.ofPrinted(printed).map(RedisProduct::toString).orElse("none"))
        .isEqualTo(product);
  }

  @ParameterizedTest
  @ValueSource(strings = {"6.0.0", "7.0.15", "10.1", "255.255.255"})
  void laterVersionsMayTakePart(String version) throws Exception {
    new RedisProduct("Redis", version, version).refuseOlder("it", RedisProduct.OLDEST_MAJOR);
  }

  @ParameterizedTest
  @ValueSource(strings = {"5.0.14", "2.8", "unknown", ""})
  void earlierAndUnknownVersionsMayNot(String version) {
    RedisProduct old = new RedisProduct("Redis", version, version);
    assertThatThrownBy(() -> old.refuseOlder("it", RedisProduct.OLDEST_MAJOR))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContainingAll("it: Redis " + version + " ", "6.0");
  }

  @Test
  void valuesOfInfoMayHoldColons() {
    assertThat(RedisProduct.fields("# Server\r\nexecutable:/a:b\r\n\r\nempty:\r\n"))
        .isEqualTo(Map.of("executable", "/a:b", "empty", ""));
  }
}
