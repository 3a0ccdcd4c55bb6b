package org.pmemycsb.adapter.mongodb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.pmemycsb.adapter.support.Libpmem;
import org.pmemycsb.adapter.support.Ports;
import org.pmemycsb.adapter.support.ServerHome;
import org.pmemycsb.adapter.support.ServerProcess;
import org.pmemycsb.adapter.support.StartedServer;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.ServerSettings;

/**
 * A {@code mongod} of our own, stock or with PMSE, in a folder that is emptied when it ends.
 *
 * <p>Its password is its key file. MongoDB gives whoever knows the key the user {@code __system}.
 * An ordinary user would be a document, which another client could make first, and for which PMSE
 * makes pools of gigabytes.
 */
final class StartedMongo extends MongoServer implements StartedServer {
  private static final double LEAST_CACHE_GB = 0.25;

  private static final String CONFIGURATION = "mongod.conf";
  private static final String KEY_FILE = "key";
  private static final String USER = "__system";

  private final ServerSettings settings;
  private final Path program;
  private final boolean pmse;
  private final String password = ServerHome.password();
  private final ServerProcess process;
  private List<String> command = List.of();
  private String configuration = "";

  StartedMongo(ServerSettings settings, MongoPrograms program, boolean pmse)
      throws DatabaseException {
    this.settings = settings;
    this.program = program.file();
    this.pmse = pmse;
    process = new ServerProcess("mongod", "mongodb", settings);
  }

  @Override
  public ServerProcess process() {
    return process;
  }

  @Override
  public void prepare() throws IOException {
    process.home().hide(KEY_FILE, password + "\n");
  }

  @Override
  public void configure(int port) throws IOException {
    ServerHome home = process.home();
    String address = Ports.address(settings);
    // PMSE has no journal. By its sources, a write that waits for one returns at once.
    url =
        at(
            USER + ":" + password,
            Ports.inUrl(address, port),
            "authSource=local" + (pmse ? "" : journal(settings.durability())));
    configuration = configuration(address, port, home);
    Path file = home.publish(CONFIGURATION, configuration);
    command = List.of(home.readable(program).toString(), "--config", file.toString());
  }

  @Override
  public List<String> command() {
    return command;
  }

  @Override
  public Map<String, String> variables() {
    return pmse ? Libpmem.environment(settings.medium()) : Map.of();
  }

  @Override
  public boolean isReady() {
    return answers(process);
  }

  /** Everything else has MongoDB's defaults. Clients ask for durability write by write. */
  private String configuration(String address, int port, ServerHome home) {
    return """
    net:
      bindIp: %s
      # Free when the server was started.
      port: %d
      # Clients use TCP, as those of the other databases do.
      unixDomainSocket:
        enabled: false
    # The password of this start, in a file that only the server's user can read.
    security:
      keyFile: "%s"
    # Nobody gets in without it.
    setParameter:
      enableLocalhostAuthBypass: false
    # In the folder that is removed with the server.
    storage:
      dbPath: "%s"
    %s"""
        .formatted(
            address,
            port,
            home.folder().resolve(KEY_FILE),
            home.data(),
            pmse
                ? "  # It has no options of its own.\n  engine: pmse\n"
                : wiredTiger(home.writes()));
  }

  private String wiredTiger(Optional<Path> log) {
    OptionalLong cacheBytes = settings.cacheBytes();
    String options =
        (cacheBytes.isEmpty() ? "" : cache(cacheBytes.getAsLong()))
            + log.map(StartedMongo::journalIn).orElse("");
    return options.isEmpty() ? "" : "  wiredTiger:\n    engineConfig:\n" + options.indent(6);
  }

  private static String cache(long bytes) {
    return String.format(
        Locale.ROOT,
        """
        # A quarter of the budget of memory; mongod takes no less than 0.25.
        cacheSizeGB: %.3f
        """,
        Math.max(LEAST_CACHE_GB, bytes / (double) (1 << 30)));
  }

  /** A setting of WiredTiger, because mongod has none. */
  private static String journalIn(Path log) {
    return """
    # The journal, on a place of its own.
    configString: 'log=(path="%s")'
    """
        .formatted(log);
  }

  /**
   * Refuses data without a journal in its own folder. WiredTiger would open them, without the
   * writes that only the journal had.
   */
  static void requireJournal(Path data, Optional<Path> log) throws DatabaseException {
    if (log.isEmpty() || !Files.exists(data.resolve("WiredTiger"))) {
      return;
    }
    try (Stream<Path> files = Files.list(log.get())) {
      if (files.noneMatch(file -> file.getFileName().toString().startsWith("WiredTigerLog."))) {
        throw new DatabaseException(
            "mongod in %s: its journal is not in %s, so acknowledged writes may be lost"
                .formatted(data, log.get()));
      }
    } catch (IOException failure) {
      throw new DatabaseException(
          "cannot look for the journal in " + log.get() + ": " + failure.getMessage(), failure);
    }
  }

  @Override
  public void begin() throws DatabaseException {
    version();
    reset();
  }

  static void requirePmse(String engine) throws DatabaseException {
    if (!engine.equals(PMSE)) {
      throw new DatabaseException(
          "mongodb-pmse: this mongod keeps its documents with '%s', not with %s; only figures of PMSE"
                  .formatted(engine, PMSE)
              + " stand under this name");
    }
  }

  @Override
  public String version() throws DatabaseException {
    if (pmse) {
      requirePmse(name(within(command("serverStatus"), "storageEngine")));
    }
    return super.version() + (pmse ? " with PMSE" : "");
  }

  @Override
  public Map<String, String> configuration() {
    return Map.of(CONFIGURATION, configuration);
  }

  @Override
  public void launch() throws DatabaseException {
    ServerHome home = process.home();
    requireJournal(home.data(), home.writes());
    StartedServer.super.launch();
    requireJournal(home.data(), home.writes());
  }
}
