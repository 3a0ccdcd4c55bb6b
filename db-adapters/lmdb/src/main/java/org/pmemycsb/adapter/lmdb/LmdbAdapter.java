package org.pmemycsb.adapter.lmdb;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.pmemycsb.adapter.inprocess.LocalAdapter;
import org.pmemycsb.adapter.inprocess.LocalClient;
import org.pmemycsb.adapter.inprocess.LocalStore;
import org.pmemycsb.adapter.inprocess.client.ByteSize;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Option;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.spi.Trait;
import org.pmemycsb.spi.Traits;

/**
 * LMDB, in the process of the clients.
 *
 * <p>The default of {@code mapSize} has room for the records four times over. It takes address
 * space alone, and the file grows as needed.
 */
public final class LmdbAdapter extends LocalAdapter {
  static final String MAP_SIZE = "mapSize";
  private static final String READ_AHEAD = "readAhead";

  /** The longest key of LMDB as it is built, in bytes. */
  private static final int LONGEST_KEY = 511;

  private static final long PAGE = 4096;

  /** Half-full pages, and the pages that a transaction frees and the next ones still see. */
  private static final int ROOM = 4;

  private static final long SMALLEST_MAP = 1L << 30;

  public static final class Client extends LocalClient {
    public Client() {
      super(new LmdbAdapter());
    }
  }

  public LmdbAdapter() {
    super("lmdb", Client.class);
  }

  @Override
  public List<Option> options() {
    return List.of(Option.size(MAP_SIZE, "largest size of the file"));
  }

  @Override
  public Traits traits(Map<String, String> options) {
    return super.traits(options).with(Trait.READS_MAPPED_FILES).longestKey(LONGEST_KEY);
  }

  @Override
  protected String version() throws Exception {
    return LmdbLibrary.version();
  }

  @Override
  protected Properties properties(ServerSettings settings) throws DatabaseException {
    RecordLayout layout = settings.layout();
    long record = layout.keyBytes() + valueBytes(layout);
    // A record that does not fit into half a page has pages of its own.
    long stored = record <= PAGE / 2 ? record : (record / PAGE + 1) * PAGE;
    long needed = layout.maxRecords() * stored;
    Properties properties = new Properties();
    properties.setProperty(property(MAP_SIZE), Long.toString(mapSize(settings, needed)));
    if (settings.memory().isPresent()) {
      properties.setProperty(property(READ_AHEAD), "false");
    }
    return properties;
  }

  private static long mapSize(ServerSettings settings, long needed) throws DatabaseException {
    String given = settings.options().get(MAP_SIZE);
    if (given == null) {
      return Math.max(SMALLEST_MAP, (ROOM * needed / PAGE + 1) * PAGE);
    }
    long bytes = ByteSize.parse(given);
    if (bytes < needed) {
      throw new DatabaseException(
          "lmdb option mapSize="
              + given
              + " cannot hold "
              + settings.layout().maxRecords()
              + " records: give at least mapSize="
              + ByteSize.inMebibytes(2 * needed));
    }
    return bytes;
  }

  @Override
  protected LocalStore open(
      Path folder, Durability durability, Properties properties, boolean create) throws Exception {
    String mapSize = properties.getProperty(property(MAP_SIZE), Long.toString(SMALLEST_MAP));
    boolean readsAhead = !"false".equals(properties.getProperty(property(READ_AHEAD)));
    return new LmdbStore(folder, durability, ByteSize.parse(mapSize), readsAhead, create);
  }
}
