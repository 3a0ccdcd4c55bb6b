package org.pmemycsb.spi;

import java.nio.file.Path;
import java.util.Optional;

/** What an adapter may ask about the machine when it is probed. */
public interface Host {
  /** The program of this name, looked for on the path and where distributions put servers. */
  Optional<Path> executable(String name);

  /** The value of an environment variable of the harness. */
  Optional<String> environment(String name);
}
