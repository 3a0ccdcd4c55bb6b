package org.pmemycsb.adapter.inprocess;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.pmemycsb.adapter.support.Failures;
import org.pmemycsb.spi.SafeFolder;

/**
 * A native library that a jar brings along. It is unpacked into a folder of its own below the
 * system's temporary folder, as the folder of a store may forbid programs. The files are removed
 * once it is loaded: a process that is killed later leaves none. Thread-safe.
 */
public final class NativeLibrary {
  // A folder that is full, or mounted noexec.
  private static final Pattern UNFIT = Pattern.compile("No space left|failed to map segment");

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
      } catch (Exception | LinkageError failure) {
        String reason = Failures.oneLine(failure);
        if (!UNFIT.matcher(reason).find()) {
          throw failure;
        }
        throw new IOException(
            reason
                + "; the temporary folder must have space, and allow programs: name another one with"
                + " JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=DIR",
            failure);
      } finally {
        SafeFolder.delete(folder);
      }
    }
  }
}
