package org.pmemycsb.adapter.support;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import org.pmemycsb.spi.DatabaseException;

/**
 * A native library in an adapter's jar, to be preloaded into a server. It goes into the server's
 * working folder, so that {@code LD_PRELOAD} holds a relative path, which no character of the
 * folder's path can end early.
 */
public final class PackagedLibrary {
  private PackagedLibrary() {}

  /**
   * Copies a library out of the jar.
   *
   * @param owner a class of the jar
   * @throws DatabaseException if there is none for this system
   */
  public static void install(Class<?> owner, String file, Path folder)
      throws IOException, DatabaseException {
    String resource = resource(System.getProperty("os.name"), System.getProperty("os.arch"), file);
    try (InputStream library = owner.getResourceAsStream(resource)) {
      if (library == null) {
        throw new DatabaseException("no " + file + " for this system (" + resource + ")");
      }
      Files.copy(library, folder.resolve(file), StandardCopyOption.REPLACE_EXISTING);
    }
    // The server is another user where we are root.
    Files.setPosixFilePermissions(
        folder.resolve(file), PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** The resource that holds the library for a system, named as CMake names it. */
  static String resource(String osName, String osArch, String file) {
    String arch = osArch.equals("amd64") ? "x86_64" : osArch;
    return "/native/" + osName.toLowerCase(Locale.ROOT) + "-" + arch + "/" + file;
  }
}
