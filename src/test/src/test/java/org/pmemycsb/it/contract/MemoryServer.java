package org.pmemycsb.it.contract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Restartable;
import org.pmemycsb.spi.ServerSettings;

/** The records, a process that stands for a server's, and a file that stands for its data. */
class MemoryServer implements DatabaseServer {
  static final String ID = "memory.id";
  static final String LENIENT = "memory.lenient";
  static final String HOST = "memory.host";
  static final String PASSWORD = "memory.password";
  private static final Map<String, MemoryServer> RUNNING = new ConcurrentHashMap<>();
  private static final Map<String, Map<String, byte[]>> SHARED = new TreeMap<>();
  private static final int LAST = 50;

  private final MemoryAdapter adapter;
  private final ServerSettings settings;
  private final String id = UUID.randomUUID().toString();
  private final String password;
  private final Path file;
  private final Optional<Path> log;
  private final Process process;
  private final Map<String, Map<String, byte[]>> records;
  private final List<String> inserted = new ArrayList<>();
  private final Map<String, Map<String, byte[]>> deleted = new HashMap<>();
  private final AtomicLong operations = new AtomicLong();
  private final AtomicLong inserts = new AtomicLong();
  private final AtomicBoolean connectionOfAllClosed = new AtomicBoolean();
  private boolean closed;
  private volatile boolean up = true;
  private volatile int starts;

  /** One that can be killed and started again. */
  static final class Killable extends MemoryServer implements Restartable {
    Killable(MemoryAdapter adapter, ServerSettings settings) throws IOException {
      super(adapter, settings);
    }
  }

  MemoryServer(MemoryAdapter adapter, ServerSettings settings) throws IOException {
    this.adapter = adapter;
    this.settings = settings;
    this.records = has(Defect.DATABASES_SHARE_RECORDS) ? SHARED : new TreeMap<>();
    file = Files.writeString(settings.folder().resolve("data"), "data");
    log = settings.log().map(apart -> apart.folder().resolve("log"));
    if (log.isPresent() && !has(Defect.LOG_STAYS_WITH_THE_DATA)) {
      Files.writeString(log.get(), "log");
    }
    password = has(Defect.PASSWORD_STAYS) ? "word-4711" : UUID.randomUUID().toString();
    ProcessBuilder command = new ProcessBuilder("sh", "-c", "echo up; exec sleep 600");
    if (System.getProperty("user.name").equals("root")) {
      command.command().addAll(0, List.of("setpriv", "--reuid=65534", "--clear-groups"));
    }
    if (has(Defect.PASSWORD_IN_A_VARIABLE)) {
      command.environment().put("PASSWORD", password);
    }
    if (has(Defect.PASSWORD_IN_A_FILE)) {
      Files.writeString(file, password);
    }
    if (has(Defect.FOLDER_IS_GIVEN_AWAY)) {
      Files.setPosixFilePermissions(
          settings.folder(), PosixFilePermissions.fromString("rwxrwxrwx"));
    }
    process = settings.processes().start(command);
    process.inputReader().readLine(); // it has another user by now
    RUNNING.put(id, this);
  }

  /** The server that runs under an id, or null. */
  static MemoryServer of(String id) {
    return RUNNING.get(id);
  }

  boolean has(Defect defect) {
    return adapter.has(defect);
  }

  /** Whether a client reaches it, and knows its password. */
  boolean takes(Properties client) {
    return (client.getProperty(HOST).equals(host()) || has(Defect.LISTENS_EVERYWHERE))
        && (client.getProperty(PASSWORD).equals(password) || has(Defect.PASSWORD_IS_NOT_ASKED_FOR));
  }

  private String host() {
    return settings.listen().orElse("127.0.0.1");
  }

  boolean isOrdered() {
    return settings.scans() && !adapter.isMinimal();
  }

  boolean isUp() {
    return up && !connectionOfAllClosed.get();
  }

  int starts() {
    return starts;
  }

  /** The records, which are also the lock on them. */
  Map<String, Map<String, byte[]>> records() {
    return records;
  }

  /** A record was deleted; the caller holds the lock on the records. */
  void deleted(String key, Map<String, byte[]> record) {
    deleted.put(key, record);
  }

  void count(boolean insert, String key) {
    operations.incrementAndGet();
    if (insert) {
      inserts.incrementAndGet();
      synchronized (records) {
        inserted.add(key);
      }
    }
  }

