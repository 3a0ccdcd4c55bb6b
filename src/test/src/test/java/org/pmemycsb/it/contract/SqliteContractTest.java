package org.pmemycsb.it.contract;

import org.pmemycsb.adapter.sqlite.SqliteAdapter;
import org.pmemycsb.contract.DbContract;
import org.pmemycsb.spi.DatabaseAdapter;

/** With a sync of the log in each commit, where records are looked at. */
class SqliteContractTest extends DbContract {
  @Override
  protected DatabaseAdapter adapter() {
    return new SqliteAdapter();
  }
}
