package org.pmemycsb.adapter.redis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.pmemycsb.adapter.support.Folders;
import org.pmemycsb.adapter.support.Launcher;
import org.pmemycsb.adapter.support.Ports;
import org.pmemycsb.adapter.support.ServerProcess;
import org.pmemycsb.adapter.support.UnixSocket;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.ServerSettings;
import redis.clients.jedis.Connection;
import redis.clients.jedis.exceptions.JedisException;

/** A server of our own: its process and its folder. Not thread-safe, but for {@link #kill}. */
final class RedisProcess {
  private static final int START_SECONDS = 30;
  // Long enough to read a log of many gigabytes.
  private static final int RESTART_SECONDS = 1800;
  private static final int PING_MILLIS = 500;

  private final Path folder;
  private final RedisAddress address;
  private final List<String> command;
  private final Map<String, String> configuration;
  private final ServerProcess process;
  private boolean restarted;

  private RedisProcess(RedisLaunch launch, ServerSettings settings, RedisAddress address)
      throws DatabaseException {
    this.folder = settings.folder().toAbsolutePath();
    this.address = address;
    Path data = data(settings);
    Path file = folder.resolve("redis.conf");
    this.command =
        Stream.concat(
                Stream.of(launch.program().toString(), file.toString()),
                launch.arguments().stream())
            .toList();
    String text = RedisConfiguration.text(data, address.port(), address.socket(), launch.keeping());
    this.configuration =
        launch.arguments().isEmpty()
            ? Map.of("redis.conf", text)
            : Map.of("redis.conf", text, "redis-command.txt", String.join(" ", command) + "\n");
    this.process =
        new ServerProcess(
            new Launcher(
                "redis", settings.processes(), folder.resolve("redis.log"), launch.environment()));
    try {
      Files.createDirectories(data);
      Files.writeString(file, text);
    } catch (IOException failure) {
      throw new DatabaseException("redis: cannot write to " + folder, failure);
    }
  }

  /** The folder of the server's files. */
  static Path data(ServerSettings settings) {
    return settings.folder().toAbsolutePath().resolve("data");
  }

  /** Starts a server and waits until it answers; leaves nothing behind if it fails. */
  static RedisProcess start(
      RedisLaunch launch, ServerSettings settings, boolean unixSocket, Ports ports)
      throws DatabaseException {
    if (!unixSocket) {
      return ports.use(port -> start(launch, settings, RedisAddress.local(port)));
    }
    Path socket = UnixSocket.refuseTooLong(settings.folder().resolve("redis.sock"));
    return start(launch, settings, RedisAddress.local(socket));
  }

  private static RedisProcess start(
      RedisLaunch launch, ServerSettings settings, RedisAddress address) throws DatabaseException {
    RedisProcess server = new RedisProcess(launch, settings, address);
    try {
      server.run(START_SECONDS);
      return server;
    } catch (DatabaseException | RuntimeException failure) {
      server.remove();
      throw failure;
    }
  }

  private void run(int seconds) throws DatabaseException {
    process.start(command, this::answers, seconds);
  }

  /** Whether this process answers. Another server may listen on the port. */
  private boolean answers() {
    try (Connection connection = RedisConnections.connect(address, PING_MILLIS)) {
      return Long.toString(process.pid())
          .equals(RedisServer.info(connection, "server").get("process_id"));
    } catch (JedisException notYet) {
      return false;
    }
  }

  RedisAddress address() {
    return address;
  }

  /** What it was started with: file name to text. */
  Map<String, String> configuration() {
    return configuration;
  }

  /** How it ended, if it did. */
  Optional<String> death() {
    return process.death();
  }

  /** Kills it, and waits until it is gone. */
  void kill() {
    process.kill();
  }

  /** Starts it again, with the same configuration on the same port and data. */
  void restart() throws DatabaseException {
    if (process.isAlive()) {
      throw new DatabaseException("redis: the server runs, so it cannot be restarted");
    }
    restarted = true;
    run(RESTART_SECONDS);
  }

  /** Whether it has read its data from before a crash. */
  boolean wasRestarted() {
    return restarted;
  }

  /** Stops it, or kills it if it does not stop, and removes its files. */
  void remove() {
    process.stop();
    Folders.empty(folder);
  }
}
