package org.pmemycsb.adapter.inprocess;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The files of a store. */
final class Folders {
  private Folders() {}

  /** Removes a folder with all that is in it; it need not be there. */
  static void delete(Path folder) throws IOException {
    for (Path path : content(folder).stream().sorted(Comparator.reverseOrder()).toList()) {
      Files.deleteIfExists(path);
    }
  }

  /** The bytes in all files of a folder. */
  static long bytes(Path folder) throws IOException {
    long bytes = 0;
    for (Path path : content(folder)) {
      if (Files.isRegularFile(path)) {
        bytes += Files.size(path);
      }
    }
    return bytes;
  }

  private static List<Path> content(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.toList();
    }
  }
}
