package org.pmemycsb.adapter.pmemobj;

import org.pmemycsb.adapter.inprocess.LocalClient;

public final class PmemobjClient extends LocalClient {
  public PmemobjClient() {
    super(new PmemobjAdapter());
  }
}
