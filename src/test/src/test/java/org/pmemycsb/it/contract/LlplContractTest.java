package org.pmemycsb.it.contract;

import org.pmemycsb.adapter.llpl.LlplAdapter;
import org.pmemycsb.contract.DbContract;
import org.pmemycsb.spi.DatabaseAdapter;

class LlplContractTest extends DbContract {
  @Override
  protected DatabaseAdapter adapter() {
    return new LlplAdapter();
  }
}
