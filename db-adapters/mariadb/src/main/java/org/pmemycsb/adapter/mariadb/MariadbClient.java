package org.pmemycsb.adapter.mariadb;

import org.pmemycsb.adapter.support.sql.SqlClient;

/**
 * The YCSB client for MariaDB. Properties: {@code mariadb.url} (as the JDBC driver writes it; TLS
 * by its parameters), {@code mariadb.user}, {@code mariadb.password}; and those of {@link
 * SqlClient}.
 */
public final class MariadbClient extends SqlClient {
  public MariadbClient() {
    super(MariadbDialect.INSTANCE);
  }
}
