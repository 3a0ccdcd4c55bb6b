package org.pmemycsb.store;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.pmemycsb.adapter.inprocess.client.RecordStore;

/**
 * An open store of a library behind {@code store.h}.
 *
 * <p>Threads: the store may be used by any threads, and each {@link #session} by one. The caller
 * closes the store once no thread uses it or a session. Calls after that throw a {@link
 * StoreException}.
 */
public final class NativeStore implements AutoCloseable {
  /** Paths and messages are in the file system's encoding. */
  private static final Charset CHARSET =
      Charset.forName(System.getProperty("sun.jnu.encoding", StandardCharsets.UTF_8.name()));

  /** Handles of libraries, by file; guarded by itself. */
  private static final Map<Path, Long> LOADED = new HashMap<>();

  private final long handle;
  private final StoreProgram.Traits traits;
  private boolean closed;

  private NativeStore(long handle) {
    this.handle = handle;
    int bits = StoreNative.traits(handle);
    this.traits =
        new StoreProgram.Traits(
            text(StoreNative.name(handle)),
            (bits & StoreNative.DURABLE) != 0,
            (bits & StoreNative.SORTED) != 0,
            (bits & StoreNative.ENDS_WITH_PROCESS) != 0,
            (bits & StoreNative.SYNCS) != 0);
  }

  /**
   * Opens a store, and creates it in an empty folder.
   *
   * @param library the library's file, which stays loaded
   * @param folder existing
   * @param bytes room to plan for
   * @throws StoreException if it cannot be loaded or opened
   */
  public static NativeStore open(
      Path library, Path folder, long bytes, Map<String, String> options) {
    long handle =
        StoreNative.open(load(library), bytes(folder.toString()), bytes, bytes(lines(options)));
    if (handle == 0) {
      throw new StoreException(text(StoreNative.failure()));
    }
    return new NativeStore(handle);
  }

  private static long load(Path library) {
    synchronized (LOADED) {
      if (LOADED.isEmpty()) {
        loadOurs();
      }
      Long loaded = LOADED.get(library);
      if (loaded == null) {
        loaded = StoreNative.load(bytes(library.toString()));
        if (loaded == 0) {
          throw new StoreException(text(StoreNative.failure()));
        }
        LOADED.put(library, loaded);
      }
      return loaded;
    }
  }

  /** Loading it again does nothing. */
  private static void loadOurs() {
    Path ours = NativeFile.required(NativeStore.class, "libstorejni.so");
    try {
      System.load(ours.toString());
    } catch (UnsatisfiedLinkError e) {
      throw new StoreException("cannot load " + ours + ": " + e.getMessage(), e);
    }
  }

  /** Options as {@code store.h} passes them. */
  private static String lines(Map<String, String> options) {
    StringBuilder lines = new StringBuilder();
    new TreeMap<>(options)
        .forEach((name, value) -> lines.append(name).append('=').append(value).append('\n'));
    return lines.toString();
  }

  static byte[] bytes(String text) {
    return text.getBytes(CHARSET);
  }

  static String text(byte[] bytes) {
    return new String(bytes, CHARSET);
  }

  public StoreProgram.Traits traits() {
    return traits;
  }

  /** The store for one thread. */
  public RecordStore session() {
    return new StoreSession(this);
  }

  public long count() {
    return checked(StoreNative.count(handle()));
  }

  /** Makes all writes that have returned survive a loss of power. */
  public void sync() {
    checked(StoreNative.sync(handle()));
  }

  /** The store's own counters since it was opened; empty if it has none. */
  public Map<String, Long> counters() {
    Map<String, Long> counters = new TreeMap<>();
    byte[] lines = StoreNative.counters(handle());
    if (lines == null) {
      throw failure(StoreNative.ABSENT);
    }
    StoreProgram.pairs(text(lines).lines().toList())
        .forEach((name, value) -> counters.put(name, Long.parseLong(value)));
    return counters;
  }

  /** A second close does nothing. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      StoreNative.close(handle);
    }
  }

  long handle() {
    if (closed) {
      throw new StoreException("the store is closed");
    }
    return handle;
  }

  /** Gives a result back, or throws the failure that it is. */
  long checked(long result) {
    if (result < 0) {
      throw failure(result);
    }
    return result;
  }

  StoreException failure(long result) {
    String text = text(StoreNative.error(handle));
    boolean full = result == StoreNative.FULL;
    return new StoreException(
        full ? "the store is full (" + text + "): give it a larger size" : text, full, null);
  }
}
