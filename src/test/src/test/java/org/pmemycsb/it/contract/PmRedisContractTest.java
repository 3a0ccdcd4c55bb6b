package org.pmemycsb.it.contract;

import org.pmemycsb.adapter.redis.PmRedisAdapter;
import org.pmemycsb.contract.DbContract;
import org.pmemycsb.spi.DatabaseAdapter;

/** The module; the other levels are those of the fork, which no machine of ours has. */
class PmRedisContractTest extends DbContract {
  @Override
  protected DatabaseAdapter adapter() {
    return new PmRedisAdapter();
  }
}
