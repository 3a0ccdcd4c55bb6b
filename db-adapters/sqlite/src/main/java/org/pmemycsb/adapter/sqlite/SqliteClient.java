package org.pmemycsb.adapter.sqlite;

import org.pmemycsb.adapter.inprocess.LocalClient;

public final class SqliteClient extends LocalClient {
  public SqliteClient() {
    super(new SqliteAdapter());
  }
}
