package org.pmemycsb.it.contract;

import org.pmemycsb.adapter.mariadb.MariadbAdapter;
import org.pmemycsb.contract.DbContract;
import org.pmemycsb.spi.DatabaseAdapter;

/** On the machine's own MariaDB, its log written by system calls. */
class MariadbContractTest extends DbContract {
  @Override
  protected DatabaseAdapter adapter() {
    return new MariadbAdapter();
  }
}
