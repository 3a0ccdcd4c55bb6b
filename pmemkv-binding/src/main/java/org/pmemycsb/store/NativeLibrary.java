package org.pmemycsb.store;

import java.io.IOException;
import java.nio.file.Path;

/** Loads our own native library: the override, a plain file, or a copy taken out of the jar. */
final class NativeLibrary {
  /** System property: the JNI library's file, instead of the one that is packaged. */
  static final String OVERRIDE = "store.jni.library";

  private static final String LIBRARY = "libstorejni.so";

  private static boolean loaded;

  private NativeLibrary() {}

  /** Loads the library, once; after a failure the next call tries again. */
  static synchronized void load() {
    if (loaded) {
      return;
    }
    Path file = file(LIBRARY);
    try {
      System.load(file.toString());
    } catch (UnsatisfiedLinkError e) {
      throw unavailable("cannot load " + file + ": " + e.getMessage(), e);
    }
    loaded = true;
  }

  /**
   * One of our native files. Where the library is overridden, the others lie beside it.
   *
   * @throws StoreException when it is not packaged for this system
   */
  static Path file(String name) {
    String override = System.getProperty(OVERRIDE, "");
    if (!override.isBlank()) {
      Path library = Path.of(override).toAbsolutePath();
      return name.equals(LIBRARY) ? library : library.resolveSibling(name);
    }
    try {
      return NativeFile.of(NativeLibrary.class, name);
    } catch (IOException e) {
      throw unavailable(e.getMessage(), e);
    }
  }

  private static StoreException unavailable(String reason, Throwable cause) {
    return new StoreException(
        reason + "; build it with mvn package, or name its file with -D" + OVERRIDE + "=FILE",
        cause);
  }
}
