package org.pmemycsb.adapter.rocksdb;

import org.pmemycsb.adapter.inprocess.LocalClient;

/** The YCSB client of RocksDB. */
public final class RocksDbClient extends LocalClient {
  public RocksDbClient() {
    super(new RocksDbAdapter());
  }
}
