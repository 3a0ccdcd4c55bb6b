package org.pmemycsb.adapter.sqlite;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.pmemycsb.adapter.inprocess.LocalAdapter;
import org.pmemycsb.adapter.inprocess.LocalClient;
import org.pmemycsb.adapter.inprocess.LocalStore;
import org.pmemycsb.adapter.inprocess.NativeLibrary;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Option;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.spi.Traits;
import org.sqlite.SQLiteJDBCLoader;

/**
 * SQLite, in the process of the clients.
 *
 * <p>Without options, SQLite's own defaults apply. Within a budget of memory, the caches of all
 * client threads together have a quarter of it.
 */
public final class SqliteAdapter extends LocalAdapter {
  static final String CACHE = "cache";

  private static final String UNPACKING = "org.sqlite.tmpdir";

  private static final NativeLibrary LIBRARY =
      new NativeLibrary(
          folder -> {
            System.setProperty(UNPACKING, folder.toString());
            try {
              SQLiteJDBCLoader.initialize();
            } finally {
              System.clearProperty(UNPACKING);
            }
          });

  public static final class Client extends LocalClient {
    public Client() {
      super(new SqliteAdapter());
    }
  }

  public SqliteAdapter() {
    super("sqlite", Client.class);
  }

  /** Values: SQLITE_MAX_LENGTH of a usual build, less the names of 1,000 fields. */
  @Override
  public Traits traits(Map<String, String> options) {
    return super.traits(options).longestValue(1_000_000_000 - (64 << 10));
  }

  @Override
  public List<Option> options() {
    return List.of(Option.size(CACHE, "of pages, for each connection"));
  }

  @Override
  protected String version() throws Exception {
    LIBRARY.load();
    return SqliteStore.version();
  }

  @Override
  protected Properties properties(ServerSettings settings) throws DatabaseException {
    Properties properties = super.properties(settings);
    settings
        .cacheBytes()
        .ifPresent(
            bytes ->
                properties.putIfAbsent(property(CACHE), Long.toString(bytes / settings.threads())));
    return properties;
  }

  @Override
  protected LocalStore open(
      Path folder, Durability durability, Properties properties, boolean create) throws Exception {
    LIBRARY.load();
    return new SqliteStore(folder, durability, properties.getProperty(property(CACHE)), create);
  }
}
