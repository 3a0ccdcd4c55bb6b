package org.pmemycsb.adapter.mongodb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Removes what a server has left. */
final class Folders {
  private Folders() {}

  /** Removes all in a folder; what cannot be removed is left to the harness, which says so. */
  static void empty(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        if (!file.equals(folder)) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException | UncheckedIOException left) {
      return;
    }
  }
}
