package org.pmemycsb.it.contract;

import org.pmemycsb.adapter.pmemkv.PmemkvAdapter;
import org.pmemycsb.contract.DbContract;
import org.pmemycsb.spi.DatabaseAdapter;

/** The engines that are taken unless one is named; they have no order. */
class PmemkvContractTest extends DbContract {
  @Override
  protected DatabaseAdapter adapter() {
    return new PmemkvAdapter();
  }
}
