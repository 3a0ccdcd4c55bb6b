package example.h2mvstore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.ServerSettings;
import site.ycsb.DB;

/** Puts H2's MVStore into the comparison. */
public final class H2Adapter implements DatabaseAdapter {
  @Override
  public String name() {
    return "h2-mvstore";
  }

  /** H2 is a jar on the class path, so it is always available. */
  @Override
  public Availability probe(Host host) {
    return Availability.yes(product());
  }

  /**
   * Commit: each write is committed and synced before it is acknowledged. None: the store writes
   * within about a second, and syncs nothing.
   */
  @Override
  public Set<Durability> durabilities() {
    return EnumSet.of(Durability.NONE, Durability.COMMIT);
  }

  @Override
  public Class<? extends DB> client() {
    return H2Client.class;
  }

  @Override
  public DatabaseServer open(ServerSettings settings) throws DatabaseException {
    H2Server server = new H2Server(settings.folder().resolve("store.mv"), settings.durability());
    server.reset();
    return server;
  }

  private static String product() {
    return "H2 MVStore " + MVStore.class.getPackage().getImplementationVersion();
  }

  /**
   * The "server" of a store in the clients' process: it manages the file between two phases. While
   * clients are connected, the harness calls nothing here.
   */
  private record H2Server(Path file, Durability durability) implements DatabaseServer {
    @Override
    public Properties clientProperties() {
      Properties properties = new Properties();
      properties.setProperty(H2Client.FILE, file.toString());
      properties.setProperty(H2Client.SYNC, Boolean.toString(durability == Durability.COMMIT));
      return properties;
    }

    @Override
    public void reset() throws DatabaseException {
      try {
        Files.deleteIfExists(file);
        H2Store.create(file);
      } catch (IOException | MVStoreException failure) {
        throw new DatabaseException(
            "h2-mvstore: cannot make " + file + ": " + failure.getMessage(), failure);
      }
    }

    @Override
    public String version() {
      return product();
    }

    /** A store without a server has only the configuration that its clients got. */
    @Override
    public Durability effectiveDurability() {
      return durability;
    }

    @Override
    public OptionalLong recordCount() throws DatabaseException {
      try {
        return OptionalLong.of(H2Store.countRecords(file));
      } catch (MVStoreException failure) {
        throw new DatabaseException(
            "h2-mvstore: cannot read " + file + ": " + failure.getMessage(), failure);
      }
    }

    @Override
    public void close() {
      try {
        Files.deleteIfExists(file);
      } catch (IOException left) {
        // The harness removes the whole folder, and reports a failure.
      }
    }
  }
}
