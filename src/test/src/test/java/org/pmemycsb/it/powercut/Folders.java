package org.pmemycsb.it.powercut;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Whole folders. */
final class Folders {
  private Folders() {}

  static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** With owners, permissions and times. */
  static void copy(Path from, Path to) throws IOException {
    Process copy =
        new ProcessBuilder("cp", "-a", from.toString(), to.toString()).inheritIO().start();
    if (copy.onExit().join().exitValue() != 0) {
      throw new IOException("cannot copy " + from + " to " + to);
    }
  }
}
