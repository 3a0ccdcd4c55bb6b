package org.pmemycsb.adapter.rocksdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.pmemycsb.adapter.inprocess.LocalStore;
import org.pmemycsb.adapter.inprocess.client.ByteSize;
import org.pmemycsb.adapter.inprocess.client.RecordStore;
import org.pmemycsb.spi.Durability;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.HistogramType;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Statistics;
import org.rocksdb.TickerType;
import org.rocksdb.WriteOptions;

/**
 * An open RocksDB.
 *
 * <p>Durability: none writes no log; periodic writes the log to the kernel, and the caller syncs it
 * by {@link #sync}; commit syncs the log before a write is acknowledged.
 */
final class RocksDbStore implements LocalStore, RecordStore {
  static final Map<String, CompressionType> COMPRESSIONS =
      new TreeMap<>(
          Map.of(
              "none", CompressionType.NO_COMPRESSION,
              "snappy", CompressionType.SNAPPY_COMPRESSION,
              "lz4", CompressionType.LZ4_COMPRESSION,
              "zstd", CompressionType.ZSTD_COMPRESSION));

  private static final List<TickerType> COUNTERS =
      List.of(
          TickerType.NUMBER_KEYS_WRITTEN,
          TickerType.NUMBER_KEYS_READ,
          TickerType.BYTES_WRITTEN,
          TickerType.BYTES_READ,
          TickerType.WAL_FILE_BYTES,
          TickerType.WAL_FILE_SYNCED,
          TickerType.FLUSH_WRITE_BYTES,
          TickerType.COMPACT_READ_BYTES,
          TickerType.COMPACT_WRITE_BYTES,
          TickerType.BLOCK_CACHE_HIT,
          TickerType.BLOCK_CACHE_MISS,
          TickerType.STALL_MICROS);

  /** Not a key of YCSB; it is there only while the durability is being read back. */
  private static final byte[] PROBE = {0};

  private final Path folder;
  private final LRUCache cache;
  // Histograms would read the clock in each operation.
  private final Statistics statistics = new Statistics(EnumSet.allOf(HistogramType.class));
  private final Options options;
  private final WriteOptions writes = new WriteOptions();
  private final ReadOptions reads = new ReadOptions();
  private final RocksDB db;

  /**
   * @param log folder of its log; empty if that is {@code folder}
   * @param compression one of {@link #COMPRESSIONS}; null for the default
   * @param cacheSize of the block cache; null for the default
   * @param writeBuffer size of each of the two buffers of writes; null for the default
   */
  RocksDbStore(
      Path folder,
      Optional<Path> log,
      Durability durability,
      String compression,
      String cacheSize,
      String writeBuffer,
      boolean create)
      throws RocksDBException {
    this.folder = folder;
    options = log.map(RocksDbStore::withLogIn).orElseGet(Options::new).setStatistics(statistics);
    writes.setDisableWAL(durability == Durability.NONE).setSync(durability == Durability.COMMIT);
    options.setCreateIfMissing(create);
    if (compression != null) {
      options.setCompressionType(COMPRESSIONS.get(compression));
    }
    if (writeBuffer != null) {
      options.setWriteBufferSize(Long.parseLong(writeBuffer));
    }
    cache = cacheSize == null ? null : new LRUCache(ByteSize.parse(cacheSize));
    if (cache != null) {
      options.setTableFormatConfig(new BlockBasedTableConfig().setBlockCache(cache));
    }
    try {
      db = RocksDB.open(options, folder.toString());
    } catch (RocksDBException failure) {
      closeOptions();
      throw failure;
    }
  }

  /**
   * A log that lies apart can be lost alone. By default RocksDB then opens without the records of
   * that log. Its check for this can only be switched on by name.
   */
  private static Options withLogIn(Path folder) {
    Properties check = new Properties();
    check.setProperty("track_and_verify_wals", "true");
    try (DBOptions checked = DBOptions.getDBOptionsFromProps(check);
        ColumnFamilyOptions defaults = new ColumnFamilyOptions()) {
      return new Options(checked, defaults).setWalDir(folder.toString());
    }
  }

  /** RocksDB keeps nothing of a client. */
  @Override
  public RecordStore session() {
    return this;
  }

  /** Writes a record and reads from the counters whether there was a log and a sync. */
  @Override
  public Durability durability() throws RocksDBException {
    long logged = statistics.getTickerCount(TickerType.WRITE_WITH_WAL);
    long synced = statistics.getTickerCount(TickerType.WAL_FILE_SYNCED);
    db.put(writes, PROBE, PROBE);
    boolean log = statistics.getTickerCount(TickerType.WRITE_WITH_WAL) > logged;
    boolean sync = statistics.getTickerCount(TickerType.WAL_FILE_SYNCED) > synced;
    db.delete(writes, PROBE);
    if (!log) {
      return Durability.NONE;
    }
    return sync ? Durability.COMMIT : Durability.PERIODIC;
  }

  @Override
  public String durabilitySettings() {
    return "disableWAL=" + writes.disableWAL() + " sync=" + writes.sync();
  }

  @Override
  public String configuration() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      Path newest =
          files
              .filter(file -> file.getFileName().toString().matches("OPTIONS-\\d+"))
              .max(Comparator.naturalOrder())
              .orElseThrow(() -> new IOException("there is no file with its options"));
      return "# WriteOptions: " + durabilitySettings() + "\n" + Files.readString(newest);
    }
  }

  @Override
  public long count() throws RocksDBException {
    long count = 0;
    try (ReadOptions once = new ReadOptions().setFillCache(false);
        RocksIterator records = db.newIterator(once)) {
      for (records.seekToFirst(); records.isValid(); records.next()) {
        count++;
      }
      records.status();
    }
    return count;
  }

  @Override
  public void sync() throws RocksDBException {
    db.syncWal();
  }

  @Override
  public Map<String, Long> statistics() {
    Map<String, Long> counters = new TreeMap<>();
    for (TickerType counter : COUNTERS) {
      counters.put(counter.name().toLowerCase(Locale.ROOT), statistics.getTickerCount(counter));
    }
    return counters;
  }

  @Override
  public void close() {
    db.close();
    closeOptions();
  }

  private void closeOptions() {
    reads.close();
    writes.close();
    options.close();
    statistics.close();
    if (cache != null) {
      cache.close();
    }
  }

  @Override
  public int get(byte[] key, byte[] buffer) throws RocksDBException {
    return db.get(reads, key, 0, key.length, buffer, 0, buffer.length);
  }

  @Override
  public void put(byte[] key, byte[] value, int length) throws RocksDBException {
    db.put(writes, key, 0, key.length, value, 0, length);
  }

  @Override
  public boolean replace(byte[] key, byte[] value, int length) throws RocksDBException {
    boolean there = has(key);
    if (there) {
      put(key, value, length);
    }
    return there;
  }

  /** One look-up; {@code keyExists} makes two. */
  private boolean has(byte[] key) throws RocksDBException {
    return get(key, NONE) != RocksDB.NOT_FOUND;
  }

  @Override
  public boolean remove(byte[] key) throws RocksDBException {
    boolean there = has(key);
    if (there) {
      db.delete(writes, key);
    }
    return there;
  }

  @Override
  public void scan(byte[] from, int count, Values values) throws RocksDBException {
    try (RocksIterator records = db.newIterator(reads)) {
      Source value = (buffer, at) -> records.value(buffer, at, buffer.length - at);
      records.seek(from);
      for (int left = count; left > 0 && records.isValid(); left--) {
        values.accept(value);
        if (left > 1) {
          records.next();
        }
      }
      records.status();
    }
  }
}
