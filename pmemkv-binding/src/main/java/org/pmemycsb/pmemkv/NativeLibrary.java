package org.pmemycsb.pmemkv;

import java.io.IOException;
import java.nio.file.Path;

/** Loads our own native library: the override, a plain file, or a copy taken out of the jar. */
final class NativeLibrary {
  /** System property: the JNI library's file, instead of the one that is packaged. */
  static final String OVERRIDE = "pmemkv.jni.library";

  private static boolean loaded;

  private NativeLibrary() {}

  /** Loads the library, once; after a failure the next call tries again. */
  static synchronized void load() {
    if (loaded) {
      return;
    }
    Path file = locate();
    try {
      System.load(file.toString());
    } catch (UnsatisfiedLinkError e) {
      throw unavailable("cannot load " + file + ": " + e.getMessage(), e);
    }
    loaded = true;
  }

  private static Path locate() {
    String override = System.getProperty(OVERRIDE);
    return override != null && !override.isBlank()
        ? Path.of(override).toAbsolutePath()
        : packaged("libpmemkvjni.so");
  }

  /**
   * One of our native programs; it lies beside the library, also where that is overridden.
   *
   * @throws PmemkvUnavailableException when it is not packaged for this system
   */
  static Path program(String name) {
    String override = System.getProperty(OVERRIDE);
    return override != null && !override.isBlank()
        ? Path.of(override).toAbsolutePath().resolveSibling(name)
        : packaged(name);
  }

  private static Path packaged(String name) {
    try {
      return NativeFile.of(NativeLibrary.class, name);
    } catch (IOException e) {
      throw unavailable(e.getMessage(), e);
    }
  }

  private static PmemkvUnavailableException unavailable(String reason, Throwable cause) {
    return new PmemkvUnavailableException(
        reason, "build it with mvn package, or name its file with -D" + OVERRIDE + "=FILE", cause);
  }
}
