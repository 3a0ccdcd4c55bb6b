package org.pmemycsb.adapter.rocksdb;

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
import org.pmemycsb.spi.Trait;
import org.pmemycsb.spi.Traits;
import org.rocksdb.NativeLibraryLoader;
import org.rocksdb.RocksDB;

/**
 * RocksDB, in the process of the clients.
 *
 * <p>Without options, RocksDB's own defaults apply. Within a budget of memory, the cache and all
 * buffers of writes have a quarter of it each.
 */
public final class RocksDbAdapter extends LocalAdapter {
  static final String COMPRESSION = "compression";
  static final String CACHE = "cache";
  private static final String WRITE_BUFFER = "writeBuffer";

  // There are at most two of them.
  private static final long WRITE_BUFFERS_IN_CACHE = 2;
  private static final long LARGEST_WRITE_BUFFER = 64L << 20;

  private static final NativeLibrary LIBRARY =
      new NativeLibrary(
          folder -> {
            NativeLibraryLoader.getInstance().loadLibrary(folder.toString());
            RocksDB.loadLibrary();
          });

  public static final class Client extends LocalClient {
    public Client() {
      super(new RocksDbAdapter());
    }
  }

  public RocksDbAdapter() {
    super("rocksdb", Client.class);
  }

  @Override
  public List<Option> options() {
    return List.of(
        Option.oneOf(
            COMPRESSION,
            "of the blocks",
            RocksDbStore.COMPRESSIONS.keySet().toArray(String[]::new)),
        Option.size(CACHE, "of blocks"));
  }

  @Override
  public Traits traits(Map<String, String> options) {
    return super.traits(options).with(Trait.KEEPS_LOG_APART);
  }

  @Override
  protected String version() throws Exception {
    LIBRARY.load();
    return "RocksDB " + RocksDB.rocksdbVersion();
  }

  @Override
  protected Properties properties(ServerSettings settings) throws DatabaseException {
    Properties properties = super.properties(settings);
    settings
        .cacheBytes()
        .ifPresent(
            bytes -> {
              properties.putIfAbsent(property(CACHE), Long.toString(bytes));
              properties.setProperty(
                  property(WRITE_BUFFER),
                  Long.toString(Math.min(LARGEST_WRITE_BUFFER, bytes / WRITE_BUFFERS_IN_CACHE)));
            });
    return properties;
  }

  @Override
  protected LocalStore open(
      Path folder, Durability durability, Properties properties, boolean create) throws Exception {
    LIBRARY.load();
    return new RocksDbStore(
        folder,
        log(properties),
        durability,
        properties.getProperty(property(COMPRESSION)),
        properties.getProperty(property(CACHE)),
        properties.getProperty(property(WRITE_BUFFER)),
        create);
  }
}
