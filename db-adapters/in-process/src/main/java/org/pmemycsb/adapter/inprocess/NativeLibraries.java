package org.pmemycsb.adapter.inprocess;

import java.nio.file.Files;
import java.nio.file.Path;
import org.pmemycsb.adapter.support.Folders;

/**
 * Loads native libraries that a jar brings along. They are unpacked into a folder of their own
 * below the system's temporary folder, as the folder of a store may forbid programs. The files are
 * removed once they are loaded: a process that is killed later leaves none.
 */
public final class NativeLibraries {
  private NativeLibraries() {}

  /** Loads libraries. */
  @FunctionalInterface
  public interface Loader {
    /** Unpacks into the folder and loads. */
    void load(Path folder) throws Exception;
  }

  /** Gives a loader its folder, and removes the folder with all that is in it. */
  public static void load(Loader loader) throws Exception {
    Path folder = Files.createTempDirectory("pmem-ycsb-native-");
    try {
      loader.load(folder);
    } finally {
      Folders.delete(folder);
    }
  }
}
