package org.pmemycsb.it.contract;

import org.pmemycsb.adapter.postgres.PostgresAdapter;
import org.pmemycsb.contract.DbContract;
import org.pmemycsb.spi.DatabaseAdapter;

/** On the machine's own PostgreSQL. */
class PostgresContractTest extends DbContract {
  @Override
  protected DatabaseAdapter adapter() {
    return new PostgresAdapter();
  }
}
