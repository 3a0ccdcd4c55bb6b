package org.pmemycsb.pmemkv;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.pmemycsb.store.NativeFile;
import org.pmemycsb.store.NativeStore;
import org.pmemycsb.store.StoreException;

/**
 * A store of libpmemkv, by its file.
 *
 * <p>libpmemkv says little about why a pool does not open. So the checks that change nothing come
 * first, and a pool that is in use names its user.
 *
 * @param engine an engine of libpmemkv, such as {@code cmap}
 * @param path the pool's file; a folder where the records end with the process
 */
public record PmemkvPool(String engine, Path path) {
  /** Where an engine keeps its records. */
  enum Storage {
    /** A file with a libpmemobj pool. */
    POOL,
    /** An unnamed file in a folder; the records are gone after closing. */
    FOLDER,
    NOWHERE;

    /** An unknown engine is taken for one with a pool. */
    static Storage of(String engine) {
      return switch (engine) {
        case "blackhole", "dram_vcmap" -> NOWHERE;
        case "vcmap", "vsmap" -> FOLDER;
        default -> engine.startsWith("dram_") ? FOLDER : POOL;
      };
    }
  }

  /** The smallest pool that libpmemobj makes. */
  static final long MIN_POOL_BYTES = 8L << 20;

  /** The smallest size that memkind takes; the volatile engines use it. */
  static final long MIN_FOLDER_BYTES = 16L << 20;

  /**
   * Opens the pool, or makes one where there is none.
   *
   * @param bytes size of a pool to be made, and of a volatile engine; 0 to open only what exists
   * @param library files of libpmemkv, as {@link PmemkvLibrary#files} gives them
   * @throws StoreException when that is not possible; one line says what, where and how to mend it
   */
  public NativeStore open(long bytes, String library) {
    boolean pool = Storage.of(engine) == Storage.POOL;
    boolean make = Files.notExists(path);
    try {
      Path parent = path.toAbsolutePath().getParent();
      if (make) {
        refuseToMake(parent, bytes, pool ? MIN_POOL_BYTES : MIN_FOLDER_BYTES);
      } else if (pool) {
        refuseOther(PoolFile.at(path));
      } else if (!Files.isDirectory(path)) {
        throw refused("open", "it is a file; the engine " + engine + " takes a folder");
      }
      if (!pool && make) {
        Files.createDirectory(path);
      }
      return NativeStore.open(
          library(),
          pool ? parent : path,
          bytes,
          Map.of("engine", engine, "library", library, "file", path.toString()));
    } catch (IOException e) {
      throw new StoreException(
          "cannot open " + path + ": " + e.getMessage() + "; look at the path", e);
    } catch (StoreException e) {
      throw pool ? explained(e) : e;
    }
  }

  /** Our library over libpmemkv. */
  public static Path library() {
    return NativeFile.required(PmemkvPool.class, "libpmemkv_store.so");
  }

  private StoreException explained(StoreException failure) {
    Optional<String> holder = PoolFile.holder(path);
    return holder.isPresent()
        ? new StoreException(
            "cannot open pool %s: it is in use by %s; close it there first, or give another path"
                .formatted(path, holder.get()),
            failure)
        : failure.getMessage().startsWith("cannot ")
            ? failure
            : new StoreException("cannot open pool " + path + ": " + failure.getMessage(), failure);
  }

  private void refuseToMake(Path parent, long bytes, long least) {
    if (bytes < least) {
      throw refused(
          "create",
          "a size of %d bytes is too small; the engine %s needs at least %d (%d MiB)"
              .formatted(bytes, engine, least, least >> 20));
    }
    if (parent == null || !Files.isDirectory(parent)) {
      throw refused(
          "create pool", "there is no folder " + parent + "; make it, or correct the path");
    }
    if (!Files.isWritable(parent)) {
      throw refused("create pool", "no permission to write to " + parent + "; give another path");
    }
    long usable = parent.toFile().getUsableSpace();
    if (usable < bytes) {
      throw refused(
          "create",
          "its file system has %d bytes free, of %d wanted; ask for a smaller size, free some, or give another path"
              .formatted(usable, bytes));
    }
  }

  private void refuseOther(PoolFile file) {
    switch (file.content()) {
      case FOLDER ->
          throw refused("open pool", "it is a folder; the engine " + engine + " takes a file");
      case OTHER ->
          throw refused(
              "open pool",
              "the file is no pool of pmemkv's, and was left as it is; give another path");
      case UNFINISHED -> {
        if (PoolFile.holder(path).isEmpty()) {
          throw refused(
              "open pool",
              "the file holds no pool (it is empty, or its creation was cut short); remove it");
        }
      }
      case POOL -> {
        Optional<String> owner = file.engine();
        if (!owner.equals(Optional.of(engine))) {
          throw refused(
              "open pool",
              owner
                  .map(
                      other ->
                          "it was made by the engine %s, not %s; open it with that engine"
                              .formatted(other, engine))
                  .orElse("it belongs to another program (layout '" + file.layout() + "')"));
        }
      }
      default -> {
        // A device or a set of parts: libpmemobj checks it.
      }
    }
    if (!Files.isWritable(path)) {
      throw refused("open pool", "no permission to write to it (or it is mounted read-only)");
    }
  }

  private StoreException refused(String what, String why) {
    return new StoreException("cannot " + what + " " + path + ": " + why);
  }
}
