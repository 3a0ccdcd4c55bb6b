package org.pmemycsb.harness.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.ServerSettings;
import site.ycsb.DB;

/** A {@link SharedStore} in the process that opens it, which marks its folder. */
public final class ShardAdapter implements DatabaseAdapter {
  /** Option: the store refuses to open. */
  static final String BROKEN = "broken";

  @Override
  public String name() {
    return "sharded";
  }

  @Override
  public Availability probe(Host host) {
    return Availability.yes("here");
  }

  @Override
  public Set<Durability> durabilities() {
    return Set.of(Durability.COMMIT);
  }

  @Override
  public Class<? extends DB> client() {
    return SharedStore.Client.class;
  }

  @Override
  public DatabaseServer open(ServerSettings settings) throws DatabaseException {
    if (settings.options().containsKey(BROKEN)) {
      throw new DatabaseException("the store refuses to open");
    }
    SharedStore store;
    try {
      Files.createFile(settings.folder().resolve("mark"));
      store = new SharedStore();
    } catch (IOException broken) {
      throw new DatabaseException("no store: " + broken, broken);
    }
    return new DatabaseServer() {
      @Override
      public Properties clientProperties() {
        Properties properties = new Properties();
        properties.setProperty(SharedStore.PORT, Integer.toString(store.port()));
        return properties;
      }

      @Override
      public void reset() {
        store.clear();
      }

      @Override
      public String version() {
        return "sharded 1";
      }

      @Override
      public Durability effectiveDurability() {
        return settings.durability();
      }

      @Override
      public OptionalLong recordCount() {
        return OptionalLong.of(store.size());
      }

      @Override
      public Map<String, Long> statistics() {
        return Map.of("room", settings.layout().maxRecords());
      }

      @Override
      public void close() {}
    };
  }
}
