package org.pmemycsb.adapter.pmemobj;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.pmemycsb.adapter.inprocess.LocalClient;
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

/** An index structure of libpmemobj-cpp, in the process of the clients. */
public final class PmemobjAdapter extends StoreAdapter {
  private static final String PRODUCT = "libpmemobj-cpp 1.12";

  /** The option of the native library. */
  private static final String ENGINE = "engine";

  public static final class Client extends LocalClient {
    public Client() {
      super(new PmemobjAdapter());
    }
  }

  public PmemobjAdapter() {
    super("pmemobj", Client.class);
  }

  @Override
  public Availability probe(Host host, Map<String, String> options) {
    if ("pmem".equals(options.get(Engine.LOCK)) && "dram".equals(options.get(Engine.PERSISTENCE))) {
      return Availability.no(
          "with persistence dram it has no pool on the place: choose lock own or dram");
    }
    Engine usual = Engine.of(Map.of(), Durability.COMMIT);
    Path library;
    try {
      library = library(usual);
    } catch (IOException e) {
      return Availability.no(
          "this build has no index structures of libpmemobj-cpp",
          "run bin/install-packages pmemobj, then build again");
    }
    try {
      StoreProgram.of(library, Map.of(ENGINE, usual.id())).describe();
      return Availability.yes(PRODUCT);
    } catch (StoreException e) {
      return Availability.no(e.getMessage(), "run bin/install-packages pmemobj");
    }
  }

  @Override
  protected String version() {
    return PRODUCT;
  }

  @Override
  protected Map<String, String> clientEnvironment(Medium medium, Properties properties) {
    Map<String, String> all = new HashMap<>(super.clientEnvironment(medium, properties));
    all.putAll(Engine.environment(storeOptions(properties).get(ENGINE)));
    return all;
  }

  private static Path library(Engine engine) throws IOException {
    return NativeFile.of(PmemobjAdapter.class, engine.persistence().library());
  }

  /** A persistence that the user names has one durability. */
  @Override
  public Traits traits(Map<String, String> options) {
    boolean dram = "dram".equals(options.get(Engine.PERSISTENCE));
    Set<Durability> levels = EnumSet.of(Durability.NONE, Durability.COMMIT);
    if (options.containsKey(Engine.PERSISTENCE)) {
      levels.retainAll(
          Set.of(
              "transaction".equals(options.get(Engine.PERSISTENCE))
                  ? Durability.COMMIT
                  : Durability.NONE));
    }
    return super.traits(options)
        .durabilities(levels)
        .with(Trait.SCANS, !"hash".equals(options.get(Engine.INDEX)))
        .with(Trait.READS_MAPPED_FILES, !dram);
  }

  @Override
  public List<Option> options() {
    return List.of(
        Option.oneOf(Engine.INDEX, "structure; radix unless given", Engine.Index.class),
        Option.oneOf(
            Engine.PERSISTENCE,
            "of writes: transaction for commit; volatile (unless given), persist or dram for none",
            Engine.Persistence.class),
        Option.oneOf(Engine.LOCK, "of each operation; own unless given", Engine.Lock.class),
        Option.size(SIZE, "of the pool; by default, that of the records to come"));
  }

  @Override
  protected StoreProgram library(Map<String, String> options, Durability durability)
      throws DatabaseException {
    Engine engine = Engine.of(options, durability);
    try {
      return StoreProgram.of(library(engine), Map.of(ENGINE, engine.id()));
    } catch (IOException e) {
      throw new DatabaseException("pmemobj: " + e.getMessage(), e);
    }
  }

  @Override
  protected long bytes(ServerSettings settings) throws DatabaseException {
    Engine engine = Engine.of(settings.options(), settings.durability());
    return PmemkvPools.bytes(
        engine.id(), settings, engine.persistence() != Engine.Persistence.DRAM);
  }
}
