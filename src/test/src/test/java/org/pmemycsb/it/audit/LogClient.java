package org.pmemycsb.it.audit;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.pmemycsb.harness.measure.database.NoopClient;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * The client of {@link LogAdapter}: records in the memory of the process, and every write in the
 * log, by a system call, before it is acknowledged.
 */
public final class LogClient extends NoopClient {
  static final String FILE = "log.file";
  static final String FAULT = "log.fault";

  // A recovery reads the whole log into memory. At full speed it would not fit into the heap.
  private static final long PAUSE_NANOS = 50_000;

  private static final ObjectMapper JSON = new ObjectMapper();

  private static Store shared;

  private Store store;

  /** A write as it stands in the log; no fields for a delete. */
  record Entry(String key, boolean whole, Map<String, byte[]> fields) {
    boolean isDelete() {
      return fields.isEmpty();
    }
  }

  private static final class Store {
    final Map<String, Map<String, byte[]>> records = new TreeMap<>();
    final String fault;
    private final FileChannel log;
    private final Path clean;
    private int users;

    Store(Path file, String fault) throws IOException, DBException {
      this.fault = fault;
      this.clean = file.resolveSibling("clean");
      List<Entry> entries = entries(Files.readString(file));
      boolean crashed = !Files.deleteIfExists(clean) && !entries.isEmpty();
      if (crashed) {
        if (fault.equals("does-not-come-back")) {
          throw new DBException("the log cannot be read, on purpose");
        }
        entries = Fault.applied(fault, entries);
      }
      entries.forEach(this::apply);
      if (crashed) {
        Fault.damage(fault, records);
      }
      log = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
      // What was recovered is what the next crash must find.
      for (Map.Entry<String, Map<String, byte[]>> record : records.entrySet()) {
        append(new Entry(record.getKey(), true, record.getValue()));
      }
    }

    private void apply(Entry entry) {
      if (entry.isDelete()) {
        records.remove(entry.key());
      } else if (entry.whole()) {
        records.put(entry.key(), new HashMap<>(entry.fields()));
      } else {
        records.computeIfAbsent(entry.key(), key -> new HashMap<>()).putAll(entry.fields());
      }
    }

    synchronized Status write(Entry entry, boolean mustExist) {
      if (mustExist && !records.containsKey(entry.key())) {
        return Status.NOT_FOUND;
      }
      append(entry);
      apply(entry);
      return Status.OK;
    }

    private void append(Entry entry) {
      try {
        String line = JSON.writeValueAsString(entry) + "\n";
        log.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)));
        LockSupport.parkNanos(PAUSE_NANOS);
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }

    /** The last one may be half written: then nobody was told of it. */
    private static List<Entry> entries(String log) throws IOException {
      List<Entry> entries = new ArrayList<>();
      for (String line : log.substring(0, log.lastIndexOf('\n') + 1).lines().toList()) {
        entries.add(JSON.readValue(line, Entry.class));
      }
      return entries;
    }

    synchronized Map<String, byte[]> read(String key) {
      return records.get(key);
    }
  }

  @Override
  public void init() throws DBException {
    synchronized (LogClient.class) {
      try {
        if (shared == null) {
          shared =
              new Store(
                  Path.of(getProperties().getProperty(FILE)), getProperties().getProperty(FAULT));
        }
        shared.users++;
        store = shared;
      } catch (IOException failure) {
        throw new DBException(failure);
      }
    }
  }

  @Override
  public void cleanup() throws DBException {
    synchronized (LogClient.class) {
      if (--shared.users == 0) {
        try {
          Files.createFile(shared.clean);
        } catch (IOException failure) {
          throw new DBException(failure);
        }
        shared = null;
      }
    }
  }

  private static Map<String, byte[]> bytes(Map<String, ByteIterator> values) {
    Map<String, byte[]> bytes = new TreeMap<>();
    values.forEach((name, value) -> bytes.put(name, value.toArray()));
    return bytes;
  }

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    Map<String, byte[]> record = store.read(key);
    if (record == null) {
      return Status.NOT_FOUND;
    }
    if (record.containsKey(Fault.UNREADABLE)) {
      return Status.ERROR;
    }
    record.forEach((name, value) -> result.put(name, new ByteArrayByteIterator(value)));
    return Status.OK;
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return store.write(new Entry(key, true, bytes(values)), false);
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    if (store.fault.equals("refuses-updates")) {
      return Status.NOT_FOUND;
    }
    return store.write(new Entry(key, false, bytes(values)), true);
  }

  @Override
  public Status delete(String table, String key) {
    return store.write(new Entry(key, true, Map.of()), true);
  }
}
