package org.pmemycsb.it.contract;

import org.pmemycsb.adapter.mariadb.PmMariadbAdapter;
import org.pmemycsb.contract.DbContract;
import org.pmemycsb.spi.DatabaseAdapter;

/** The machine's own MariaDB, with its log mapped into memory. */
class PmMariadbContractTest extends DbContract {
  @Override
  protected DatabaseAdapter adapter() {
    return new PmMariadbAdapter();
  }
}
