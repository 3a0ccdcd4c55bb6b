package org.pmemycsb.it.contract;

import java.util.Set;
import org.pmemycsb.adapter.pmemobj.PmemobjAdapter;
import org.pmemycsb.contract.DbContract;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.Durability;

/**
 * The radix tree, which is taken unless another structure is named, with transactions: the other
 * variants need a JVM in which libpmem flushes nothing.
 */
class PmemobjContractTest extends DbContract {
  @Override
  protected DatabaseAdapter adapter() {
    return new PmemobjAdapter();
  }

  @Override
  protected Set<Durability> durabilities() {
    return Set.of(Durability.COMMIT);
  }
}
