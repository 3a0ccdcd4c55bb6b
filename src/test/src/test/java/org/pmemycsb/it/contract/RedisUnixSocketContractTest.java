package org.pmemycsb.it.contract;

import java.util.Map;
import org.pmemycsb.adapter.redis.RedisAdapter;
import org.pmemycsb.contract.DbContract;
import org.pmemycsb.spi.DatabaseAdapter;

class RedisUnixSocketContractTest extends DbContract {
  @Override
  protected DatabaseAdapter adapter() {
    return new RedisAdapter();
  }

  @Override
  protected Map<String, String> options() {
    return Map.of("socket", "unix");
  }
}
