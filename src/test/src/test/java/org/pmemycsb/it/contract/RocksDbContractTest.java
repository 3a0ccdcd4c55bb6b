package org.pmemycsb.it.contract;

import org.pmemycsb.adapter.rocksdb.RocksDbAdapter;
import org.pmemycsb.contract.DbContract;
import org.pmemycsb.spi.DatabaseAdapter;

/** With the log synced, where records are looked at. */
class RocksDbContractTest extends DbContract {
  @Override
  protected DatabaseAdapter adapter() {
    return new RocksDbAdapter();
  }
}
