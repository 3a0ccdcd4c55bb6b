package org.pmemycsb.adapter.pmemobj;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.pmemycsb.adapter.pmemkv.PmemkvServer;
import org.pmemycsb.adapter.pmemkv.StoreType;
import org.pmemycsb.adapter.support.Libpmem;
import org.pmemycsb.pmemkv.NativeFile;
import org.pmemycsb.pmemkv.PmemkvLibrary;
import org.pmemycsb.pmemkv.ycsb.PmemkvClient;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.NativeReplay;
import org.pmemycsb.spi.ServerSettings;
import site.ycsb.DB;

/**
 * An index structure of libpmemobj-cpp, in the process of the clients.
 *
 * <p>Options: {@code index} (radix, skiplist, hash; radix unless given), {@code mode} (transaction
 * for commit; volatile, persist or dram for none, volatile unless given), and {@code size} of the
 * pool, with a unit if wanted (what the records need, unless given).
 */
public final class PmemobjAdapter implements DatabaseAdapter {
  private static final String INDEX = "index";
  private static final String MODE = "mode";

  @Override
  public String name() {
    return "pmemobj";
  }

  @Override
  public Availability probe(Host host) {
    Path library;
    try {
      library = library(Mode.TRANSACTION);
    } catch (IOException e) {
      return Availability.no(
          "this build has no index structures of libpmemobj-cpp",
          "run bin/install-packages pmemobj, then build again");
    }
    PmemkvLibrary.Probe probe = PmemkvLibrary.probe(library);
    return probe.available()
        ? Availability.yes("libpmemobj-cpp 1.12")
        : Availability.no(probe.reason(), probe.remedy());
  }

  private static Path library(Mode mode) throws IOException {
    return NativeFile.of(PmemobjAdapter.class, mode.library());
  }

  @Override
  public Set<Durability> durabilities() {
    return EnumSet.of(Durability.NONE, Durability.COMMIT);
  }

  @Override
  public boolean scans(Map<String, String> options) {
    String index = options.getOrDefault(INDEX, Index.RADIX.id());
    return !index.equals(Index.HASH.id());
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
  public boolean onlyWhereNamed() {
    return true;
  }

  @Override
  public boolean loadsFromMappedFiles() {
    return true;
  }

  @Override
  public boolean needsPersistentMemory() {
    return true;
  }

  @Override
  public Set<String> options() {
    return Set.of(INDEX, MODE, "size");
  }

  @Override
  public Map<String, String> ownProperties() {
    return PmemkvServer.PROPERTIES;
  }

  @Override
  public Optional<NativeReplay> nativeReplay() {
    return Optional.of(PmemkvServer::nativeCommand);
  }

  @Override
  public DatabaseServer open(ServerSettings settings) throws DatabaseException {
    Index index = Index.of(settings.options().get(INDEX));
    Mode mode = Mode.of(settings.options().get(MODE), settings.durability());
    try {
      return PmemkvServer.open(
          new StoreType(
              mode.engine(index),
              Optional.of(library(mode)),
              settings.durability(),
              mode.inPool(),
              "libpmemobj-cpp 1.12, index %s, mode %s".formatted(index.id(), mode.id()),
              mode.environment()),
          settings);
    } catch (IOException e) {
      throw new DatabaseException("pmemobj: " + e.getMessage(), e);
    }
  }
}
