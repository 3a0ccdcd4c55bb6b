package org.pmemycsb.adapter.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.pmemycsb.adapter.support.Libpmem;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Medium;

/**
 * {@code libpgwal_pmem.so} in a server's working folder.
 *
 * @param folder holds the library
 * @param state an existing folder in which the server writes the library's counters
 */
record WalLibrary(Path folder, Path state) {
  private static final String FILE = "libpgwal_pmem.so";
  private static final String STATE = "pgwal.state";
  // The dynamic linker's words when it starts the program without the library.
  private static final String NOT_PRELOADED = "cannot be preloaded";

  /**
   * Copies the library out of the jar. In the server's working folder, {@code LD_PRELOAD} holds a
   * relative path, which no character of the folder's path can end early.
   *
   * @throws DatabaseException if there is none for this system
   */
  void install() throws IOException, DatabaseException {
    // As CMake names the system.
    String arch = System.getProperty("os.arch").replaceFirst("^amd64$", "x86_64");
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT) + "-" + arch;
    try (InputStream library =
        WalLibrary.class.getResourceAsStream("/native/" + system + "/" + FILE)) {
      if (library == null) {
        throw new DatabaseException("no " + FILE + " for this system (" + system + ")");
      }
      Files.copy(library, folder.resolve(FILE), StandardCopyOption.REPLACE_EXISTING);
    }
    // The server is another user where we are root.
    Files.setPosixFilePermissions(
        folder.resolve(FILE), PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** The variables with which a server on this data folder has to be started. */
  Map<String, String> environment(Path data, Medium medium) {
    Map<String, String> environment = new HashMap<>(Libpmem.environment(medium));
    environment.put("LD_PRELOAD", "./" + FILE);
    environment.put("PGWAL_PMEM_DATA", data.toString());
    environment.put("PGWAL_PMEM_STATE", state.resolve(STATE).toString());
    return environment;
  }

  Optional<WalCounters> counters() throws IOException {
    return WalCounters.read(state.resolve(STATE));
  }

  /**
   * The counters of a program that was started with the library.
   *
   * @param printed the output of the program
   * @throws DatabaseException if the library is not at work in it
   */
  WalCounters working(String printed) throws IOException, DatabaseException {
    Optional<WalCounters> counters = counters();
    if (counters.isPresent() && counters.get().ready()) {
      return counters.get();
    }
    String why =
        printed
            .lines()
            .filter(line -> line.contains(NOT_PRELOADED) || line.contains("libpgwal_pmem: "))
            .findFirst()
            .map(String::strip)
            .orElse("it gave no reason");
    String remedy =
        why.contains("failed to map segment")
            ? " (" + folder + " is mounted noexec: mount it with exec, or choose another folder)"
            : "";
    throw new DatabaseException("PostgreSQL runs without " + FILE + ": " + why + remedy);
  }
}
