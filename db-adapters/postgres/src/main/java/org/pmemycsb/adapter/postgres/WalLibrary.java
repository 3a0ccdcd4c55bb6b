package org.pmemycsb.adapter.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.pmemycsb.adapter.support.Libpmem;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.SafeFolder;

/**
 * {@code libpgwal_pmem.so} in a server's working folder.
 *
 * @param folder holds the library
 * @param state an existing folder in which the server writes the library's counters
 */
record WalLibrary(Path folder, Path state) {
  static final String STORES = "pgwal_stores_flushed";
  static final String MAPPINGS = "pgwal_mappings";

  /**
   * The counts of all processes of a server, in the order of the words of {@code shared_state.h}:
   * bytes stored to segments, stores (each ended by one flush and fence), syncs that had nothing
   * left to do, syncs and changes of segments that the kernel made, mappings of a segment by a
   * process, those that failed, and stores that the memory refused and the kernel was asked to do.
   */
  static final List<String> COUNTERS =
      List.of(
          "pgwal_stored_bytes",
          STORES,
          "pgwal_syncs_saved",
          "pgwal_syncs_made",
          "pgwal_fallbacks",
          MAPPINGS,
          "pgwal_mappings_refused",
          "pgwal_bus_errors");

  private static final String FILE = "libpgwal_pmem.so";
  private static final String STATE = "pgwal.state";
  private static final long MAGIC = 0x314d504c41574750L;
  private static final long READY = 1;
  // Behind the magic word, the state, and two words by which processes ask for a sync.
  private static final int FIRST_COUNTER = 4;
  // The dynamic linker's words when it starts the program without the library.
  private static final String NOT_PRELOADED = "cannot be preloaded";

  /**
   * Copies the library out of the jar. In the server's working folder, {@code LD_PRELOAD} holds a
   * relative path, which no character of the folder's path can end early.
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

  /** The counters now; empty if the library has not run in the server, or found no libpmem. */
  Optional<Map<String, Long>> counters() throws IOException {
    byte[] file;
    try {
      // The server's account may have put something else there.
      file = SafeFolder.readFile(state.resolve(STATE));
    } catch (NoSuchFileException none) {
      return Optional.empty();
    }
    ByteBuffer words = ByteBuffer.wrap(file).order(ByteOrder.nativeOrder());
    if (words.remaining() < (FIRST_COUNTER + COUNTERS.size()) * Long.BYTES
        || words.getLong() != MAGIC
        || words.getLong() != READY) {
      return Optional.empty();
    }
    words.position(FIRST_COUNTER * Long.BYTES);
    Map<String, Long> counters = new LinkedHashMap<>();
    COUNTERS.forEach(name -> counters.put(name, words.getLong()));
    return Optional.of(counters);
  }

  /**
   * The counters of a program that was started with the library.
   *
   * @param printed the output of the program
   */
  Map<String, Long> working(String printed) throws IOException, DatabaseException {
    Optional<Map<String, Long>> counters = counters();
    if (counters.isPresent()) {
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
