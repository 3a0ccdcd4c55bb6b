package org.pmemycsb.pmemkv;

import static org.pmemycsb.pmemkv.PmemkvStatus.INVALID_ARGUMENT;
import static org.pmemycsb.pmemkv.PmemkvStatus.OUT_OF_MEMORY;
import static org.pmemycsb.pmemkv.PmemkvStatus.UNKNOWN_ERROR;
import static org.pmemycsb.pmemkv.PmemkvStatus.WRONG_ENGINE_NAME;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Opens and creates pools. A failure is one line that says more than libpmemkv does.
 *
 * <p>libpmemkv 1.4 can only open an existing pool or create a missing one. The other create modes
 * are made of these two, in the same way for every version. All checks that change nothing come
 * first. Only after opening failed it is checked whether the pool is in use, because this check
 * takes the pool's lock for a moment.
 */
final class PoolOpener {
  /** The smallest pool that libpmemobj makes. */
  static final long MIN_POOL_BYTES = 8L << 20;

  /** The smallest size that memkind takes; the volatile engines use it. */
  static final long MIN_FOLDER_BYTES = 16L << 20;

  private final PmemkvOptions options;
  private final Path path;

  private PoolOpener(PmemkvOptions options) {
    this.options = options;
    this.path = options.path();
  }

  static long open(PmemkvOptions options) {
    List<String> engines = PmemkvLibrary.engines(options.library());
    if (!engines.contains(options.engine())) {
      throw new PmemkvException(
          WRONG_ENGINE_NAME,
          "the installed libpmemkv has no engine '%s'; it has %s"
              .formatted(options.engine(), String.join(", ", engines)));
    }
    return new PoolOpener(options).open(Engine.of(options.engine()).storage());
  }

  private long open(Engine.Storage storage) {
    if (storage == Engine.Storage.NOWHERE) {
      return nativeOpen(null, false, 0);
    }
    if (path == null) {
      throw refused("open a store", "no path was given; the engine needs one");
    }
    try {
      return storage == Engine.Storage.FOLDER ? openFolder() : openPool();
    } catch (IOException e) {
      throw new PmemkvException(
          UNKNOWN_ERROR, "cannot open " + path + ": " + e.getMessage() + "; look at the path", e);
    }
  }

  private long openFolder() throws IOException {
    requireSize(MIN_FOLDER_BYTES);
    boolean made = false;
    if (options.create() != CreateMode.NEVER && Files.notExists(path)) {
      requireParent("create the folder");
      try {
        Files.createDirectory(path);
        made = true;
      } catch (FileAlreadyExistsException e) {
        // Another process was faster; the next check tells whether it made a folder.
      }
    }
    try {
      if (!Files.isDirectory(path)) {
        throw refused(
            "open",
            Files.exists(path)
                ? "it is a file; the engine " + options.engine() + " takes a folder"
                : "there is no such folder; make it, or correct the path");
      }
      requireWritable(path, "open");
      requireSpace(path, 0);
      return nativeOpen(path, false, options.sizeBytes());
    } catch (PmemkvException | IOException e) {
      if (made) {
        Files.deleteIfExists(path);
      }
      throw e;
    }
  }

  private long openPool() throws IOException {
    PoolFile file = look();
    if (file.content() != PoolFile.Content.MISSING) {
      return options.create() == CreateMode.REPLACE ? replace(file) : openExisting(file);
    }
    if (options.create() == CreateMode.NEVER) {
      throw refused(
          "open pool",
          "there is no such file; correct the path, or let it be created (CreateMode.IF_ABSENT)");
    }
    requireCreatable(path, 0);
    try {
      return create(path);
    } catch (PmemkvException e) {
      PoolFile now = look();
      if (options.create() == CreateMode.IF_ABSENT && now.content() != PoolFile.Content.MISSING) {
        // Another process created it in the meantime.
        return openExisting(now);
      }
      throw e;
    }
  }

  private PoolFile look() throws IOException {
    if (!Files.notExists(path) && !Files.isReadable(path)) {
      throw refused("open pool", "no permission to read; chmod u+rw it");
    }
    return PoolFile.at(path);
  }

  private long openExisting(PoolFile file) throws IOException {
    switch (file.content()) {
      case FOLDER ->
          throw refused(
              "open pool", "it is a folder; the engine " + options.engine() + " takes a file");
      case OTHER ->
          throw refused(
              "open pool",
              "the file is no pool of pmemkv's, and was left as it is; give another path");
      case UNFINISHED -> {
        if (PoolLock.isHeld(path)) {
          throw inUse(null);
        }
        throw refused(
            "open pool",
            "the file holds no pool (it is empty, or its creation was cut short); remove it, or "
                + "have it replaced (CreateMode.REPLACE)");
      }
      case POOL -> requireEngineOf(file);
      default -> {
        // A device or a set of parts: libpmemobj checks it.
      }
    }
    requireWritable(path, "open pool");
    try {
      return nativeOpen(path, false, 0);
    } catch (PmemkvException e) {
      if (PoolLock.isHeld(path)) {
        throw inUse(e);
      }
      throw e.explained(
          e.status(),
          ("cannot open pool %s: %s; it is damaged, was made by another version of libpmemobj, "
                  + "or lies on a file system that cannot be mapped")
              .formatted(path, e.nativeMessage()));
    }
  }

