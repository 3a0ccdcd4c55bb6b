package org.pmemycsb.it.report;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** Programs that a test needs. */
final class Shell {
  private Shell() {}

  /** The program of this name on the path. */
  static Optional<Path> find(String name) {
    return Arrays.stream(System.getenv("PATH").split(":"))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
