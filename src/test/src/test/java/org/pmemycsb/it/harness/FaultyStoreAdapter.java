package org.pmemycsb.it.harness;

import java.util.Map;
import org.pmemycsb.spi.Trait;
import org.pmemycsb.spi.Traits;

/** A faulty database that says that it keeps records; it cannot be crashed. */
public final class FaultyStoreAdapter extends FaultyAdapter {
  @Override
  public String name() {
    return "faulty-store";
  }

  @Override
  public Traits traits(Map<String, String> options) {
    return super.traits(options).with(Trait.KEEPS_RECORDS);
  }
}
