package org.pmemycsb.it.contract;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.pmemycsb.adapter.pmemkv.PmemkvAdapter;
import org.pmemycsb.contract.ScanContract;
import org.pmemycsb.contract.VariantContract;
import org.pmemycsb.spi.DatabaseAdapter;

/** An engine that keeps its keys in order. */
@Tag("everything")
class PmemkvSortedContractTest extends VariantContract implements ScanContract {
  @Override
  protected DatabaseAdapter adapter() {
    return new PmemkvAdapter();
  }

  @Override
  protected Map<String, String> options() {
    return Map.of("engine", "stree");
  }
}
