package org.pmemycsb.adapter.mongodb;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.pmemycsb.adapter.support.Programs;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Host;

/**
 * @param ferretdb whether this is a FerretDB, and no mongod
 */
record MongoPrograms(Path file, boolean ferretdb, String version) {
  static final String MONGOD = "mongod";
  static final String FERRETDB = "ferretdb";

  /** A part of a sentence; the page lists all distributions. */
  static final String HOW_TO_HAVE_MONGOD =
      "for a mongod see https://www.mongodb.com/docs/manual/administration/install-on-linux/";

  // No single command works everywhere: an unpacked distribution has no sources to build from.
  private static final String HOW_TO_HAVE_FERRETDB =
      "a clone's db-adapters/mongodb/build-ferretdb builds FerretDB, and FERRETDB_BINARY names a"
          + " FerretDB 1 that is elsewhere";

  private static final String FERRETDB_VARIABLE = "FERRETDB_BINARY";
  private static final Pattern VERSION = Pattern.compile("(?<=version:? v?)\\d+\\.[\\w.-]+");

  /** The program that an option names, or else mongod, or else FerretDB. */
  static MongoPrograms find(Host host, Map<String, String> options) throws DatabaseException {
    if (options.containsKey(MONGOD)) {
      return mongod(Path.of(options.get(MONGOD)));
    }
    if (options.containsKey(FERRETDB)) {
      return of(Path.of(options.get(FERRETDB)), true);
    }
    Optional<Path> mongod = host.executable(MONGOD);
    if (mongod.isPresent()) {
      return mongod(mongod.get());
    }
    Optional<Path> ferretdb =
        host.environment(FERRETDB_VARIABLE)
            .map(Path::of)
            .or(() -> host.executable(FERRETDB))
            .or(() -> built(host));
    if (ferretdb.isEmpty()) {
      throw new DatabaseException(
          "there is no mongod, and no FerretDB to stand in for it; "
              + HOW_TO_HAVE_MONGOD
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

  /** The program that {@code build-ferretdb} made. */
  private static Optional<Path> built(Host host) {
    Path cache =
        host.environment("XDG_CACHE_HOME")
            .map(Path::of)
            .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"))
            .resolve("pmem-ycsb");
    try (DirectoryStream<Path> programs = Files.newDirectoryStream(cache, FERRETDB + "-*[0-9]")) {
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

  static MongoPrograms mongod(Path file) throws DatabaseException {
    return of(file, false);
  }

  private static MongoPrograms of(Path file, boolean ferretdb) throws DatabaseException {
    String version =
        Programs.version(
            file, ferretdb ? "FerretDB" : "MongoDB", Programs.output(file, "--version"), VERSION);
    if (ferretdb && !version.startsWith("1.")) {
      throw new DatabaseException(
          "%s is FerretDB %s; only version 1 works on a plain PostgreSQL. Start this one yourself, and give --url"
              .formatted(file, version));
    }
    return new MongoPrograms(file, ferretdb, version);
  }
}
