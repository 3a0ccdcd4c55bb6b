package org.pmemycsb.it.contract;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.pmemycsb.adapter.postgres.PostgresAdapter;
import org.pmemycsb.contract.VariantContract;
import org.pmemycsb.spi.DatabaseAdapter;

@Tag("everything")
class PostgresUnixSocketContractTest extends VariantContract {
  @Override
  protected DatabaseAdapter adapter() {
    return new PostgresAdapter();
  }

  @Override
  protected Map<String, String> options() {
    return Map.of("socket", "unix");
  }
}