  private void requireEngineOf(PoolFile file) {
    String engine = Engine.ofLayout(file.layout());
    if (engine == null) {
      throw refused(
          "open pool",
          "it belongs to another program (layout '" + file.layout() + "'); give another path");
    }
    if (!engine.equals(options.engine())) {
      throw refused(
          "open pool",
          "it was made by the engine %s, not %s; open it with that engine, or give another path"
              .formatted(engine, options.engine()));
    }
  }

  private long replace(PoolFile file) throws IOException {
    if (file.content() != PoolFile.Content.POOL && file.content() != PoolFile.Content.UNFINISHED) {
      throw refused(
          "replace", "it is no pool in a plain file, and was left as it is; give another path");
    }
    // A symbolic link stays and then leads to the new pool.
    Path real = path.toRealPath();
    requireCreatable(real, Files.size(real));
    int result = PoolLock.removeUnlessHeld(real);
    if (result > 0) {
      throw inUse(null);
    }
    if (result < 0) {
      throw refused(
          "replace pool",
          "it cannot be removed (error " + -result + "); look at the permissions of its folder");
    }
    return create(real);
  }

  private long create(Path at) {
    try {
      return nativeOpen(at, true, options.sizeBytes());
    } catch (PmemkvException e) {
      String text = e.nativeMessage().isEmpty() ? e.status().meaning() : e.nativeMessage();
      String what = "cannot create pool " + at + ": " + text;
      // libpmemobj does not overwrite a file; then the file belongs to somebody else and stays.
      if (e.nativeMessage().contains("exist")) {
        throw e.explained(e.status(), what + "; give another path");
      }
      PoolLock.removeUnlessHeld(at);
      throw e.explained(e.status(), what + "; no file was left behind");
    }
  }

  private void requireCreatable(Path at, long freedBytes) throws IOException {
    requireSize(MIN_POOL_BYTES);
    requireParent("create pool");
    requireSpace(at.toAbsolutePath().getParent(), freedBytes);
  }

  private void requireSize(long atLeast) {
    if (options.sizeBytes() < atLeast) {
      throw refused(
          "create",
          "a size of %d bytes is too small; the engine %s needs at least %d (%d MiB)"
              .formatted(options.sizeBytes(), options.engine(), atLeast, atLeast >> 20));
    }
  }

  private void requireParent(String what) {
    Path parent = path.toAbsolutePath().getParent();
    if (parent == null || !Files.isDirectory(parent)) {
      throw refused(what, "there is no folder " + parent + "; make it, or correct the path");
    }
    requireWritable(parent, what);
  }

  private void requireWritable(Path at, String what) {
    if (!Files.isWritable(at)) {
      throw refused(
          what,
          "no permission to write to " + at + " (or it is mounted read-only); give another path");
    }
  }

  private void requireSpace(Path folder, long freedBytes) throws IOException {
    long usable = folder.toFile().getUsableSpace();
    if (usable + freedBytes < options.sizeBytes()) {
      throw new PmemkvException(
          OUT_OF_MEMORY,
          ("cannot create %s: its file system has %d bytes free, of %d wanted; ask for "
                  + "a smaller size, free some, or give another path")
              .formatted(path, usable, options.sizeBytes()));
    }
  }

  private PmemkvException inUse(PmemkvException cause) {
    String message =
        "cannot open pool %s: it is in use by %s; close it there first, or give another path"
            .formatted(path, PoolLock.holder(path));
    return cause == null
        ? new PmemkvException(UNKNOWN_ERROR, message)
        : cause.explained(UNKNOWN_ERROR, message);
  }

  private PmemkvException refused(String what, String why) {
    return new PmemkvException(
        INVALID_ARGUMENT, "cannot " + what + (path == null ? "" : " " + path) + ": " + why);
  }

  private long nativeOpen(Path at, boolean create, long size) {
    long handle =
        PmemkvNative.open(
            PmemkvLibrary.load(options.library()).handle(),
            PmemkvNative.bytes(options.engine()),
            at == null ? null : PmemkvNative.bytes(at),
            size,
            create);
    if (handle < 0) {
      throw PmemkvNative.failure(handle);
    }
    return handle;
  }
}
