package org.pmemycsb.adapter.pmemkv;

import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.pmemycsb.adapter.support.Libpmem;
import org.pmemycsb.pmemkv.ycsb.PmemkvClient;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.NativeReplay;
import site.ycsb.DB;

/** The common part of adapters whose server object is a {@link PmemkvServer}. */
public abstract class PoolAdapter implements DatabaseAdapter {
  @Override
  public Set<Durability> durabilities() {
    return EnumSet.of(Durability.NONE, Durability.COMMIT);
  }

  @Override
  public Set<String> sizeOptions() {
    return Set.of(PmemkvAdapter.SIZE);
  }

  @Override
  public Class<? extends DB> client() {
    return PmemkvClient.class;
  }

  @Override
  public Map<String, String> clientEnvironment(Medium medium) {
    return Libpmem.environment(medium);
  }

  @Override
  public boolean loadsFromMappedFiles(Map<String, String> options) {
    return true;
  }

  @Override
  public boolean needsPersistentMemory() {
    return true;
  }

  @Override
  public Map<String, String> ownProperties() {
    return PmemkvServer.PROPERTIES;
  }

  @Override
  public Optional<NativeReplay> nativeReplay() {
    return Optional.of(PmemkvServer::nativeCommand);
  }
}
