package org.pmemycsb.it.contract;

import org.pmemycsb.adapter.pmemobj.PmemobjAdapter;
import org.pmemycsb.contract.DbContract;
import org.pmemycsb.spi.DatabaseAdapter;

/** The radix tree, which is taken unless another structure is named. */
class PmemobjContractTest extends DbContract {
  @Override
  protected DatabaseAdapter adapter() {
    return new PmemobjAdapter();
  }
}
