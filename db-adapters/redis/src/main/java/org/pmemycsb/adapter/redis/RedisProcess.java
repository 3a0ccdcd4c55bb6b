package org.pmemycsb.adapter.redis;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.spi.UnixSocket;
import redis.clients.jedis.Connection;
import redis.clients.jedis.exceptions.JedisException;

/** A server of our own: its process and its folder. Not thread-safe, but for {@link #kill}. */
final class RedisProcess {
  private static final int PORTS_TO_TRY = 5;
  private static final int START_SECONDS = 30;
  // Long enough to read a log of many gigabytes.
  private static final int RESTART_SECONDS = 1800;
  private static final int STOP_MILLIS = 10_000;
  private static final int LAST_MOMENTS_MILLIS = 1000;
  private static final int LAST_WORDS = 3;
  private static final int PING_MILLIS = 500;

  private final RedisLaunch launch;
  private final ServerSettings settings;
  private final Path data;
  private final Path output;
  private final Path file;
  private final RedisAddress address;
  private final String configuration;
  private Process process;

  private RedisProcess(RedisLaunch launch, ServerSettings settings, RedisAddress address)
      throws DatabaseException {
    this.launch = launch;
    this.settings = settings;
    this.address = address;
    this.data = data(settings);
    this.output = settings.folder().resolve("redis.log");
    this.file = settings.folder().resolve("redis.conf");
    this.configuration =
        RedisConfiguration.text(data, address.port(), address.socket(), launch.keeping());
    try {
      Files.createDirectories(data);
      Files.writeString(file, configuration);
    } catch (IOException failure) {
      throw new DatabaseException("redis: cannot write to " + settings.folder(), failure);
    }
  }

  /** Where the server's files are. */
  static Path data(ServerSettings settings) {
    return settings.folder().resolve("data");
  }

  /** A port may be taken between finding it free and listening on it; then another is tried. */
  static final class PortTaken extends DatabaseException {
    private static final long serialVersionUID = 1L;

    PortTaken(String message) {
      super(message);
    }
  }

  /** Finds a port of this machine that nobody listens on. */
  interface Ports {
    int free() throws IOException;

    Ports LOOPBACK =
        () -> {
          try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
          }
        };
  }

  /** Starts a server and waits until it answers; leaves nothing behind if it fails. */
  static RedisProcess start(
      RedisLaunch launch, ServerSettings settings, boolean unixSocket, Ports ports)
      throws DatabaseException {
    PortTaken last = null;
    for (int i = 0; i < PORTS_TO_TRY; i++) {
      RedisProcess server =
          new RedisProcess(launch, settings, unixSocket ? socket(settings.folder()) : port(ports));
      try {
        server.run(START_SECONDS);
        return server;
      } catch (PortTaken taken) {
        last = taken;
        server.remove();
      } catch (DatabaseException | RuntimeException failure) {
        server.remove();
        throw failure;
      }
    }
    throw last;
  }

  private static RedisAddress socket(Path folder) throws DatabaseException {
    return RedisAddress.local(UnixSocket.refuseTooLong(folder.resolve("redis.sock")));
  }

  private static RedisAddress port(Ports ports) throws DatabaseException {
    try {
      return RedisAddress.local(ports.free());
    } catch (IOException failure) {
      throw new DatabaseException("redis: no free port on this machine", failure);
    }
  }

  RedisAddress address() {
    return address;
  }

  String configuration() {
    return configuration;
  }

  private void run(int seconds) throws DatabaseException {
    List<String> command = new ArrayList<>(List.of(launch.program().toString(), file.toString()));
    command.addAll(launch.arguments());
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(settings.folder().toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().putAll(launch.environment());
    try {
      process = settings.processes().start(builder);
    } catch (IOException failure) {
      throw new DatabaseException("redis: cannot start " + launch.program(), failure);
    }
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    try {
      while (!answers()) {
        if (!process.isAlive()) {
          throw died();
        }
        if (System.nanoTime() > end) {
          throw new DatabaseException(
              "redis: no answer within " + seconds + " s after the start: " + lastWords());
        }
        process.waitFor(20, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException stopped) {
      kill();
      Thread.currentThread().interrupt();
      throw new DatabaseException("redis: interrupted while the server was starting", stopped);
    }
  }

  /** Whether it is this process that answers, and not another that had the port. */
  private boolean answers() {
    try (Connection connection = RedisConnections.connect(address, PING_MILLIS)) {
      return Long.toString(process.pid())
          .equals(RedisServer.info(connection, "server").get("process_id"));
    } catch (JedisException notYet) {
      return false;
    }
  }

  private DatabaseException died() {
    String words = lastWords();
    String message = "redis: the server ended with status " + process.exitValue() + ": " + words;
    return words.contains("Address already in use")
        ? new PortTaken(message)
        : new DatabaseException(message);
  }

  /** What the server wrote last, on one line. */
  String lastWords() {
    try {
      List<String> lines = Files.readAllLines(output, StandardCharsets.ISO_8859_1);
      List<String> words = lines.stream().filter(line -> !line.isBlank()).toList();
      return String.join(
          " / ", words.subList(Math.max(0, words.size() - LAST_WORDS), words.size()));
    } catch (IOException unread) {
      return "(it left no log)";
    }
  }

  /** How it ended, if it did; one that closes its connections is given a moment to end. */
  Optional<String> death() {
    return !awaitEnd(process, LAST_MOMENTS_MILLIS)
        ? Optional.empty()
        : Optional.of(
            "redis: the server has ended with status " + process.exitValue() + ": " + lastWords());
  }

  /** Kills it, and waits until it is gone. */
  void kill() {
    if (process == null) {
      return;
    }
    process.destroyForcibly();
    awaitEnd(process, STOP_MILLIS);
  }

  /** Starts it again, with the same configuration on the same port and data. */
  void restart() throws DatabaseException {
    if (process.isAlive()) {
      throw new DatabaseException("redis: the server runs, so it cannot be restarted");
    }
    run(RESTART_SECONDS);
  }

  /** Stops it, or kills what does not stop, and removes its files. */
  void remove() {
    if (process != null) {
      process.destroy();
      if (!awaitEnd(process, STOP_MILLIS)) {
        kill();
      }
    }
    try (Stream<Path> files = Files.walk(settings.folder())) {
      for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
        if (!path.equals(settings.folder())) {
          Files.deleteIfExists(path);
        }
      }
    } catch (IOException left) {
      // The folder's owner removes it with all that is in it.
      return;
    }
  }

  private static boolean awaitEnd(Process process, int millis) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return process.waitFor(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException hurried) {
          // A server that is left running would be worse than a late end.
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
