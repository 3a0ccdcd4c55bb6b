package org.pmemycsb.it.contract;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.pmemycsb.adapter.mariadb.MariadbAdapter;
import org.pmemycsb.contract.VariantContract;
import org.pmemycsb.spi.DatabaseAdapter;

@Tag("everything")
class MariadbUnixSocketContractTest extends VariantContract {
  @Override
  protected DatabaseAdapter adapter() {
    return new MariadbAdapter();
  }

  @Override
  protected Map<String, String> options() {
    return Map.of("socket", "unix");
  }
}
