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
import org.pmemycsb.adapter.postgres.DocumentdbAdapter;
import org.pmemycsb.adapter.support.Programs;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Host;

record MongoPrograms(Path file, Product product, String version) {
  static final String MONGOD = "mongod";
  static final String FERRETDB = "ferretdb";

  /** The option that asks for another server than the machine's first. */
  static final String SERVER = "server";

  // No single command works everywhere: an unpacked distribution has no sources to build from.
  private static final String HOW_TO_HAVE_FERRETDB =
      "a clone's db-adapters/mongodb/build-ferretdb builds FerretDB, and FERRETDB_BINARY names a"
          + " FerretDB 1 that is elsewhere";

  private static final String FERRETDB2 = "ferretdb2";
  private static final String HOW_TO_HAVE_FERRETDB2 =
      "a clone's 'db-adapters/mongodb/build-ferretdb 2' builds FerretDB 2, and the option ferretdb"
          + " names one that is elsewhere; "
          + DocumentdbAdapter.NEEDED;

  private static final String FERRETDB_VARIABLE = "FERRETDB_BINARY";
  private static final Pattern VERSION = Pattern.compile("version:? v?((\\d+)\\.[\\w.-]+)");

  /** The servers, which have different needs. */
  enum Product {
    MONGOD,
    /** On a plain PostgreSQL. */
    FERRETDB_1,
    /** On a PostgreSQL with the extension DocumentDB. */
    FERRETDB_2
  }

  boolean ferretdb() {
    return product != Product.MONGOD;
  }

  /** Whether it needs the extension DocumentDB in its PostgreSQL. */
  boolean documentdb() {
    return product == Product.FERRETDB_2;
  }

  /**
   * The program that an option names, or else mongod, or else FerretDB 1.
   *
   * @throws DatabaseException if there is none, or it cannot be used
   */
  static MongoPrograms find(Host host, Map<String, String> options) throws DatabaseException {
    if (options.containsKey(SERVER)) {
      return ferretdb2(host, options);
    }
    if (options.containsKey(MONGOD)) {
      return mongod(Path.of(options.get(MONGOD)));
    }
    if (options.containsKey(FERRETDB)) {
      return of(Path.of(options.get(FERRETDB)), Product.FERRETDB_1);
    }
    Optional<Path> mongod = host.executable(MONGOD);
    if (mongod.isPresent()) {
      return mongod(mongod.get());
    }
    Optional<Path> ferretdb =
        host.environment(FERRETDB_VARIABLE)
            .map(Path::of)
            .or(() -> host.executable(FERRETDB))
            .or(() -> built(host, FERRETDB));
    if (ferretdb.isEmpty()) {
      throw new DatabaseException(
          "there is no mongod, and no FerretDB to stand in for it; "
              + MongodPackages.advice()
              + "; "
              + HOW_TO_HAVE_FERRETDB);
    }
    return of(ferretdb.get(), Product.FERRETDB_1);
  }

  private static MongoPrograms ferretdb2(Host host, Map<String, String> options)
      throws DatabaseException {
    String wanted = options.get(SERVER);
    if (!wanted.equals(FERRETDB2) || options.containsKey(MONGOD)) {
      throw new DatabaseException(
          "mongodb option server='%s'%s: it must be ferretdb2; leave it out for mongod or FerretDB 1"
              .formatted(wanted, options.containsKey(MONGOD) ? " with mongod" : ""));
    }
    Path program =
        Optional.ofNullable(options.get(FERRETDB))
            .map(Path::of)
            .or(() -> built(host, FERRETDB2))
            .or(() -> host.executable(FERRETDB))
            .orElseThrow(
                () -> new DatabaseException("there is no FerretDB 2; " + HOW_TO_HAVE_FERRETDB2));
    return of(program, Product.FERRETDB_2);
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
  private static Optional<Path> built(Host host, String name) {
    Path cache =
        host.environment("XDG_CACHE_HOME")
            .map(Path::of)
            .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"))
            .resolve("pmem-ycsb");
    try (DirectoryStream<Path> programs = Files.newDirectoryStream(cache, name + "-*[0-9]")) {
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
   * A {@code mongod} that was named.
   *
   * @throws DatabaseException if it cannot be used
   */
  static MongoPrograms mongod(Path file) throws DatabaseException {
    return of(file, Product.MONGOD);
  }

  private static MongoPrograms of(Path file, Product product) throws DatabaseException {
    Matcher version = VERSION.matcher(Programs.output(file, "--version"));
    if (!version.find()) {
      throw new DatabaseException(file + " does not say which version it is");
    }
    boolean first = Integer.parseInt(version.group(2)) < 2;
    String is = file + " is FerretDB " + version.group(1);
    if (product == Product.FERRETDB_1 && !first) {
      throw new DatabaseException(
          is
              + "; only version 1 works on a plain PostgreSQL; the option server=ferretdb2 takes it");
    }
    if (product == Product.FERRETDB_2 && first) {
      throw new DatabaseException(is + ", not 2; " + HOW_TO_HAVE_FERRETDB2);
    }
    return new MongoPrograms(file, product, version.group(1));
  }
}
