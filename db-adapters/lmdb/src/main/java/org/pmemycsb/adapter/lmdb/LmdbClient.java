package org.pmemycsb.adapter.lmdb;

import org.pmemycsb.adapter.inprocess.LocalClient;

/** The YCSB client of LMDB. */
public final class LmdbClient extends LocalClient {
  public LmdbClient() {
    super(new LmdbAdapter());
  }
}
