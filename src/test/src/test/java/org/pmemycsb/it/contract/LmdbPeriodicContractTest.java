package org.pmemycsb.it.contract;

import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.pmemycsb.adapter.lmdb.LmdbAdapter;
import org.pmemycsb.contract.VariantContract;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.Durability;

/** With the pages that make commits visible synced in the background. */
@Tag("everything")
class LmdbPeriodicContractTest extends VariantContract {
  @Override
  protected DatabaseAdapter adapter() {
    return new LmdbAdapter();
  }

  @Override
  protected Set<Durability> durabilities() {
    return Set.of(Durability.NONE, Durability.PERIODIC);
  }
}
