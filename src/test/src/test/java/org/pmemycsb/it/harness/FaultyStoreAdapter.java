package org.pmemycsb.it.harness;

/** A faulty database that says that it keeps records; it cannot be crashed. */
public final class FaultyStoreAdapter extends FaultyAdapter {
  @Override
  public String name() {
    return "faulty-store";
  }

  @Override
  public boolean keepsRecords() {
    return true;
  }
}
