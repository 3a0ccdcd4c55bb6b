package org.pmemycsb.spi;

import java.nio.file.Path;
import java.util.Optional;

/** Answers an adapter's questions about the machine. */
@FunctionalInterface
public interface Host {
  /** The program of this name, on the path or in the folders where distributions put servers. */
  Optional<Path> executable(String name);

  /** The value of an environment variable of the harness; empty for a host that has none. */
  default Optional<String> environment(String name) {
    return Optional.empty();
  }
}
