package org.pmemycsb.it.contract;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.pmemycsb.adapter.redis.RedisAdapter;
import org.pmemycsb.contract.VariantContract;
import org.pmemycsb.spi.DatabaseAdapter;

@Tag("everything")
class RedisUnixSocketContractTest extends VariantContract {
  @Override
  protected DatabaseAdapter adapter() {
    return new RedisAdapter();
  }

  @Override
  protected Map<String, String> options() {
    return Map.of("socket", "unix");
  }
}
