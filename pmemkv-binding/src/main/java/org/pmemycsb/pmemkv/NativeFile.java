package org.pmemycsb.pmemkv;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;

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
        NativePlatform.resource(System.getProperty("os.name"), System.getProperty("os.arch"), name);
    URL url = owner.getResource(resource);
    if (url == null) {
      throw new IOException("no " + name + " for this system (" + resource + ")");
    }
    try {
      if (url.getProtocol().equals("file")) {
        return Path.of(url.toURI());
      }
      byte[] content;
      try (InputStream in = url.openStream()) {
        content = in.readAllBytes();
      }
      return NativeCache.forThisUser().file(content);
    } catch (IOException | URISyntaxException e) {
      throw new IOException("cannot unpack " + name + ": " + e.getMessage(), e);
    }
  }
}
