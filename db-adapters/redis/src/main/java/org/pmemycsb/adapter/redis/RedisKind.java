package org.pmemycsb.adapter.redis;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.adapter.redis.RedisClient.Scans;
import org.pmemycsb.spi.Durability;
import redis.clients.jedis.Connection;

/** A kind of Redis in the comparison: the answers in which kinds differ. */
interface RedisKind {
  /** The setting with which nothing is synced while the log is rewritten. */
  String PAUSES_SYNCS = "no-appendfsync-on-rewrite";

  Scans scans();

  /** The oldest version of Redis that can take part. */
  default int oldestMajor() {
    return RedisProduct.OLDEST_MAJOR;
  }

  /** The product and version, with everything that has a part in it. */
  default String version(RedisProduct product, Connection connection) {
    return product.toString();
  }

  /**
   * The durability that the live server's settings promise. A log that the operating system syncs
   * at any time, as Redis may let it during a rewrite, or snapshots minutes apart, promise nothing
   * for the last moments.
   */
  default Durability durability(Connection connection) {
    Map<String, String> settings = RedisServer.settings(connection);
    if (!"yes".equals(settings.get("appendonly")) || "yes".equals(settings.get(PAUSES_SYNCS))) {
      return Durability.NONE;
    }
    return switch (settings.getOrDefault("appendfsync", "")) {
      case "always" -> Durability.COMMIT;
      case "everysec" -> Durability.PERIODIC;
      default -> Durability.NONE;
    };
  }

  /** The settings that decide the durability, for messages. */
  default String durabilitySettings(Connection connection) {
    Map<String, String> settings = RedisServer.settings(connection);
    return Stream.of("appendonly", "appendfsync", PAUSES_SYNCS)
        .map(name -> name + " " + settings.get(name))
        .collect(Collectors.joining(", "));
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
