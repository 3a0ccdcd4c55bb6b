package org.pmemycsb.it.contract;

import org.pmemycsb.adapter.postgres.PmPostgresAdapter;
import org.pmemycsb.contract.DbContract;
import org.pmemycsb.spi.DatabaseAdapter;

/** The machine's own PostgreSQL, its log written by our library. */
class PmPostgresContractTest extends DbContract {
  @Override
  protected DatabaseAdapter adapter() {
    return new PmPostgresAdapter();
  }
}