  void closeConnectionOfAll() {
    connectionOfAllClosed.set(true);
  }

  @Override
  public Properties clientProperties() {
    Properties properties = new Properties();
    properties.setProperty(ID, id);
    properties.setProperty(HOST, host());
    properties.setProperty(PASSWORD, password);
    if (has(Defect.ALL_IS_WELL_WHEN_GONE)) {
      properties.setProperty(LENIENT, "true");
    }
    return properties;
  }

  @Override
  public void reset() {
    connectionOfAllClosed.set(false);
    if (has(Defect.RESET_DOES_NOTHING)) {
      return;
    }
    inserts.set(0);
    synchronized (records) {
      inserted.clear();
      deleted.clear();
      if (has(Defect.INDEX_OUTLIVES_RESET)) {
        records.replaceAll((key, fields) -> Map.of());
      } else {
        records.clear();
      }
    }
  }

  @Override
  public String version() {
    return has(Defect.VERSION_WITHOUT_PRODUCT) ? "1.0" : "Memory 1.0";
  }

  @Override
  public Durability effectiveDurability() {
    return has(Defect.DURABILITY_AS_CONFIGURED) ? Durability.COMMIT : settings.durability();
  }

  @Override
  public Optional<Duration> lossWindow() {
    return has(Defect.LOSS_WINDOW_AT_COMMIT)
        ? Optional.of(Duration.ofSeconds(1))
        : Optional.empty();
  }

  @Override
  public boolean livesInClient() {
    return has(Defect.LIVES_IN_ITS_CLIENTS_AND_IN_A_SERVER);
  }

  @Override
  public Map<String, String> configuration() {
    if (adapter.isMinimal()) {
      return Map.of();
    }
    return Map.of(has(Defect.CONFIGURATION_UNDER_A_PATH) ? "/etc/m.conf" : "m.conf", "none\n");
  }

  @Override
  public OptionalLong recordCount() {
    if (adapter.isMinimal()) {
      return OptionalLong.empty();
    }
    synchronized (records) {
      long count = has(Defect.COUNT_IS_OF_INSERTS) ? inserts.get() : records.size();
      if (has(Defect.COUNT_IS_WRONG_AFTER_A_RESTART) && starts > 0) {
        return OptionalLong.of(count + 1);
      }
      return OptionalLong.of(
          count + (has(Defect.COUNT_HAS_THE_INDEX_IN_IT) && isOrdered() ? 1 : 0));
    }
  }

  @Override
  public Map<String, Long> statistics() {
    if (adapter.isMinimal()) {
      return Map.of("bytes_on_medium", 0L); // as every store in the process of its clients
    }
    long counted = has(Defect.STATISTICS_STAND_STILL) ? 7 : operations.get();
    return has(Defect.STATISTICS_SHRINK)
        ? Map.of("operations", counted, "left", -counted)
        : Map.of("operations", counted);
  }

  public void crash() {
    up = false;
    synchronized (records) {
      if (settings.durability() == Durability.NONE
          || log.isPresent() && has(Defect.LOG_APART_IS_NOT_REPLAYED)) {
        records.clear();
      } else if (has(Defect.KILL_LOSES_THE_LAST_RECORDS)) {
        inserted.stream().skip(Math.max(0, inserted.size() - LAST)).forEach(records::remove);
      } else if (has(Defect.KILL_BRINGS_THE_DELETED_BACK)) {
        records.putAll(deleted);
      }
    }
  }

  public void restart() throws DatabaseException {
    if (log.isPresent() && !Files.exists(log.get()) && !has(Defect.LOST_LOG_IS_AN_EMPTY_ONE)) {
      throw new DatabaseException(log.get() + " is not there");
    }
    starts++;
    up = true;
  }

  @Override
  public void close() {
    if (closed && has(Defect.CLOSE_WORKS_ONCE)) {
      throw new IllegalStateException("closed already");
    }
    closed = true;
    up = false;
    RUNNING.remove(id);
    if (!has(Defect.CLOSE_LEAVES_A_PROCESS)) {
      process.destroyForcibly();
    }
    if (!has(Defect.CLOSE_LEAVES_A_FILE)) {
      try {
        Files.deleteIfExists(file);
        if (log.isPresent() && !has(Defect.LOG_IS_LEFT)) {
          Files.deleteIfExists(log.get());
        }
      } catch (IOException left) {
        throw new IllegalStateException(left);
      }
    }
  }
}
