package org.pmemycsb.adapter.support.sql;

import java.sql.Connection;
import java.sql.SQLException;

/** The place of a database, and the account to use it. */
public interface SqlUrl {
  /** A new connection, in autocommit. */
  Connection connect() throws SQLException;

  /** One line about a failure, without the password. */
  String describe(SQLException failure);
}
