package org.pmemycsb.adapter.support.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;

/** The place of a database, and the account to use it. */
public interface SqlUrl {
  /** A new connection, in autocommit. */
  Connection connect() throws SQLException;

  /** As YCSB properties of the client; a new object each time. */
  Properties toProperties();

  /** One line about a failure, without the password. */
  String describe(SQLException failure);
}
