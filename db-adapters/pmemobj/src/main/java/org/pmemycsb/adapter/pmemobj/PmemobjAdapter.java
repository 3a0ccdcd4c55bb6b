package org.pmemycsb.adapter.pmemobj;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.pmemycsb.adapter.pmemkv.PmemkvServer;
import org.pmemycsb.adapter.pmemkv.PoolAdapter;
import org.pmemycsb.adapter.pmemkv.StoreType;
import org.pmemycsb.pmemkv.NativeFile;
import org.pmemycsb.pmemkv.PmemkvLibrary;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.ServerSettings;

/**
 * An index structure of libpmemobj-cpp, in the process of the clients.
 *
 * <p>Options: {@code index} (radix, skiplist, hash; radix unless given), {@code persistence}
 * (transaction for commit; volatile, persist or dram for none, volatile unless given), {@code lock}
 * (own, dram, pmem; own unless given), and {@code size} of the pool, with a unit if wanted (what
 * the records need, unless given).
 */
public final class PmemobjAdapter extends PoolAdapter {
  private static final String INDEX = "index";
  private static final String PERSISTENCE = "persistence";
  private static final String LOCK = "lock";

  @Override
  public String name() {
    return "pmemobj";
  }

  @Override
  public Availability probe(Host host) {
    Path library;
    try {
      library = library(Persistence.TRANSACTION);
    } catch (IOException e) {
      return Availability.no(
          "this build has no index structures of libpmemobj-cpp",
          "run bin/install-packages pmemobj, then build again");
    }
    PmemkvLibrary.Probe probe = PmemkvLibrary.probe(library);
    return probe.available()
        ? Availability.yes("libpmemobj-cpp 1.12")
        : Availability.no(probe.reason(), "run bin/install-packages pmemobj");
  }

  private static Path library(Persistence persistence) throws IOException {
    return NativeFile.of(PmemobjAdapter.class, persistence.library());
  }

  /** A persistence that the user names has one durability. */
  @Override
  public Set<Durability> durabilities(Map<String, String> options) {
    return Arrays.stream(Persistence.values())
        .filter(persistence -> Option.id(persistence).equals(options.get(PERSISTENCE)))
        .map(persistence -> Set.of(persistence.durability()))
        .findFirst()
        .orElseGet(this::durabilities);
  }

  @Override
  public boolean scans(Map<String, String> options) {
    return Arrays.stream(Index.values())
        .noneMatch(index -> Option.id(index).equals(options.get(INDEX)) && !index.sorted());
  }

  @Override
  public boolean loadsFromMappedFiles(Map<String, String> options) {
    return !Option.id(Persistence.DRAM).equals(options.get(PERSISTENCE));
  }

  @Override
  public boolean onlyWhereNamed() {
    return true;
  }

  @Override
  public void refuseOptions(Map<String, String> options) throws DatabaseException {
    Option.of(Index.class, INDEX, options);
    Persistence persistence = Option.of(Persistence.class, PERSISTENCE, options);
    Lock lock = Option.of(Lock.class, LOCK, options);
    if (lock == Lock.PMEM && !persistence.inPool()) {
      throw new DatabaseException(
          "pmemobj has no pool on the place with persistence %s: choose lock own or dram"
              .formatted(Option.id(persistence)));
    }
  }

  @Override
  public Set<String> options() {
    return Set.of(INDEX, PERSISTENCE, LOCK, "size");
  }

  @Override
  public DatabaseServer open(ServerSettings settings) throws DatabaseException {
    refuseOptions(settings.options());
    Index index = Option.of(Index.class, INDEX, settings.options());
    Persistence persistence =
        Persistence.of(settings.options().get(PERSISTENCE), settings.durability());
    Lock lock = Option.of(Lock.class, LOCK, settings.options());
    try {
      return PmemkvServer.open(
          new StoreType(
              persistence.engine(index, lock),
              Optional.of(library(persistence)),
              settings.durability(),
              persistence.inPool(),
              "libpmemobj-cpp 1.12, index %s, persistence %s, lock %s"
                  .formatted(Option.id(index), Option.id(persistence), Option.id(lock)),
              persistence.environment()),
          settings);
    } catch (IOException e) {
      throw new DatabaseException("pmemobj: " + e.getMessage(), e);
    }
  }
}
