package org.pmemycsb.it.contract;

import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.pmemycsb.adapter.sqlite.SqliteAdapter;
import org.pmemycsb.contract.VariantContract;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.Durability;

/** With the log synced in the background. */
@Tag("everything")
class SqlitePeriodicContractTest extends VariantContract {
  @Override
  protected DatabaseAdapter adapter() {
    return new SqliteAdapter();
  }

  @Override
  protected Set<Durability> durabilities() {
    return Set.of(Durability.NONE, Durability.PERIODIC);
  }
}
