package org.pmemycsb.it.harness;

import site.ycsb.DB;

/** A faulty database that keeps records, so that what is read can be compared with it. */
public final class FaultyStoreAdapter extends FaultyAdapter {
  @Override
  public String name() {
    return "faulty-store";
  }

  @Override
  public boolean keepsRecords() {
    return true;
  }

  @Override
  public Class<? extends DB> client() {
    return FaultyStoreClient.class;
  }
}
