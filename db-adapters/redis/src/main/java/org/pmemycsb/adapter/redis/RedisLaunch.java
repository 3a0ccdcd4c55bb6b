package org.pmemycsb.adapter.redis;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.pmemycsb.adapter.support.Account;

/**
 * @param account the user that the server runs as
 * @param keeping the lines of its configuration that say how records are kept
 * @param arguments after the configuration file
 * @param environment beside the inherited one
 */
record RedisLaunch(
    RedisKind kind,
    Path program,
    Account account,
    String keeping,
    List<String> arguments,
    Map<String, String> environment) {
  RedisLaunch {
    arguments = List.copyOf(arguments);
    environment = Map.copyOf(environment);
  }
}
