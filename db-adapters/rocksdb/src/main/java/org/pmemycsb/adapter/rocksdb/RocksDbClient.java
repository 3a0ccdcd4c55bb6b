package org.pmemycsb.adapter.rocksdb;

import org.pmemycsb.adapter.inprocess.LocalClient;

public final class RocksDbClient extends LocalClient {
  public RocksDbClient() {
    super(new RocksDbAdapter());
  }
}
