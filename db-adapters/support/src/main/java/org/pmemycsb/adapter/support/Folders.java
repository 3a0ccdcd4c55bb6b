package org.pmemycsb.adapter.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Files of a database. */
public final class Folders {
  private Folders() {}

  /**
   * Removes everything in a folder. The harness removes the folder itself, and reports files that
   * cannot be removed.
   */
  public static void empty(Path folder) {
    try {
      remove(folder, 1);
    } catch (IOException | UncheckedIOException left) {
      return;
    }
  }

  /** Removes a folder with all that is in it; it need not be there. */
  public static void delete(Path folder) throws IOException {
    remove(folder, 0);
  }

  private static void remove(Path folder, int kept) throws IOException {
    for (Path file :
        content(folder).stream().skip(kept).sorted(Comparator.reverseOrder()).toList()) {
      Files.deleteIfExists(file);
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
