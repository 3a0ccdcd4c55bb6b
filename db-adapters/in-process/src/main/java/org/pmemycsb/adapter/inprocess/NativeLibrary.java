package org.pmemycsb.adapter.inprocess;

import java.nio.file.Files;
import java.nio.file.Path;
import org.pmemycsb.adapter.support.Folders;

/**
 * A native library that a jar brings along. It is unpacked into a folder of its own below the
 * system's temporary folder, as the folder of a store may forbid programs. The files are removed
 * once it is loaded: a process that is killed later leaves none. Thread-safe.
 */
public final class NativeLibrary {
  private final Loader loader;
  private boolean loaded;

  public NativeLibrary(Loader loader) {
    this.loader = loader;
  }

  @FunctionalInterface
  public interface Loader {
    /** Unpacks into the folder and loads. */
    void load(Path folder) throws Exception;
  }

  /** Loads it, unless it is loaded. */
  public synchronized void load() throws Exception {
    if (!loaded) {
      Path folder = Files.createTempDirectory("pmem-ycsb-native-");
      try {
        loader.load(folder);
        loaded = true;
      } finally {
        Folders.delete(folder);
      }
    }
  }
}
