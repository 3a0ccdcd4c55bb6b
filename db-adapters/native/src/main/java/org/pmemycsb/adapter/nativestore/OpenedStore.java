package org.pmemycsb.adapter.nativestore;

import java.util.Map;
import org.pmemycsb.adapter.inprocess.LocalStore;
import org.pmemycsb.adapter.inprocess.client.RecordStore;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.store.NativeStore;

record OpenedStore(NativeStore store, Durability asked) implements LocalStore {
  @Override
  public RecordStore session() {
    return store.session();
  }

  @Override
  public Durability durability() {
    return durability(store.isDurable(), store.syncs(), asked);
  }

  /** At periodic, the client syncs a store that is not durable by itself. */
  static Durability durability(boolean durable, boolean syncs, Durability asked) {
    if (durable) {
      return Durability.COMMIT;
    }
    return syncs && asked == Durability.PERIODIC ? Durability.PERIODIC : Durability.NONE;
  }

  @Override
  public String durabilitySettings() {
    return "durable = " + store.isDurable();
  }

  @Override
  public String configuration() {
    return "name = " + store.name() + "\n" + durabilitySettings() + "\n";
  }

  @Override
  public long count() {
    return store.count();
  }

  @Override
  public void sync() {
    store.sync();
  }

  @Override
  public Map<String, Long> statistics() {
    return store.counters();
  }

  @Override
  public boolean endsWithProcess() {
    return store.endsWithProcess();
  }

  @Override
  public void close() {
    store.close();
  }
}
