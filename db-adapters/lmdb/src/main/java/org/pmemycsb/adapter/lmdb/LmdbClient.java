package org.pmemycsb.adapter.lmdb;

import org.pmemycsb.adapter.inprocess.LocalClient;

public final class LmdbClient extends LocalClient {
  public LmdbClient() {
    super(new LmdbAdapter());
  }
}
