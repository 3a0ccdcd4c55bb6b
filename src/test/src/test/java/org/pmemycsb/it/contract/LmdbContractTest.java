package org.pmemycsb.it.contract;

import org.pmemycsb.adapter.lmdb.LmdbAdapter;
import org.pmemycsb.contract.DbContract;
import org.pmemycsb.spi.DatabaseAdapter;

/** With a sync in each commit, where records are looked at. */
class LmdbContractTest extends DbContract {
  @Override
  protected DatabaseAdapter adapter() {
    return new LmdbAdapter();
  }
}
