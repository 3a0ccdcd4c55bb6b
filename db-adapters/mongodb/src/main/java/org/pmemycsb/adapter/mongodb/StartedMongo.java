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
import org.pmemycsb.adapter.support.Ports;
import org.pmemycsb.adapter.support.ServerProcess;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.ServerSettings;

/** A {@code mongod} of our own, stock or with PMSE, in a folder that is emptied when it ends. */
final class StartedMongo extends MongoServer {
  private static final double LEAST_CACHE_GB = 0.25;

  private final Path folder;
  private final Path data;
  private final Optional<Path> log;
  private final boolean pmse;
  private final List<String> command;
  private final Map<String, String> configuration;
  private final ServerProcess process;

  private StartedMongo(ServerSettings settings, MongoPrograms program, boolean pmse, int port) {
    // PMSE has no journal. By its sources, a write that waits for one returns at once.
    super(
        pmse
            ? MongoUrl.of("mongodb://%s/ycsb?w=1".formatted(Ports.inUrl(address(settings), port)))
            : at(address(settings), port, settings.durability()));
    this.pmse = pmse;
    this.folder = settings.folder().toAbsolutePath();
    this.data = folder.resolve("data");
    this.log = settings.log().map(apart -> apart.folder().toAbsolutePath());
    if (pmse) {
      // PMSE has no options of its own, and no journal.
      command =
          List.of(
              program.file().toString(),
              "--storageEngine=" + PMSE,
              "--dbpath=" + data,
              "--bind_ip=" + address(settings),
              "--port=" + port,
              "--nounixsocket");
      configuration = Map.of("mongod-command.txt", String.join(" ", command) + "\n");
    } else {
      Path file = folder.resolve("mongod.conf");
      command = List.of(program.file().toString(), "--config", file.toString());
      configuration = Map.of("mongod.conf", configuration(settings, port, data, log));
    }
    process =
        new ServerProcess(
            new Launcher(
                "mongod",
                settings.processes(),
                Account.OURS,
                folder.resolve("mongod.log"),
                pmse ? Libpmem.environment(settings.medium()) : Map.of()));
  }

  /** Starts a server, empty. If this throws, nothing is left behind. */
  static StartedMongo start(ServerSettings settings, MongoPrograms program, boolean pmse)
      throws DatabaseException {
    return Ports.at(address(settings))
        .use(
            port -> {
              StartedMongo server = new StartedMongo(settings, program, pmse, port);
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
      Files.createDirectory(folder.resolve("data"));
      for (Map.Entry<String, String> file : configuration.entrySet()) {
        Files.writeString(folder.resolve(file.getKey()), file.getValue());
      }
    } catch (IOException failure) {
      throw new DatabaseException(
          "cannot prepare mongod in " + folder + ": " + failure.getMessage(), failure);
    }
  }

  /** Everything else has MongoDB's defaults. Clients ask for durability write by write. */
  static String configuration(ServerSettings settings, int port, Path data, Optional<Path> log) {
    return """
    # %s
    net:
      bindIp: %s
      # Free when the server was started.
      port: %d
      # Clients use TCP, as those of the other databases do.
      unixDomainSocket:
        enabled: false
    # In the folder that is removed with the server.
    storage:
      dbPath: "%s"
    %s"""
        .formatted(
            settings.listen().isPresent()
                ? "Everybody who reaches the listen address of the cluster can connect (--cluster URL?listen=ADDRESS&trust)."
                : "Only this machine can connect.",
            address(settings),
            port,
            data,
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
    process.start(command, () -> answers(process), START_SECONDS);
    requireJournal(data, log);
  }

  @Override
  public void close() {
    process.stop();
    Folders.empty(folder);
    log.ifPresent(Folders::empty);
  }
}
