package org.pmemycsb.it.contract;

import java.util.Set;
import org.pmemycsb.adapter.redis.PmRedisAdapter;
import org.pmemycsb.contract.DbContract;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.Durability;

/** The module; the other levels are those of the fork, which no machine of ours has. */
class PmRedisContractTest extends DbContract {
  @Override
  protected DatabaseAdapter adapter() {
    return new PmRedisAdapter();
  }

  @Override
  protected Set<Durability> durabilities() {
    return Set.of(Durability.COMMIT);
  }
}
