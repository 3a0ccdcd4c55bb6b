package org.pmemycsb.it.contract;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmemycsb.adapter.pmemkv.PmemkvAdapter;
import org.pmemycsb.adapter.redis.PmRedisAdapter;
import org.pmemycsb.contract.ScanContract;
import org.pmemycsb.contract.VariantContract;
import org.pmemycsb.spi.DatabaseAdapter;

/** The engine of pmemkv that keeps its keys in order. */
@Tag("everything")
@ParameterizedClass
@MethodSource("adapters")
class SortedContractTest extends VariantContract implements ScanContract {
  @Parameter private DatabaseAdapter adapter;

  static Stream<DatabaseAdapter> adapters() {
    return Stream.of(new PmemkvAdapter(), new PmRedisAdapter());
  }

  @Override
  protected DatabaseAdapter adapter() {
    return adapter;
  }

  @Override
  protected Map<String, String> options() {
    return Map.of("engine", "stree");
  }
}
