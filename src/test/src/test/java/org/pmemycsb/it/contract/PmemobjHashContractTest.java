package org.pmemycsb.it.contract;

import java.util.Map;
import org.junit.jupiter.api.Tag;

/** Another structure. */
@Tag("everything")
class PmemobjHashContractTest extends PmemobjContractTest {
  @Override
  protected Map<String, String> options() {
    return Map.of("index", "hash");
  }
}
