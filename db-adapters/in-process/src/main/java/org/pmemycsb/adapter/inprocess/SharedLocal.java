package org.pmemycsb.adapter.inprocess;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.pmemycsb.adapter.inprocess.client.RecordStore;
import org.pmemycsb.adapter.inprocess.client.SharedStore;
import org.pmemycsb.adapter.support.Failures;
import org.pmemycsb.spi.Durability;
import site.ycsb.DBException;
import site.ycsb.Status;

/** A store that is open once in this process, and the thread that syncs it at periodic. */
final class SharedLocal extends SharedStore {
  static final String PATH = "path";
  static final String DURABILITY = "durability";
  static final String LOG = "log";

  /** Pause between two syncs at periodic. */
  static final Duration SYNC_INTERVAL = Duration.ofMillis(100);

  /** The pause, and as long again for the sync itself. */
  static final Duration LOSS_WINDOW = SYNC_INTERVAL.multipliedBy(2);

  private final String name;
  private final LocalStore store;

  private final Thread syncer;

  private final CountDownLatch ending = new CountDownLatch(1);

  private final Failures failures = new Failures();

  private volatile boolean unsynced;
  private volatile Exception syncFailure;

  /** Written by the syncer, read after its end. */
  private long syncs;

  private SharedLocal(
      String name, Path path, Map<String, ?> settings, LocalStore store, boolean periodic) {
    super(path, settings, null, store.endsWithProcess());
    this.name = name;
    this.store = store;
    this.syncer = periodic ? new Thread(this::syncUntilTheEnd, "periodic-sync") : null;
    if (periodic) {
      syncer.setDaemon(true);
      syncer.start();
    }
  }

  /**
   * The store of these properties, opened if no client has it yet.
   *
   * @throws DBException when it cannot be opened, or is open with other settings
   */
  static SharedStore acquire(LocalAdapter adapter, Properties properties) throws DBException {
    String name = properties.getProperty(adapter.property(PATH));
    if (name == null || !Files.isDirectory(Path.of(name))) {
      throw new DBException(adapter.property(PATH) + "=" + name + ": there is no such store");
    }
    try {
      Path path = Path.of(name).toRealPath();
      Map<String, String> settings = settings(adapter, properties);
      return acquire(
          path,
          settings,
          () -> {
            Durability durability =
                Durability.of(
                    properties.getProperty(adapter.property(DURABILITY), Durability.COMMIT.id()));
            LocalStore store = adapter.open(path, durability, properties, false);
            return new SharedLocal(
                adapter.name(), path, settings, store, durability == Durability.PERIODIC);
          });
    } catch (Exception | LinkageError failure) {
      throw new DBException(
          adapter.name() + ": cannot open " + name + ": " + Failures.oneLine(failure), failure);
    }
  }

  private static Map<String, String> settings(LocalAdapter adapter, Properties properties) {
    Map<String, String> settings = new TreeMap<>();
    properties.stringPropertyNames().stream()
        .filter(name -> name.startsWith(adapter.name() + "."))
        .forEach(name -> settings.put(name, properties.getProperty(name)));
    settings.remove(adapter.property(PATH));
    return settings;
  }

  /** Syncs what is left, and adds its counters to those of the folder. */
  @Override
  protected void shut() throws DBException {
    // An interrupt would make a sync or a write of a file fail.
    boolean interrupted = Thread.interrupted();
    try {
      Map<String, Long> counters = new HashMap<>();
      if (syncer != null) {
        interrupted |= endSyncer();
        syncIfNeeded();
        counters.put("background_syncs", syncs);
      }
      counters.putAll(store.statistics());
      if (Files.exists(path)) {
        Counters.of(path.getParent()).add(counters);
      }
    } catch (Exception failure) {
      say(
          "counters",
          () -> name + ": cannot keep the counters of " + path + ": " + Failures.oneLine(failure));
    } finally {
      store.close();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    if (syncFailure != null) {
      throw new DBException(
          "%s: a sync of %s failed: %s".formatted(name, path, Failures.oneLine(syncFailure)),
          syncFailure);
    }
  }

  /**
   * Returns only when the thread is gone: a sync of a store that is closed crashes the process. The
   * thread is not interrupted, because that would make its last sync fail.
   *
   * @return whether this thread was interrupted meanwhile
   */
  private boolean endSyncer() {
    boolean interrupted = false;
    ending.countDown();
    while (syncer.isAlive()) {
      try {
        syncer.join();
      } catch (InterruptedException later) {
        interrupted = true;
      }
    }
    return interrupted;
  }

  @Override
  protected RecordStore view() throws Exception {
    return store.session();
  }

  /** Fails once a sync has failed: no later write may be acknowledged. */
  @Override
  protected void written() throws Exception {
    if (syncer != null) {
      if (syncFailure != null) {
        throw new IOException("a sync failed: " + Failures.oneLine(syncFailure), syncFailure);
      }
      if (!unsynced) {
        unsynced = true;
      }
    }
  }

  /** The last client that leaves syncs once more. */
  private void syncUntilTheEnd() {
    try {
      while (syncFailure == null
          && !ending.await(SYNC_INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
        syncIfNeeded();
      }
    } catch (InterruptedException end) {
      // The thread is never interrupted; see endSyncer.
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

  @Override
  protected Status failed(String operation, String key, Exception failure) {
    String message = Failures.oneLine(failure);
    say(
        message,
        () -> name + ": " + operation + " of " + key + " failed in " + path + ": " + message);
    return failures.named(Status.ERROR.getName(), () -> message);
  }
}
