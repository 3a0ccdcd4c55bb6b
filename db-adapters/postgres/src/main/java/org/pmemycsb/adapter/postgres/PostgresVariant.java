package org.pmemycsb.adapter.postgres;

import java.util.Map;
import java.util.Objects;

/**
 * The additions to a server's stock configuration.
 *
 * @param environment variables for the server, for example {@code LD_PRELOAD}; the programs that
 *     prepare its folder do not get them
 * @param parameters configuration parameters, each with its value as PostgreSQL writes it
 */
record PostgresVariant(Map<String, String> environment, Map<String, String> parameters) {
  static final PostgresVariant STOCK = new PostgresVariant(Map.of(), Map.of());

  PostgresVariant {
    environment = Map.copyOf(Objects.requireNonNull(environment, "environment"));
    parameters = Map.copyOf(Objects.requireNonNull(parameters, "parameters"));
  }
}
