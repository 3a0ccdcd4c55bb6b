package org.pmemycsb.adapter.redis;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.pmemycsb.spi.Durability;

/**
 * A server program, and the configuration, arguments and variables of its start.
 *
 * @param keeping the lines of its configuration that say how records are kept
 * @param arguments after the configuration file
 * @param environment beside the inherited one
 */
record RedisLaunch(
    Path program, String keeping, List<String> arguments, Map<String, String> environment) {
  RedisLaunch {
    arguments = List.copyOf(arguments);
    environment = Map.copyOf(environment);
  }

  /** The usual start, with the server's own log. */
  static RedisLaunch stock(Path program, Durability durability) {
    return new RedisLaunch(program, RedisConfiguration.log(durability), List.of(), Map.of());
  }
}
