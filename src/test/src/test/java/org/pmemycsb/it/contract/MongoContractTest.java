package org.pmemycsb.it.contract;

import org.pmemycsb.adapter.mongodb.MongoAdapter;
import org.pmemycsb.contract.DbContract;
import org.pmemycsb.spi.DatabaseAdapter;

/** On mongod or, where there is none, FerretDB. */
class MongoContractTest extends DbContract {
  @Override
  protected DatabaseAdapter adapter() {
    return new MongoAdapter();
  }
}
