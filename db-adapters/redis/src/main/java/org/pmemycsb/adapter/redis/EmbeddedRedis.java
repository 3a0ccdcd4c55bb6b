package org.pmemycsb.adapter.redis;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.pmemycsb.adapter.support.Account;
import org.pmemycsb.adapter.support.Folders;
import org.pmemycsb.adapter.support.Launcher;
import org.pmemycsb.adapter.support.Passwords;
import org.pmemycsb.adapter.support.Ports;
import org.pmemycsb.adapter.support.ServerProcess;
import org.pmemycsb.adapter.support.UnixSocket;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Restartable;
import org.pmemycsb.spi.ServerSettings;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisException;

/**
 * A server of our own, in a folder that is emptied when it ends. Only {@link #crash} may be called
 * while another thread is in a method.
 */
final class EmbeddedRedis extends RedisServer implements Restartable {
  private static final String CONFIGURATION = "redis.conf";
  private static final int PING_MILLIS = 500;
  private static final int POLL_MILLIS = 10;
  // The kernel's mark of a file that has no name any more.
  private static final String REMOVED = " (deleted)";

  private final Path folder;
  private final RedisLaunch launch;
  private final String configuration;
  private final List<String> command = new ArrayList<>();
  private final ServerProcess process;
  private boolean restarted;
  // The counts of earlier processes: a restarted server counts from zero.
  private Map<String, Long> before = Map.of();
  private Map<String, Long> seen = Map.of();

  private EmbeddedRedis(RedisLaunch launch, ServerSettings settings, RedisAddress address) {
    super(address, launch.kind());
    this.launch = launch;
    folder = settings.folder().toAbsolutePath();
    configuration = RedisConfiguration.text(address, launch.keeping());
    command.add(launch.program().toString());
    // The account may not pass through the folders above, but starts in this one.
    command.addAll(List.of("--include", CONFIGURATION));
    command.addAll(launch.arguments());
    process =
        new ServerProcess(
            new Launcher(
                "redis",
                settings.processes(),
                launch.account(),
                folder.resolve("redis.log"),
                launch.environment()));
  }

  static Path data(ServerSettings settings) {
    return settings.folder().toAbsolutePath().resolve(RedisConfiguration.DATA);
  }

  /** Starts a server and waits until it answers. If this throws, nothing is left behind. */
  static EmbeddedRedis start(
      RedisLaunch launch, ServerSettings settings, boolean unixSocket, Ports ports)
      throws DatabaseException {
    if (!unixSocket) {
      String host = settings.listen().orElse(Ports.HERE);
      Ports free = settings.listen().isPresent() ? Ports.at(host) : ports;
      return free.use(
          port -> start(launch, settings, RedisAddress.guarded(host, port, Passwords.random())));
    }
    Path socket = UnixSocket.refuseTooLong(data(settings).resolve(RedisConfiguration.SOCKET));
    return start(launch, settings, RedisAddress.local(socket));
  }

  private static EmbeddedRedis start(
      RedisLaunch launch, ServerSettings settings, RedisAddress address) throws DatabaseException {
    EmbeddedRedis server = new EmbeddedRedis(launch, settings, address);
    try {
      launch.account().pass(server.folder);
      launch.account().makeFolder(data(settings));
      Account.publish(server.folder.resolve(CONFIGURATION), server.configuration);
      if (address.password().isPresent()) {
        Passwords.write(
            server.folder.resolve(RedisConfiguration.PASSWORD_FILE),
            "requirepass " + address.password().get() + "\n",
            launch.account());
      }
      server.start();
      server.refuseUnsuitable();
      return server;
    } catch (DatabaseException | RuntimeException failure) {
      server.close();
      throw failure;
    } catch (IOException failure) {
      server.close();
      throw new DatabaseException(
          "redis: cannot write to " + server.folder + ": " + failure.getMessage(), failure);
    }
  }

  private void start() throws DatabaseException {
    process.start(command, this::answers);
  }

  /** Whether this process answers. Another server may listen on the port. */
  private boolean answers() {
    try (Connection connection = address.connect(PING_MILLIS)) {
      return Long.toString(process.pid()).equals(info(connection, "server").get("process_id"));
    } catch (JedisException notYet) {
      return false;
    }
  }

  @Override
  Optional<String> death() {
    return process.death();
  }

  /**
   * Also empties the log. Redis would else drop the removed records from it while it loads the next
   * ones. PMEM-Redis has a log of its own kind.
   */
  @Override
  public void reset() throws DatabaseException {
    flush(Command.FLUSHALL);
    if (launch.arguments().isEmpty() && log("enabled")) {
      awaitLog();
      flush(Command.BGREWRITEAOF);
      awaitLog();
    }
  }

  /** Waits until the log is not rewritten, and the files of an earlier one have no space left. */
  private void awaitLog() throws DatabaseException {
    while (log("rewrite_in_progress") || log("rewrite_scheduled") || holdsRemovedFiles()) {
      process.endsWithin(POLL_MILLIS);
      if (Thread.currentThread().isInterrupted()) {
        throw new DatabaseException("redis: nobody waits any longer for the rewritten log");
      }
    }
  }

  private boolean log(String state) throws DatabaseException {
    return "1".equals(ask(connection -> info(connection, "persistence")).get("aof_" + state));
  }

  /** Another thread of the server closes its removed files, which frees their space. */
  private boolean holdsRemovedFiles() {
    Path open = Path.of("/proc", Long.toString(process.pid()), "fd");
    try (DirectoryStream<Path> files = Files.newDirectoryStream(open)) {
      for (Path each : files) {
        Path file = Files.readSymbolicLink(each);
        if (file.startsWith(folder) && file.toString().endsWith(REMOVED)) {
          return true;
        }
      }
      return false;
    } catch (NoSuchFileException closedMeanwhile) {
      return true;
    } catch (IOException | DirectoryIteratorException unknown) {
      return false;
    }
  }

  @Override
  public Map<String, String> configuration() {
    return launch.arguments().isEmpty()
        ? Map.of(CONFIGURATION, configuration)
        : Map.of(
            CONFIGURATION, configuration, "redis-command.txt", String.join(" ", command) + "\n");
  }

  /** Counts the keys, and refuses records that do not lie where the database promises. */
  @Override
  public OptionalLong recordCount() throws DatabaseException {
    OptionalLong records = super.recordCount();
    // A restarted server does not count the values that it found again.
    Optional<String> misplaced =
        restarted
            ? Optional.empty()
            : ask(connection -> kind.misplaced(connection, records.getAsLong()));
    if (misplaced.isPresent()) {
      throw new DatabaseException("redis at " + address + ": " + misplaced.get());
    }
    return records;
  }

  @Override
  public Map<String, Long> statistics() throws DatabaseException {
    Map<String, Long> all = new TreeMap<>(super.statistics());
    before.forEach((name, value) -> all.merge(name, value, Long::sum));
    seen = all;
    return all;
  }

  @Override
  public void crash() throws DatabaseException {
    process.crash();
  }

  @Override
  public void restart() throws DatabaseException {
    before = seen;
    restarted = true;
    start();
  }

  @Override
  public void close() {
    process.stop();
    Folders.empty(folder);
  }
}
