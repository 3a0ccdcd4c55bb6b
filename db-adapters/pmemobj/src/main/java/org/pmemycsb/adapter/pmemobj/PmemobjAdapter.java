package org.pmemycsb.adapter.pmemobj;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import org.pmemycsb.adapter.nativestore.StoreAdapter;
import org.pmemycsb.adapter.pmemkv.PmemkvPools;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.Option;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.spi.Trait;
import org.pmemycsb.spi.Traits;
import org.pmemycsb.store.NativeFile;
import org.pmemycsb.store.StoreException;
import org.pmemycsb.store.StoreProgram;
import site.ycsb.DB;

/** An index structure of libpmemobj-cpp, in the process of the clients. */
public final class PmemobjAdapter extends StoreAdapter {
  private static final String PRODUCT = "libpmemobj-cpp 1.12";
  private static final String INDEX = "index";
  private static final String PERSISTENCE = "persistence";
  private static final String LOCK = "lock";

  /** The option of the native library. */
  private static final String ENGINE = "engine";

  @Override
  public String name() {
    return "pmemobj";
  }

  @Override
  public Availability probe(Host host, Map<String, String> options) {
    if (Choice.id(Lock.PMEM).equals(options.get(LOCK))
        && Choice.id(Persistence.DRAM).equals(options.get(PERSISTENCE))) {
      return Availability.no(
          "with persistence dram it has no pool on the place: choose lock own or dram");
    }
    Path library;
    try {
      library = library(Persistence.TRANSACTION);
    } catch (IOException e) {
      return Availability.no(
          "this build has no index structures of libpmemobj-cpp",
          "run bin/install-packages pmemobj, then build again");
    }
    try {
      StoreProgram.of(
              library, Map.of(ENGINE, Persistence.TRANSACTION.engine(Index.RADIX, Lock.OWN)))
          .describe();
      return Availability.yes(PRODUCT);
    } catch (StoreException e) {
      return Availability.no(e.getMessage(), "run bin/install-packages pmemobj");
    }
  }

  @Override
  public Class<? extends DB> client() {
    return PmemobjClient.class;
  }

  @Override
  protected String version() {
    return PRODUCT;
  }

  @Override
  protected Map<String, String> clientEnvironment(Medium medium, Properties properties) {
    Map<String, String> all = new HashMap<>(super.clientEnvironment(medium, properties));
    all.putAll(Persistence.environment(storeOptions(properties).get(ENGINE)));
    return all;
  }

  private static Path library(Persistence persistence) throws IOException {
    return NativeFile.of(PmemobjAdapter.class, persistence.library());
  }

  /** A persistence that the user names has one durability. */
  @Override
  public Traits traits(Map<String, String> options) {
    String named = options.get(PERSISTENCE);
    Set<Durability> levels =
        Arrays.stream(Persistence.values())
            .filter(each -> Choice.id(each).equals(named))
            .map(Persistence::durability)
            .collect(Collectors.toSet());
    return super.traits(options)
        .durabilities(levels.isEmpty() ? EnumSet.of(Durability.NONE, Durability.COMMIT) : levels)
        .with(
            Trait.SCANS,
            Arrays.stream(Index.values())
                .noneMatch(index -> Choice.id(index).equals(options.get(INDEX)) && !index.sorted()))
        .with(Trait.READS_MAPPED_FILES, !Choice.id(Persistence.DRAM).equals(named));
  }

  @Override
  public List<Option> options() {
    return List.of(
        Option.oneOf(INDEX, "structure; radix unless given", Index.class),
        Option.oneOf(
            PERSISTENCE,
            "of writes: transaction for commit; volatile (unless given), persist or dram for none",
            Persistence.class),
        Option.oneOf(LOCK, "of each operation; own unless given", Lock.class),
        Option.size(SIZE, "of the pool; by default, that of the records to come"));
  }

  @Override
  protected Kind kind(Map<String, String> options, Durability durability) throws DatabaseException {
    Index index = Choice.of(Index.class, INDEX, options);
    Persistence persistence = Persistence.of(options.get(PERSISTENCE), durability);
    Lock lock = Choice.of(Lock.class, LOCK, options);
    try {
      return new Kind(library(persistence), Map.of(ENGINE, persistence.engine(index, lock)));
    } catch (IOException e) {
      throw new DatabaseException("pmemobj: " + e.getMessage(), e);
    }
  }

  @Override
  protected long bytes(ServerSettings settings) throws DatabaseException {
    Persistence persistence =
        Persistence.of(settings.options().get(PERSISTENCE), settings.durability());
    Index index = Choice.of(Index.class, INDEX, settings.options());
    long bytes =
        PmemkvPools.bytes(
            persistence.engine(index, Lock.OWN),
            settings.layout(),
            Optional.ofNullable(settings.options().get(SIZE)));
    if (persistence.inPool()) {
      PmemkvPools.requireRoom(settings.folder(), bytes);
    }
    return bytes;
  }
}
