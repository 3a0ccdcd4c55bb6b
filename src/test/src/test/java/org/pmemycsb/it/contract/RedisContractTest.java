package org.pmemycsb.it.contract;

import org.pmemycsb.adapter.redis.RedisAdapter;
import org.pmemycsb.contract.DbContract;
import org.pmemycsb.spi.DatabaseAdapter;

class RedisContractTest extends DbContract {
  @Override
  protected DatabaseAdapter adapter() {
    return new RedisAdapter();
  }
}
