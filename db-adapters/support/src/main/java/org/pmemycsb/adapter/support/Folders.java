package org.pmemycsb.adapter.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Removes the files of a server. */
public final class Folders {
  private Folders() {}

  /**
   * Removes everything in a folder. The harness removes the folder itself, and reports files that
   * cannot be removed.
   */
  public static void empty(Path folder) {
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
