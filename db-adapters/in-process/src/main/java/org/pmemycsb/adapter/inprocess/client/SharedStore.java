package org.pmemycsb.adapter.inprocess.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * A store that is open once in this process, for all clients that use it. Thread-safe.
 *
 * <p>It also holds the locks that make a read, a merge and a put of one key atomic, and the list of
 * failures that stderr already has a line about.
 */
public abstract class SharedStore {
  /** Many more than threads, so that two threads with different keys seldom share one. */
  private static final int STRIPES = 1024;

  /** Some messages differ from one failure to the next. They must not flood stderr. */
  private static final int MOST_MESSAGES = 8;

  /** By real path; guarded by itself. */
  private static final Map<Path, SharedStore> OPEN = new HashMap<>();

  /** The real path. */
  protected final Path path;

  /** The one table that the store holds; null for any. */
  final String table;

  private final Map<String, ?> settings;

  /** The identity of the folder when the store was opened; null if the last client closes it. */
  private final String folder;

  private final Object[] stripes = Stream.generate(Object::new).limit(STRIPES).toArray();

  /** Failures that stderr has a line about; guarded by itself. */
  private final Set<String> said = new HashSet<>();

  /** Guarded by {@link #OPEN}. */
  private int users;

  /**
   * A store that is open.
   *
   * @param settings properties that all clients must agree on
   * @param table the one table that the store holds; null for any
   * @param endsWithProcess whether its records are gone when it is closed. Then it stays open
   *     without clients, until its folder is another one. It changes nothing in the folder itself
   */
  protected SharedStore(Path path, Map<String, ?> settings, String table, boolean endsWithProcess) {
    this.path = path;
    this.settings = settings;
    this.table = table;
    this.folder = endsWithProcess ? folderKey(path) : null;
  }

  private static String folderKey(Path path) {
    try {
      BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
      return attributes.fileKey() + " " + attributes.lastModifiedTime();
    } catch (IOException gone) {
      return "none";
    }
  }

  /**
   * The store at a real path, opened if no client has it yet. Each call needs one {@link #release}.
   *
   * @param settings the client's, as in the constructor
   * @param opening gives the store, open for its first client
   * @throws Exception that of {@code opening}, or if the store is open with other settings
   */
  public static SharedStore acquire(
      Path path, Map<String, ?> settings, Callable<? extends SharedStore> opening)
      throws Exception {
    synchronized (OPEN) {
      SharedStore shared = OPEN.get(path);
      if (shared != null && shared.users == 0 && !folderKey(path).equals(shared.folder)) {
        OPEN.remove(path);
        shared.shut();
        shared = null;
      }
      if (shared == null) {
        shared = opening.call();
        OPEN.put(path, shared);
      } else if (!settings.equals(shared.settings)) {
        throw new DBException(
            "%s is open in this process already, with other settings: %s, not %s"
                .formatted(path, shared.settings, settings));
      }
      shared.users++;
      return shared;
    }
  }

  /** Closes the store when this was its last user, unless its records would go with it. */
  final void release() throws DBException {
    synchronized (OPEN) {
      users--;
      if (users == 0 && folder == null) {
        OPEN.remove(path);
        shut();
      }
    }
  }

  /** The lock for writes of this key. */
  final Object stripe(String key) {
    int hash = key.hashCode();
    return stripes[(hash ^ (hash >>> 16)) & (STRIPES - 1)];
  }

  /** The store for one more client. */
  protected abstract RecordStore view() throws Exception;

  /** Called after each write, under the lock of its key. */
  protected void written() throws Exception {}

  /** The status of an operation that failed. YCSB itself would only count it. */
  protected abstract Status failed(String operation, String key, Exception failure);

  /** Prints a line on stderr for the first failure of a kind. */
  protected final void say(String kind, Supplier<String> line) {
    synchronized (said) {
      if (said.size() < MOST_MESSAGES && said.add(kind)) {
        System.err.println(line.get());
      }
    }
  }

  /**
   * Closes the store, which no client uses.
   *
   * @throws DBException if a write that was acknowledged may be lost; it is closed all the same
   */
  protected abstract void shut() throws DBException;
}
