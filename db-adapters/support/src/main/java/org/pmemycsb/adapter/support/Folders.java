package org.pmemycsb.adapter.support;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.pmemycsb.spi.SafeFolder;

/** Files of a database. */
public final class Folders {
  private Folders() {}

  /**
   * Removes everything in a folder. The harness removes the folder itself, and reports files that
   * cannot be removed.
   */
  public static void empty(Path folder) {
    try {
      SafeFolder.emptyFolder(folder);
    } catch (IOException left) {
      return;
    }
  }

  /** The bytes in all files of a folder. */
  public static long bytes(Path folder) throws IOException {
    long bytes = 0;
    for (Path file : content(folder)) {
      if (Files.isRegularFile(file)) {
        bytes += Files.size(file);
      }
    }
    return bytes;
  }

  /** The folder, and the files and folders in it; nothing if it is not there. */
  private static List<Path> content(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.toList();
    }
  }
}
