package org.pmemycsb.adapter.pmemkv;

import org.pmemycsb.adapter.inprocess.LocalClient;

public final class PmemkvStoreClient extends LocalClient {
  public PmemkvStoreClient() {
    super(new PmemkvAdapter());
  }
}
