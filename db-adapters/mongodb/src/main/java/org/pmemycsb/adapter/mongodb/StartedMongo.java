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
import org.pmemycsb.adapter.support.Account;
import org.pmemycsb.adapter.support.Folders;
import org.pmemycsb.adapter.support.Launcher;
import org.pmemycsb.adapter.support.Libpmem;
import org.pmemycsb.adapter.support.Passwords;
import org.pmemycsb.adapter.support.Ports;
import org.pmemycsb.adapter.support.ServerProcess;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Restartable;
import org.pmemycsb.spi.ServerSettings;

/**
 * A {@code mongod} of our own, stock or with PMSE, in a folder that is emptied when it ends.
 *
 * <p>Its password is its key file. MongoDB gives whoever knows the key the user {@code __system}.
 * An ordinary user would be a document, which another client could make first, and for which PMSE
 * makes pools of gigabytes.
 */
final class StartedMongo extends MongoServer implements Restartable {
  private static final double LEAST_CACHE_GB = 0.25;

  private static final String KEY_FILE = "key";
  private static final String USER = "__system";

  private final Path folder;
  private final Path data;
  private final Optional<Path> log;
  private final boolean pmse;
  private final Account account;
  private final String password;
  private final List<String> command;
  private final Map<String, String> configuration;
  private final ServerProcess process;

  private StartedMongo(
      ServerSettings settings,
      Path program,
      Account account,
      boolean pmse,
      int port,
      String password) {
    // PMSE has no journal. By its sources, a write that waits for one returns at once.
    super(
        at(
            USER + ":" + password,
            address(settings),
            port,
            "authSource=local" + (pmse ? "" : journal(settings.durability()))));
    this.pmse = pmse;
    this.account = account;
    this.password = password;
    this.folder = settings.folder().toAbsolutePath();
    this.data = folder.resolve("data");
    this.log = settings.log().map(apart -> apart.folder().toAbsolutePath());
    if (pmse) {
      // PMSE has no options of its own, and no journal.
      command =
          List.of(
              program.toString(),
              "--storageEngine=" + PMSE,
              "--dbpath=" + data,
              "--bind_ip=" + address(settings),
              "--port=" + port,
              "--nounixsocket",
              "--keyFile=" + folder.resolve(KEY_FILE),
              "--setParameter=enableLocalhostAuthBypass=0");
      configuration = Map.of("mongod-command.txt", String.join(" ", command) + "\n");
    } else {
      Path file = folder.resolve("mongod.conf");
      command = List.of(program.toString(), "--config", file.toString());
      configuration = Map.of("mongod.conf", configuration(settings, port, folder, log));
    }
    process =
        new ServerProcess(
            new Launcher(
                "mongod",
                settings.processes(),
                account,
                folder.resolve("mongod.log"),
                pmse ? Libpmem.environment(settings.medium()) : Map.of()));
  }

  /** Starts a server, empty. If this throws, nothing is left behind. */
  static StartedMongo start(ServerSettings settings, MongoPrograms program, boolean pmse)
      throws DatabaseException {
    Account account = Account.choose("MongoDB", "mongodb", settings.host());
    Path folder = settings.folder().toAbsolutePath();
    return Ports.at(address(settings))
        .use(
            port -> {
              Path readable = MongoPrograms.readable(program, account, folder);
              StartedMongo server =
                  new StartedMongo(settings, readable, account, pmse, port, Passwords.random());
              try {
                server.prepare();
                server.restart();
                server.requireEngine();
                server.reset();
                return server;
              } catch (DatabaseException failure) {
                server.close();
                throw failure;
              }
            });
  }

  private void prepare() throws DatabaseException {
    try {
      account.makeFolder(data);
      if (log.isPresent()) {
        account.own(log.get());
      }
      for (Map.Entry<String, String> file : configuration.entrySet()) {
        Account.publish(folder.resolve(file.getKey()), file.getValue());
      }
      Passwords.write(folder.resolve(KEY_FILE), password + "\n", account);
    } catch (IOException failure) {
      throw new DatabaseException(
          "cannot prepare mongod in " + folder + ": " + failure.getMessage(), failure);
    }
  }

  /** Everything else has MongoDB's defaults. Clients ask for durability write by write. */
  private static String configuration(
      ServerSettings settings, int port, Path folder, Optional<Path> log) {
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
            address(settings),
            port,
            folder.resolve(KEY_FILE),
            folder.resolve("data"),
            engine(settings.cacheBytes(), log));
  }

  private static String engine(OptionalLong cacheBytes, Optional<Path> log) {
    String settings =
        (cacheBytes.isEmpty() ? "" : cache(cacheBytes.getAsLong()))
            + log.map(StartedMongo::journalIn).orElse("");
    return settings.isEmpty() ? "" : "  wiredTiger:\n    engineConfig:\n" + settings.indent(6);
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

  private void requireEngine() throws DatabaseException {
    if (pmse) {
      requirePmse(storageEngine());
    }
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
    requireEngine();
    return super.version() + (pmse ? " with PMSE" : "");
  }

  @Override
  public Map<String, String> configuration() {
    return configuration;
  }

  @Override
  public void crash() throws DatabaseException {
    process.crash();
  }

  @Override
  public void restart() throws DatabaseException {
    requireJournal(data, log);
    process.start(command, () -> answers(process));
    requireJournal(data, log);
  }

  @Override
  public void close() {
    process.stop();
    Folders.empty(folder);
    log.ifPresent(Folders::empty);
  }
}
