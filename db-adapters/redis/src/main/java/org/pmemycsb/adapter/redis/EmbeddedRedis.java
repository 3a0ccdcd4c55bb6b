package org.pmemycsb.adapter.redis;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pmemycsb.adapter.redis.RedisClient.Scans;
import org.pmemycsb.adapter.support.Ports;
import org.pmemycsb.adapter.support.ServerHome;
import org.pmemycsb.adapter.support.ServerProcess;
import org.pmemycsb.adapter.support.StartedServer;
import org.pmemycsb.adapter.support.UnixSocket;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.ServerSettings;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisException;

/** A Redis that is started for a run. A variant says how it keeps its records. */
class EmbeddedRedis extends RedisServer implements StartedServer {
  private static final String CONFIGURATION = "redis.conf";
  private static final String PASSWORD_FILE = "password.conf";
  private static final String SOCKET = "redis.sock";
  private static final int PING_MILLIS = 500;
  private static final int POLL_MILLIS = 10;
  // The kernel's mark of a file that has no name any more.
  private static final String REMOVED = " (deleted)";

  final ServerSettings settings;
  private final Path program;
  private final boolean overSocket;
  private final ServerProcess process;
  private String configuration = "";

  EmbeddedRedis(ServerSettings settings, Path program, Scans scans) throws DatabaseException {
    super(null, scans);
    this.settings = settings;
    this.program = program;
    overSocket = UnixSocket.wanted(settings.options());
    // Redis would run as root, and so would all its commands.
    process = new ServerProcess("redis", "redis", settings);
  }

  @Override
  public ServerProcess process() {
    return process;
  }

  private Path socket() {
    return process.home().data().resolve(SOCKET);
  }

  @Override
  public void prepare() throws IOException, DatabaseException {
    if (overSocket) {
      UnixSocket.refuseTooLong(socket());
    }
  }

  @Override
  public void configure(int port) throws IOException {
    ServerHome home = process.home();
    if (overSocket) {
      address = RedisAddress.local(socket());
    } else {
      // A new one for each port: a process that took the port may have been told it.
      String password = ServerHome.password();
      address = RedisAddress.guarded(Ports.address(settings), port, password);
      home.hide(PASSWORD_FILE, "requirepass " + password + "\n");
    }
    configuration = text();
    home.publish(CONFIGURATION, configuration);
  }

  private String text() {
    String access =
        overSocket
            ? """
              # Only the Unix socket, no port: the option "socket: unix".
              port 0
              unixsocket %s
              unixsocketperm 700
              """
                .formatted(SOCKET)
            : """
              # Only this address, on a port that was free.
              bind %s
              port %d
              # The password of this start, in a file that only the server's user can read. The
              # server looks for it where it was started: this stands before "dir".
              include %s
              """
                .formatted(address.host(), address.port(), PASSWORD_FILE);
    return """
    # redis.conf of one benchmark run, written by pmem-ycsb.
    # What does not stand here is as the server has it by itself: nothing is tuned.

    %s
    # Its own folder, on the medium that is measured.
    dir data

    # No snapshots: they promise nothing that the lines below do not, and would
    # fork the server in the middle of a measurement.
    save ""

    %s\
    """
        .formatted(access, keeping());
  }

  /** The lines that say how records are kept: in the server's own log, or nowhere. */
  String keeping() {
    return switch (settings.durability()) {
      case NONE ->
          """
          # Durability none: no log, so nothing outlives the process.
          appendonly no
          """;
      case PERIODIC ->
          """
          # Durability periodic: every write is logged; the log is synced once a second.
          appendonly yes
          appendfsync everysec
          """;
      case COMMIT ->
          """
          # Durability commit: the log is synced before a write is acknowledged.
          appendonly yes
          appendfsync always
          """;
    };
  }

  /** The account may not pass through the folders above, but starts in this one. */
  @Override
  public List<String> command() {
    return List.of(program.toString(), "--include", CONFIGURATION);
  }

  @Override
  public boolean isReady() {
    try (Connection connection = address.connect(PING_MILLIS)) {
      return Long.toString(process.pid()).equals(info(connection, "server").get("process_id"));
    } catch (JedisException notYet) {
      return false;
    }
  }

  @Override
  public void begin() throws DatabaseException {
    refuseUnsuitable();
  }

  @Override
  Optional<String> death() {
    return process.death();
  }

  /**
   * Also empties the log. Redis would else drop the removed records from it while it loads the next
   * ones.
   */
  @Override
  public void reset() throws DatabaseException {
    flush(Command.FLUSHALL);
    if (log("enabled")) {
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
    return "1".equals(info("persistence").get("aof_" + state));
  }

  /** Another thread of the server closes its removed files, which frees their space. */
  private boolean holdsRemovedFiles() {
    Path open = Path.of("/proc", Long.toString(process.pid()), "fd");
    try (DirectoryStream<Path> files = Files.newDirectoryStream(open)) {
      for (Path each : files) {
        Path file = Files.readSymbolicLink(each);
        if (file.startsWith(process.home().folder()) && file.toString().endsWith(REMOVED)) {
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
    return Map.of(CONFIGURATION, configuration);
  }

  @Override
  public void close() throws DatabaseException {
    StartedServer.super.close();
  }
}
