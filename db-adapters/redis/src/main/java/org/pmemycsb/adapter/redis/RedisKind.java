package org.pmemycsb.adapter.redis;

import java.util.Map;
import java.util.Optional;
import org.pmemycsb.spi.Durability;
import redis.clients.jedis.Connection;

/** What a live server is in the comparison, where that is more than a Redis. */
interface RedisKind {
  /** What clients do for scans. */
  Scans scans();

  /** Why this server cannot take part; empty if it can. */
  default Optional<String> objection(RedisProduct product) {
    return product.objection();
  }

  /** What ran, with all that has a part in it. */
  default String version(RedisProduct product, Connection connection) {
    return product.toString();
  }

  /** What an acknowledged write survives. */
  default Durability durability(Connection connection) {
    return RedisConfiguration.durability(RedisServer.settings(connection));
  }

  /** The settings that this was read from, for messages. */
  default String durabilitySettings(Connection connection) {
    Map<String, String> settings = RedisServer.settings(connection);
    return "appendonly "
        + settings.get("appendonly")
        + ", appendfsync "
        + settings.get("appendfsync");
  }

  /** Counters beside those that every Redis has; only ever growing while the server runs. */
  default Map<String, Long> counters(Connection connection) {
    return Map.of();
  }

  /** A server as it is. */
  static RedisKind stock(boolean scans) {
    return () -> scans ? Scans.INDEX : Scans.NONE;
  }
}
