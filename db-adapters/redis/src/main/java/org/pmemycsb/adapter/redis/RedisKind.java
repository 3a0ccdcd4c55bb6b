package org.pmemycsb.adapter.redis;

import java.util.Map;
import java.util.Optional;
import org.pmemycsb.spi.Durability;
import redis.clients.jedis.Connection;

/** A kind of Redis in the comparison: the answers in which kinds differ. */
interface RedisKind {
  Scans scans();

  /** The oldest version of Redis that can take part. */
  default int oldestMajor() {
    return RedisProduct.OLDEST_MAJOR;
  }

  /** The product and version, with everything that has a part in it. */
  default String version(RedisProduct product, Connection connection) {
    return product.toString();
  }

  default Durability durability(Connection connection) {
    return RedisConfiguration.durability(RedisServer.settings(connection));
  }

  /** The settings that decide the durability, for messages. */
  default String durabilitySettings(Connection connection) {
    Map<String, String> settings = RedisServer.settings(connection);
    return "appendonly "
        + settings.get("appendonly")
        + ", appendfsync "
        + settings.get("appendfsync")
        + ", "
        + RedisConfiguration.PAUSES_SYNCS
        + " "
        + settings.get(RedisConfiguration.PAUSES_SYNCS);
  }

  /** Further counters than those of every Redis; they only grow while the server runs. */
  default Map<String, Long> counters(Connection connection) {
    return Map.of();
  }

  /**
   * The reason if records lie elsewhere than the database promises; else empty. Not asked of a
   * server that was restarted.
   */
  default Optional<String> misplaced(Connection connection, long records) {
    return Optional.empty();
  }

  /** An unmodified server. */
  static RedisKind stock(boolean scans) {
    return () -> scans ? Scans.INDEX : Scans.NONE;
  }
}
