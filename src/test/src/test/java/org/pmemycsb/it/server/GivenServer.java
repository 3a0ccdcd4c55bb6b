package org.pmemycsb.it.server;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceLoader;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.LocalHost;

/**
 * The server program that the system property {@code server} names, as {@code NAME=PATH}, or a
 * running server, as {@code mongodb=URL}. The property {@code server.storeUrl} is then the
 * adapter's option {@code storeUrl}.
 *
 * @param adapter the adapter that is tried on it
 * @param options the adapter's option that names the program; empty for a running server
 */
public record GivenServer(DatabaseAdapter adapter, Map<String, String> options) {
  private static final String PROPERTY = "server";
  private static final String FOLDER_OPTION = "binaries";

  /** The option of each adapter that names a program, or for PostgreSQL their folder. */
  private static final Map<String, String> OPTIONS =
      Map.of(
          "mongodb", "mongod",
          "mongodb-pmse", "mongod",
          "pm-postgres", FOLDER_OPTION,
          "pm-redis", "fork",
          "postgres", FOLDER_OPTION,
          "redis", "program");

  /** The server of this run of the tests. */
  public static GivenServer get() {
    String given = System.getProperty(PROPERTY, "");
    String name = given.replaceFirst("=.*", "");
    if (!given.contains("=") || !OPTIONS.containsKey(name)) {
      throw new AssertionError(
          "-Dserver='%s': give NAME=PATH with one of %s".formatted(given, OPTIONS.keySet()));
    }
    String value = given.substring(name.length() + 1);
    if (name.equals("mongodb") && value.startsWith("mongodb")) {
      String store = System.getProperty("server.storeUrl", "");
      return usable(
          given,
          new GivenServer(
              new RunningMongo(value, store.isEmpty() ? Map.of() : Map.of("storeUrl", store)),
              Map.of()));
    }
    Path path = Path.of(value);
    if (OPTIONS.get(name).equals(FOLDER_OPTION) && !Files.isDirectory(path)) {
      path = path.getParent();
    }
    return usable(
        given, new GivenServer(adapter(name), Map.of(OPTIONS.get(name), path.toString())));
  }

  private static GivenServer usable(String given, GivenServer server) {
    Availability found = server.found();
    if (!found.available()) {
      throw new AssertionError(given + " cannot be tried: " + found.detail());
    }
    return server;
  }

  /** Aborts a test that has to start, kill or starve the server, if it is a running one. */
  public void requireOurs() {
    assumeFalse(
        options.isEmpty(), "a server that runs is neither killed nor starved; give its program");
  }

  /** The adapter of this name. */
  public static DatabaseAdapter adapter(String name) {
    return ServiceLoader.load(DatabaseAdapter.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(adapter -> adapter.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("there is no adapter " + name));
  }

  /** Whether it can run here, with its version. */
  public Availability found() {
    return adapter.probe(new LocalHost(), options);
  }

  /** The name of the program that runs as the server. */
  public String programName() throws IOException {
    String option = options.keySet().iterator().next();
    Path path = Path.of(options.get(option)).toRealPath();
    return option.equals(FOLDER_OPTION) ? "postgres" : path.getFileName().toString();
  }

  /** Writes an experiment of this one database. */
  public Path experiment(Path folder) throws IOException {
    String option = options.keySet().iterator().next();
    return Files.writeString(
        folder.resolve("given-server.yaml"),
        "db:\n- %s: {%s: \"%s\"}\n".formatted(adapter.name(), option, options.get(option)));
  }
}
