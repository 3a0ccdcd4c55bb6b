package org.pmemycsb.adapter.pmemkv;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.pmemycsb.adapter.inprocess.LocalClient;
import org.pmemycsb.adapter.nativestore.StoreAdapter;
import org.pmemycsb.pmemkv.PmemkvLibrary;
import org.pmemycsb.pmemkv.PmemkvPool;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.Option;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.spi.Trait;
import org.pmemycsb.spi.Traits;
import org.pmemycsb.store.StoreException;
import org.pmemycsb.store.StoreProgram;

/** pmemkv, in the process of the clients. */
public final class PmemkvAdapter extends StoreAdapter {
  public static final class Client extends LocalClient {
    public Client() {
      super(new PmemkvAdapter());
    }
  }

  public PmemkvAdapter() {
    super("pmemkv", Client.class);
  }

  @Override
  public Availability probe(Host host, Map<String, String> options) {
    try {
      return Availability.yes("libpmemkv " + PmemkvLibrary.file());
    } catch (StoreException absent) {
      return Availability.no(absent.getMessage(), PmemkvLibrary.remedy());
    }
  }

  @Override
  protected String version() {
    return "pmemkv";
  }

  @Override
  protected String version(Properties properties) throws Exception {
    Path library = Path.of(super.version(properties).replaceFirst("^libpmemkv ", ""));
    return "pmemkv (%s), engine %s"
        .formatted(library.getFileName(), storeOptions(properties).get(Engine.OPTION));
  }

  /** An engine that the user names has one durability; those that are the default do not scan. */
  @Override
  public Traits traits(Map<String, String> options) {
    Optional<Engine> named = Engine.named(options.get(Engine.OPTION));
    return super.traits(options)
        .durabilities(
            named
                .map(engine -> Set.of(engine.durability()))
                .orElse(Set.of(Durability.NONE, Durability.COMMIT)))
        .with(Trait.SCANS, named.filter(Engine::isSorted).isPresent())
        .variantOf("rocksdb", "lmdb");
  }

  @Override
  public List<Option> options() {
    return List.of(
        Option.oneOf(
            Engine.OPTION, "cmap for commit and vcmap for none, unless given", Engine.class),
        Option.size(SIZE, "of the pool; by default, that of the records to come"));
  }

  @Override
  protected StoreProgram library(Map<String, String> options, Durability durability)
      throws DatabaseException {
    Engine engine = Engine.of(options, durability);
    try {
      return StoreProgram.of(
          PmemkvPool.library(),
          Map.of(Engine.OPTION, engine.id(), "library", PmemkvLibrary.files()));
    } catch (StoreException e) {
      throw new DatabaseException("pmemkv: " + e.getMessage(), e);
    }
  }

  @Override
  protected long bytes(ServerSettings settings) throws DatabaseException {
    Engine engine = Engine.of(settings.options(), settings.durability());
    return PmemkvPools.bytes(engine.id(), settings, engine.durability() == Durability.COMMIT);
  }
}
