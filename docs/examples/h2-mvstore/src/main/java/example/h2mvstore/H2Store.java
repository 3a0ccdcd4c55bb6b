package example.h2mvstore;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.StringDataType;

/**
 * An open store, one for all clients of a process that name the same file; the last one to leave
 * closes it. A record is one value: a count, and name and bytes of each field. Thread-safe.
 */
final class H2Store {
  private static final Map<Path, H2Store> OPEN = new HashMap<>();
  private static final MVMap.Builder<String, byte[]> RECORDS =
      new MVMap.Builder<String, byte[]>()
          .keyType(StringDataType.INSTANCE)
          .valueType(ByteArrayDataType.INSTANCE);

  private final Path file;
  private final MVStore store;
  private final MVMap<String, byte[]> records;
  private final Object[] locks = Stream.generate(Object::new).limit(256).toArray();
  private int clients;

  private H2Store(Path file) {
    this.file = file;
    this.store = MVStore.open(file.toString());
    this.records = store.openMap("usertable", RECORDS);
  }

  static void create(Path file) {
    new H2Store(file).store.close();
  }

  static long countRecords(Path file) {
    H2Store counted = new H2Store(file);
    try {
      return counted.records.sizeAsLong();
    } finally {
      counted.store.close();
    }
  }

  static synchronized H2Store enter(Path file) {
    H2Store entered = OPEN.computeIfAbsent(file, H2Store::new);
    entered.clients++;
    return entered;
  }

  void leave() {
    synchronized (H2Store.class) {
      if (--clients == 0) {
        OPEN.remove(file);
        store.close();
      }
    }
  }

  /** Null if there is none. */
  Map<String, byte[]> read(String key) {
    byte[] record = records.get(ordered(key));
    return record == null ? null : fields(record);
  }

  void put(String key, Map<String, byte[]> fields) {
    synchronized (lock(key)) {
      records.put(ordered(key), record(fields));
    }
  }

  /** Replaces these fields and keeps the others, in one step; false if there is no such record. */
  boolean merge(String key, Map<String, byte[]> changed) {
    synchronized (lock(key)) {
      Map<String, byte[]> fields = read(key);
      if (fields == null) {
        return false;
      }
      fields.putAll(changed);
      records.put(ordered(key), record(fields));
      return true;
    }
  }

  /** False if there was none. */
  boolean remove(String key) {
    synchronized (lock(key)) {
      return records.remove(ordered(key)) != null;
    }
  }

  /** The writers of one key take turns; those of different keys seldom meet. */
  private Object lock(String key) {
    return locks[Math.floorMod(key.hashCode(), locks.length)];
  }

  /** A place to read on from, in the order of the keys. */
  Cursor<String, byte[]> from(String key) {
    return records.cursor(ordered(key));
  }

  /** Makes all writes so far durable. */
  void sync() {
    store.commit();
    store.sync();
  }

  /**
   * A character for each byte of the key, so that the order of the strings is that of the bytes.
   */
  private static String ordered(String key) {
    return new String(key.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  private static byte[] record(Map<String, byte[]> fields) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(fields.size());
      for (Map.Entry<String, byte[]> field : fields.entrySet()) {
        out.writeUTF(field.getKey());
        out.writeInt(field.getValue().length);
        out.write(field.getValue());
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  static Map<String, byte[]> fields(byte[] record) {
    Map<String, byte[]> fields = new HashMap<>();
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(record))) {
      for (int left = in.readInt(); left > 0; left--) {
        String name = in.readUTF();
        fields.put(name, in.readNBytes(in.readInt()));
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return fields;
  }
}
