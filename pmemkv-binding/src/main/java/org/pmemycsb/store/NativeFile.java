package org.pmemycsb.store;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Locale;

/** Native code that is packaged with classes, under {@code /native/<system>-<processor>/}. */
public final class NativeFile {
  private NativeFile() {}

  /**
   * A file that can be loaded or started: the packaged one where the classes lie in a folder, or
   * else a copy taken out of their jar, in a folder that only this user can write to.
   *
   * @param owner a class beside which it is packaged
   * @throws IOException when it is not packaged for this system, or cannot be copied; the message
   *     is one line
   */
  public static Path of(Class<?> owner, String name) throws IOException {
    String resource =
        "/native/%s/%s"
            .formatted(folder(System.getProperty("os.name"), System.getProperty("os.arch")), name);
    URL url = owner.getResource(resource);
    if (url == null) {
      throw new IOException("no " + name + " for this system (" + resource + ")");
    }
    try {
      if (url.getProtocol().equals("file")) {
        return Path.of(url.toURI());
      }
      try (InputStream in = url.openStream()) {
        return NativeCache.forThisUser().file(in.readAllBytes());
      }
    } catch (IOException | URISyntaxException e) {
      throw new IOException("cannot unpack " + name + ": " + e.getMessage(), e);
    }
  }

  /**
   * As {@link #of}; without such a file nothing can be done.
   *
   * @throws StoreException whose message says how to make the file
   */
  public static Path required(Class<?> owner, String name) {
    try {
      return of(owner, name);
    } catch (IOException e) {
      throw new StoreException(e.getMessage() + "; build it with mvn package", e);
    }
  }

  /** The folder for a system, named as CMake does: {@code linux-x86_64}. */
  static String folder(String osName, String osArch) {
    String os = osName.toLowerCase(Locale.ROOT);
    String arch = osArch.toLowerCase(Locale.ROOT);
    return (os.startsWith("mac") ? "darwin" : os) + "-" + (arch.equals("amd64") ? "x86_64" : arch);
  }
}
