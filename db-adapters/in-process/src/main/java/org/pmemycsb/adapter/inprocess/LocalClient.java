package org.pmemycsb.adapter.inprocess;

import java.util.Properties;
import org.pmemycsb.adapter.inprocess.client.SharedStore;
import org.pmemycsb.adapter.inprocess.client.StoreClient;
import site.ycsb.DBException;

/** The YCSB client of the stores that an adapter opens. */
public abstract class LocalClient extends StoreClient {
  private final LocalAdapter adapter;

  protected LocalClient(LocalAdapter adapter) {
    this.adapter = adapter;
  }

  @Override
  protected SharedStore acquire(Properties properties) throws DBException {
    return SharedLocal.acquire(adapter, properties);
  }
}
