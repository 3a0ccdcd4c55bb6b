package org.pmemycsb.adapter.postgres;

import org.pmemycsb.adapter.support.sql.SqlClient;

/**
 * The YCSB client for PostgreSQL. Properties: {@code postgres.url} (as the JDBC driver or
 * PostgreSQL's own tools write it; TLS by its parameters), {@code postgres.user}, {@code
 * postgres.password}; and those of {@link SqlClient}.
 */
public final class PostgresClient extends SqlClient {
  public PostgresClient() {
    super(PostgresDialect.INSTANCE);
  }
}
