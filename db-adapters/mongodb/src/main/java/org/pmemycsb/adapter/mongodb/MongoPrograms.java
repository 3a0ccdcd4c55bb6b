package org.pmemycsb.adapter.mongodb;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pmemycsb.adapter.support.Programs;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Host;

/**
 * The program of a server.
 *
 * @param file the program
 * @param ferretdb whether it is FerretDB, and not {@code mongod}
 * @param version its version as it states it
 */
record MongoPrograms(Path file, boolean ferretdb, String version) {
  static final String MONGOD = "mongod";
  static final String FERRETDB = "ferretdb";
  // No single command works everywhere: an unpacked distribution has no sources to build from.
  private static final String HOW_TO_HAVE_FERRETDB =
      "a clone's db-adapters/mongodb/build-ferretdb builds FerretDB, and FERRETDB_BINARY names a"
          + " FerretDB 1 that is elsewhere";

  private static final String FERRETDB_VARIABLE = "FERRETDB_BINARY";
  private static final Pattern VERSION = Pattern.compile("version:? v?((\\d+)\\.[\\w.-]+)");
  // FerretDB 2 needs an extension in its PostgreSQL.
  private static final int NEWEST_FERRETDB = 1;

  /**
   * The program that an option names, or else mongod, or else FerretDB.
   *
   * @throws DatabaseException if there is none, or it cannot be used
   */
  static MongoPrograms find(Host host, Map<String, String> options) throws DatabaseException {
    if (options.containsKey(MONGOD)) {
      return of(Path.of(options.get(MONGOD)), false);
    }
    if (options.containsKey(FERRETDB)) {
      return of(Path.of(options.get(FERRETDB)), true);
    }
    Optional<Path> mongod = host.executable(MONGOD);
    if (mongod.isPresent()) {
      return of(mongod.get(), false);
    }
    Optional<Path> ferretdb =
        host.environment(FERRETDB_VARIABLE)
            .map(Path::of)
            .or(() -> host.executable(FERRETDB))
            .or(() -> built(cache(host)));
    if (ferretdb.isEmpty()) {
      throw new DatabaseException(
          "there is no mongod, and no FerretDB to stand in for it; "
              + MongodPackages.advice()
              + "; "
              + HOW_TO_HAVE_FERRETDB);
    }
    return of(ferretdb.get(), true);
  }

  /** Whether a program's version or help has a word. */
  static boolean mentions(Path file, String word) {
    for (String question : List.of("--version", "--help")) {
      try {
        if (Programs.output(file, question).toLowerCase(Locale.ROOT).contains(word)) {
          return true;
        }
      } catch (DatabaseException silent) {
        return false;
      }
    }
    return false;
  }

  private static Path cache(Host host) {
    return host.environment("XDG_CACHE_HOME")
        .map(Path::of)
        .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"))
        .resolve("pmem-ycsb");
  }

  private static Optional<Path> built(Path cache) {
    try (DirectoryStream<Path> programs = Files.newDirectoryStream(cache, "ferretdb-*[0-9]")) {
      for (Path program : programs) {
        if (Files.isExecutable(program)) {
          return Optional.of(program);
        }
      }
    } catch (IOException none) {
      return Optional.empty();
    }
    return Optional.empty();
  }

  /**
   * A program that was named.
   *
   * @throws DatabaseException if it cannot be used
   */
  static MongoPrograms of(Path file, boolean ferretdb) throws DatabaseException {
    Matcher version = VERSION.matcher(Programs.output(file, "--version"));
    if (!version.find()) {
      throw new DatabaseException(file + " does not say which version it is");
    }
    if (ferretdb && Integer.parseInt(version.group(2)) > NEWEST_FERRETDB) {
      throw new DatabaseException(
          file
              + " is FerretDB "
              + version.group(1)
              + "; only version 1 works on a plain PostgreSQL");
    }
    return new MongoPrograms(file, ferretdb, version.group(1));
  }
}
