package org.pmemycsb.adapter.redis;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.ExternalServer;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.ProcessStarter;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.SafeFolder;
import org.pmemycsb.spi.ServerSettings;
import site.ycsb.ByteIterator;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

/** A folder for a test, and all that it starts in there. The end of the test removes all. */
final class Rig implements ProcessStarter, BeforeEachCallback, AfterEachCallback {
  private Path folder;
  private final List<Process> processes = new ArrayList<>();
  private final List<AutoCloseable> opened = new ArrayList<>();
  private int folders;

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    Path memory = Path.of("/dev/shm");
    folder =
        Files.isWritable(memory)
            ? Files.createTempDirectory(memory, "redis-test-")
            : Files.createTempDirectory("redis-test-");
    // A server that is another user starts programs in here.
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
  }

  Path newFolder() throws IOException {
    return Files.createDirectory(folder.resolve("f" + folders++));
  }

  @Override
  public Process start(ProcessBuilder command) throws IOException {
    // A module that was built with a sanitizer wants its runtime in the server from the start.
    String runtime = System.getProperty("pmredis.test.runtime");
    if (runtime != null) {
      command.environment().put("LD_LIBRARY_PATH", runtime);
      command.environment().put("LD_PRELOAD", "libasan.so:libstdc++.so.6");
    }
    Process process = command.start();
    processes.add(process);
    return process;
  }

  List<Process> processes() {
    return processes;
  }

  ServerSettings settings(Durability durability) throws IOException {
    return settings(durability, Map.of());
  }

  ServerSettings settings(Durability durability, Map<String, String> options) throws IOException {
    return settings(durability, options, this);
  }

  ServerSettings settings(
      Durability durability, Map<String, String> options, ProcessStarter starter)
      throws IOException {
    return settings(newFolder(), Medium.TMPFS, durability, false, options, starter);
  }

  ServerSettings settings(
      Path folder,
      Medium medium,
      Durability durability,
      boolean scans,
      Map<String, String> options,
      ProcessStarter starter) {
    return settings(folder, medium, durability, scans, Optional.empty(), options, starter);
  }

  ServerSettings external(String url, boolean allowReset) throws IOException {
    return external(url, allowReset, Map.of());
  }

  ServerSettings external(String url, boolean allowReset, Map<String, String> options)
      throws IOException {
    Optional<ExternalServer> external = Optional.of(new ExternalServer(url, allowReset));
    return settings(newFolder(), Medium.TMPFS, Durability.NONE, false, external, options, this);
  }

  private ServerSettings settings(
      Path folder,
      Medium medium,
      Durability durability,
      boolean scans,
      Optional<ExternalServer> external,
      Map<String, String> options,
      ProcessStarter starter) {
    return new ServerSettings(
        new ServerSettings.DataFolder(folder, medium),
        durability,
        new RecordLayout(1000, 32, 1, 100),
        new ServerSettings.Clients(4, scans, Optional.empty()),
        external,
        new LocalHost(),
        starter,
        options,
        OptionalLong.empty(),
        Optional.empty(),
        ServerSettings.USUAL_PATIENCE);
  }

  /** Opens a database and closes it with the rig. */
  DatabaseServer open(ServerSettings settings) throws Exception {
    return keep(new RedisAdapter().open(settings));
  }

  <T extends AutoCloseable> T keep(T closeable) {
    opened.add(0, closeable);
    return closeable;
  }

  /** A server that is not the adapter's, with more lines of configuration; gives its process. */
  Process foreignServer(String... configuration) throws IOException {
    Path own = newFolder();
    Path file = Files.writeString(own.resolve("foreign.conf"), String.join("\n", configuration));
    return start(
        new ProcessBuilder("redis-server", file.toString(), "--save", "")
            .directory(own.toFile())
            .redirectErrorStream(true)
            .redirectOutput(own.resolve("log").toFile()));
  }

  /** The same, once it listens on a port. */
  Process listening(int port, String... configuration) throws Exception {
    Process process = foreignServer(configuration);
    while (process.isAlive()) {
      // A server that answers listens on all its addresses. A connection alone does not show that.
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
        if (socket.getInputStream().read() >= 0) {
          return process;
        }
      } catch (IOException notYet) {
        Thread.sleep(10);
      }
    }
    throw new AssertionError("the server did not start");
  }

  RedisClient client(Properties properties) throws DBException {
    RedisClient client = new RedisClient();
    client.setProperties(properties);
    client.init();
    opened.add(0, client::cleanup);
    return client;
  }

  static Status insert(RedisClient client, String key, String value) {
    return client.insert("usertable", key, Map.of("field0", new StringByteIterator(value)));
  }

  static Status update(RedisClient client, String key, String value) {
    return client.update("usertable", key, Map.of("field0", new StringByteIterator(value)));
  }

  static String read(RedisClient client, String key) {
    Map<String, ByteIterator> result = new HashMap<>();
    Status status = client.read("usertable", key, Set.of("field0"), result);
    return status.isOk() ? result.get("field0").toString() : status.getName();
  }

  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    try {
      for (AutoCloseable one : opened) {
        one.close();
      }
    } finally {
      for (Process process : processes) {
        process.destroyForcibly().waitFor();
      }
      SafeFolder.delete(folder);
    }
  }

  /** A program that stands in for a server. */
  Path program(String script) throws IOException {
    Path program = Files.writeString(newFolder().resolve("server"), script);
    return Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** A machine with these programs, by name, and nothing in its environment. */
  static Host host(Map<String, Path> programs) {
    return name -> Optional.ofNullable(programs.get(name));
  }
}
