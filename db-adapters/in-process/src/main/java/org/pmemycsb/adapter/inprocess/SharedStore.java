package org.pmemycsb.adapter.inprocess;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.pmemycsb.adapter.support.Failures;
import org.pmemycsb.spi.Durability;
import site.ycsb.DBException;

/**
 * A store that is open once in this process, for all clients that use it. Thread-safe.
 *
 * <p>It holds what clients have in common: the locks that make a read, a merge and a put of one key
 * atomic, and the thread that syncs at durability periodic.
 */
final class SharedStore {
  static final String PATH = "path";
  static final String DURABILITY = "durability";

  /** Pause between two syncs at periodic. */
  static final Duration SYNC_INTERVAL = Duration.ofMillis(100);

  /** The pause, and as long again for the sync itself. */
  static final Duration LOSS_WINDOW = SYNC_INTERVAL.multipliedBy(2);

  /** Many more than threads, so that two threads seldom meet on one without sharing a key. */
  private static final int STRIPES = 1024;

  /** What differs from one failure to the next, a file's name for one, must not flood stderr. */
  private static final int MOST_MESSAGES = 5;

  /** By real path; guarded by itself. */
  private static final Map<Path, SharedStore> OPEN = new HashMap<>();

  private final String name;
  private final Path path;
  private final String settings;
  private final LocalStore store;
  private final Object[] stripes = Stream.generate(Object::new).limit(STRIPES).toArray();
  private final Set<String> said = new HashSet<>();
  private final Thread syncer;

  private volatile boolean unsynced;
  private volatile Exception syncFailure;

  /** Written by the syncer, read after its end. */
  private long syncs;

  /** Guarded by {@link #OPEN}. */
  private int users;

  private SharedStore(String name, Path path, String settings, LocalStore store, boolean periodic) {
    this.name = name;
    this.path = path;
    this.settings = settings;
    this.store = store;
    this.syncer = periodic ? new Thread(this::syncUntilInterrupted, "periodic-sync") : null;
    if (periodic) {
      syncer.setDaemon(true);
      syncer.start();
    }
  }

  /**
   * The store of these properties, opened if no client has it yet. Each call needs one {@link
   * #release}.
   *
   * @throws DBException when it cannot be opened, or is open with other settings
   */
  static SharedStore acquire(LocalAdapter adapter, Properties properties) throws DBException {
    String name = properties.getProperty(adapter.property(PATH));
    if (name == null || !Files.isDirectory(Path.of(name))) {
      throw new DBException(adapter.property(PATH) + "=" + name + ": there is no such store");
    }
    synchronized (OPEN) {
      try {
        Path path = Path.of(name).toRealPath();
        String settings = settings(adapter, properties);
        SharedStore shared = OPEN.get(path);
        if (shared == null) {
          Durability durability =
              Durability.of(
                  properties.getProperty(adapter.property(DURABILITY), Durability.COMMIT.id()));
          LocalStore store = adapter.open(path, durability, properties, false);
          shared =
              new SharedStore(
                  adapter.name(), path, settings, store, durability == Durability.PERIODIC);
          OPEN.put(path, shared);
        } else if (!shared.settings.equals(settings)) {
          throw new DBException("it is open in this process with " + shared.settings);
        }
        shared.users++;
        return shared;
      } catch (Exception | LinkageError failure) {
        throw new DBException(
            adapter.name() + ": cannot open " + name + ": " + Failures.oneLine(failure), failure);
      }
    }
  }

  private static String settings(LocalAdapter adapter, Properties properties) {
    return properties.stringPropertyNames().stream()
        .filter(
            name -> name.startsWith(adapter.name() + ".") && !name.equals(adapter.property(PATH)))
        .sorted()
        .map(name -> name + "=" + properties.getProperty(name))
        .toList()
        .toString();
  }

  /** Closes the store when this was its last user, and adds its counters to those of the folder. */
  void release() {
    synchronized (OPEN) {
      users--;
      if (users > 0) {
        return;
      }
      OPEN.remove(path);
      try {
        Map<String, Long> counters = new HashMap<>();
        if (syncer != null) {
          endSyncer();
          syncIfNeeded();
          counters.put("background_syncs", syncs);
        }
        counters.putAll(store.statistics());
        if (Files.exists(path)) {
          Counters.of(path.getParent()).add(counters);
        }
      } catch (Exception failure) {
        if (said.isEmpty()) {
          say("cannot keep the counters of " + path + ": " + Failures.oneLine(failure));
        }
      } finally {
        store.close();
      }
    }
  }

  /** Returns only when the thread is gone: a sync of a store that is closed crashes the process. */
  private void endSyncer() {
    boolean interrupted = false;
    syncer.interrupt();
    while (syncer.isAlive()) {
      try {
        syncer.join();
      } catch (InterruptedException later) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  LocalStore store() {
    return store;
  }

  /** What a write of this key locks. */
  Object stripe(String key) {
    int hash = key.hashCode();
    return stripes[(hash ^ (hash >>> 16)) & (STRIPES - 1)];
  }

  /** Called after each write; fails once a sync has failed, as no later one may be acknowledged. */
  void written() throws Exception {
    if (syncer != null) {
      if (syncFailure != null) {
        throw new IOException("a sync failed: " + Failures.oneLine(syncFailure), syncFailure);
      }
      if (!unsynced) {
        unsynced = true;
      }
    }
  }

  private void syncUntilInterrupted() {
    try {
      while (syncFailure == null) {
        Thread.sleep(SYNC_INTERVAL.toMillis());
        syncIfNeeded();
      }
    } catch (InterruptedException end) {
      // The last client leaves, and syncs once more.
      return;
    }
  }

  private void syncIfNeeded() {
    if (unsynced) {
      unsynced = false;
      try {
        store.sync();
        syncs++;
      } catch (Exception failure) {
        syncFailure = failure;
      }
    }
  }

  /** Prints the first failures, each once; YCSB itself would only count them. */
  void failed(String operation, String key, Exception failure) {
    String message = Failures.oneLine(failure);
    boolean print;
    synchronized (said) {
      print = said.size() < MOST_MESSAGES && said.add(message);
    }
    if (print) {
      say(operation + " of " + key + " failed in " + path + ": " + message);
    }
  }

  private void say(String line) {
    System.err.println(name + ": " + line);
  }
}
