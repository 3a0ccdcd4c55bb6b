package example.h2mvstore;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.StringDataType;
import org.pmemycsb.adapter.inprocess.LocalStore;
import org.pmemycsb.adapter.inprocess.client.RecordStore;
import org.pmemycsb.spi.Durability;

/**
 * An open store. Thread-safe.
 *
 * <p>Commit: each write is committed and synced before it is acknowledged. Periodic: the base class
 * calls {@link #sync} several times a second. None: the store writes within about a second, and
 * syncs nothing.
 */
final class H2Store implements LocalStore, RecordStore {
  private static final MVMap.Builder<String, byte[]> RECORDS =
      new MVMap.Builder<String, byte[]>()
          .keyType(StringDataType.INSTANCE)
          .valueType(ByteArrayDataType.INSTANCE);

  private final MVStore store;
  private final MVMap<String, byte[]> records;
  private final Durability durability;

  H2Store(Path folder, Durability durability) {
    this.store = MVStore.open(folder.resolve("store.mv").toString());
    this.records = store.openMap("usertable", RECORDS);
    this.durability = durability;
  }

  @Override
  public int get(byte[] key, byte[] buffer) {
    byte[] value = records.get(ordered(key));
    if (value == null) {
      return -1;
    }
    System.arraycopy(value, 0, buffer, 0, Math.min(value.length, buffer.length));
    return value.length;
  }

  @Override
  public void put(byte[] key, byte[] value, int length) {
    records.put(ordered(key), Arrays.copyOf(value, length));
    acknowledge();
  }

  @Override
  public boolean replace(byte[] key, byte[] value, int length) {
    boolean there = records.containsKey(ordered(key));
    if (there) {
      put(key, value, length);
    }
    return there;
  }

  @Override
  public boolean remove(byte[] key) {
    boolean there = records.remove(ordered(key)) != null;
    if (there) {
      acknowledge();
    }
    return there;
  }

  @Override
  public void scan(byte[] from, int count, Values values) {
    Cursor<String, byte[]> found = records.cursor(ordered(from));
    for (int i = 0; i < count && found.hasNext(); i++) {
      found.next();
      values.accept(found.getValue().clone());
    }
  }

  /** A character for each byte, so that the order of the strings is that of the bytes. */
  private static String ordered(byte[] key) {
    return new String(key, ISO_8859_1);
  }

  private void acknowledge() {
    if (durability == Durability.COMMIT) {
      sync();
    }
  }

  @Override
  public void sync() {
    store.commit();
    store.sync();
  }

  /** The store keeps nothing of a client. */
  @Override
  public RecordStore session() {
    return this;
  }

  /** A store without a server has only the configuration that its clients got. */
  @Override
  public Durability durability() {
    return durability;
  }

  @Override
  public String durabilitySettings() {
    return "commit() and sync() "
        + (durability == Durability.COMMIT ? "after each write" : "later");
  }

  @Override
  public String configuration() {
    return durabilitySettings() + "\ncache size: " + store.getCacheSize() + " MB\n";
  }

  @Override
  public long count() {
    return records.sizeAsLong();
  }

  @Override
  public Map<String, Long> statistics() {
    return Map.of("file_writes", store.getFileStore().getWriteCount());
  }

  @Override
  public void close() {
    store.close();
  }
}
