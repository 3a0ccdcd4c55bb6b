package org.pmemycsb.adapter.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.spi.UnixSocket;

/**
 * A PostgreSQL of our own, in a folder of our own. Only {@link #crash} may be called while another
 * thread is in a method.
 */
class EmbeddedPostgres extends PostgresServer {
  private static final String USER = "pmem_ycsb";
  private static final String DATABASE = "postgres";
  private static final int PORT_ATTEMPTS = 5;
  private static final int PREPARE_SECONDS = 120;
  // Recovery after a crash reads at most the log since the last checkpoint.
  private static final int START_SECONDS = 300;
  private static final int STOP_SECONDS = 20;
  private static final String PID_FILE = "postmaster.pid";
  private static final int SHARED_MEMORY_LINE = 6;
  private static final int STATUS_LINE = 7;

  private final ServerSettings settings;
  private final PostgresVariant variant;
  private final PostgresPrograms programs;
  private final Account account;
  private final Path data;
  private final Optional<Path> socketFolder;
  private final Path log;
  private final String password = randomPassword();

  private String configuration = "";
  private PostgresAdministration administration;
  private volatile Process server;
  private boolean closed;

  EmbeddedPostgres(ServerSettings settings, PostgresVariant variant, PostgresPrograms programs)
      throws DatabaseException {
    this.settings = settings;
    this.variant = variant;
    this.programs = programs;
    this.account = Account.choose(settings.host());
    this.data = dataFolder(settings);
    this.socketFolder = PostgresAdapter.unixSocket(settings) ? Optional.of(data) : Optional.empty();
    this.log = data.resolveSibling("server.log");
  }

  static Path dataFolder(ServerSettings settings) {
    return settings.folder().toAbsolutePath().resolve("data");
  }

  /**
   * Starts it, empty. If this throws, nothing is left behind.
   *
   * @param port the port to listen on, or empty for any that is free
   */
  final void start(Optional<Integer> port) throws DatabaseException {
    try {
      prepare();
      startOnPort(port);
      reset();
      checkStarted();
    } catch (DatabaseException failure) {
      close();
      throw failure;
    } catch (IOException failure) {
      close();
      throw new DatabaseException(
          "cannot prepare PostgreSQL in " + settings.folder() + ": " + failure.getMessage(),
          failure);
    }
  }

  /** Called once, when the server is up and our table is there. */
  void checkStarted() throws DatabaseException {}

  /** The file that the server's programs print to. */
  final Path log() {
    return log;
  }

  private static String randomPassword() {
    byte[] random = new byte[16];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  /** Makes what the server needs to start. */
  void prepare() throws IOException, DatabaseException {
    Path folder = data.getParent();
    account.own(folder);
    Path passwordFile = Files.writeString(folder.resolve("password"), password + "\n");
    int status;
    try {
      status = run(programs.initdb(data, passwordFile, USER), PREPARE_SECONDS);
    } finally {
      Files.deleteIfExists(passwordFile);
    }
    if (status != 0) {
      String why = ServerLog.reason(log);
      throw new DatabaseException(
          "initdb failed in "
              + folder
              + ": "
              + why
              + account
                  .user()
                  .filter(user -> why.contains("ermission denied"))
                  .map(
                      user ->
                          " (PostgreSQL runs as user "
                              + user
                              + ", who must be able to pass through every folder above: chmod o+x"
                              + " them, or choose another folder)")
                  .orElse(""));
    }
  }

  private void startOnPort(Optional<Integer> fixed) throws IOException, DatabaseException {
    for (int attempt = 1; ; attempt++) {
      int port = fixed.isPresent() ? fixed.get() : freePort();
      if (socketFolder.isPresent()) {
        UnixSocket.refuseTooLong(socketFolder.get().resolve(".s.PGSQL." + port));
      }
      configuration =
          PostgresConfiguration.text(
              port, socketFolder, settings.threads(), settings.durability(), variant);
      Files.writeString(data.resolve("postgresql.conf"), configuration);
      administration =
          new PostgresAdministration(
              new PostgresUrl(
                  "jdbc:postgresql://127.0.0.1:"
                      + port
                      + "/"
                      + DATABASE
                      + "?sslmode=disable"
                      + socketFolder.map(EmbeddedPostgres::hostParameter).orElse(""),
                  USER,
                  password),
              settings.layout());
      Files.deleteIfExists(log);
      try {
        startOnce();
        return;
      } catch (DatabaseException failure) {
        // Someone took the port between our look and the server's.
        if (!ServerLog.portTaken(log)) {
          throw failure;
        }
        if (fixed.isPresent() || attempt == PORT_ATTEMPTS) {
          throw new DatabaseException(
              "port " + port + " is taken, PostgreSQL cannot listen on it: " + failure.getMessage(),
              failure);
        }
      }
    }
  }

  private static String hostParameter(Path folder) {
    return "&host=" + URLEncoder.encode(folder.toString(), StandardCharsets.UTF_8);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void startOnce() throws DatabaseException {
    try {
      server = start(programs.server(data, variant));
    } catch (IOException failure) {
      throw new DatabaseException("cannot start PostgreSQL: " + failure.getMessage(), failure);
    }
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    // Asked over the port, whoever took it before us might answer, or say nothing for minutes.
    while (!saysReady()) {
      if (!server.isAlive()) {
        throw new DatabaseException("PostgreSQL ended while it started: " + ServerLog.reason(log));
      }
      if (System.nanoTime() > deadline) {
        kill();
        throw new DatabaseException("PostgreSQL was not ready within " + START_SECONDS + " s");
      }
      pause();
    }
    administration.version();
  }

  /** Whether the server notes in its folder that it is ready. */
  private boolean saysReady() {
    try {
      List<String> lines = Files.readAllLines(data.resolve(PID_FILE));
      return lines.size() > STATUS_LINE
          && lines.get(0).strip().equals(Long.toString(server.pid()))
          && lines.get(STATUS_LINE).strip().equals("ready");
    } catch (IOException notYet) {
      return false;
    }
  }

  private static void pause() throws DatabaseException {
    try {
      TimeUnit.MILLISECONDS.sleep(50);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
      throw new DatabaseException("interrupted while PostgreSQL started", hurried);
    }
  }

  private Process start(List<String> command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(account.command(command))
            .directory(data.getParent().toFile())
            .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    PostgresPrograms.clean(builder.environment());
    return settings.processes().start(builder);
  }

  private int run(List<String> command, int seconds) throws IOException, DatabaseException {
    Process process = start(command);
    try {
      if (process.waitFor(seconds, TimeUnit.SECONDS)) {
        return process.exitValue();
      }
      throw new DatabaseException(command.get(0) + " did not end within " + seconds + " s");
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
      throw new DatabaseException("interrupted while " + command.get(0) + " ran", hurried);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  @Override
  PostgresAdministration administration() {
    return administration;
  }

  @Override
  public Optional<Duration> lossWindow() throws DatabaseException {
    return administration.lossWindow();
  }

  @Override
  public Map<String, String> configuration() {
    return Map.of("postgresql.conf", configuration);
  }

  @Override
  public void crash() throws DatabaseException {
    kill();
  }

  @Override
  public void restart() throws DatabaseException {
    if (server.isAlive()) {
      throw new IllegalStateException("PostgreSQL runs: crash it first");
    }
    startOnce();
  }

  /** Kills the server and its children, and waits until they are gone. */
  private void kill() {
    Process victim = server;
    List<ProcessHandle> all = new ArrayList<>(victim.descendants().toList());
    all.add(0, victim.toHandle());
    all.forEach(ProcessHandle::destroyForcibly);
    for (ProcessHandle process : all) {
      process.onExit().orTimeout(STOP_SECONDS, TimeUnit.SECONDS).exceptionally(late -> null).join();
    }
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (server != null) {
      stop();
      removeSharedMemory();
    }
    // The folder itself is the harness's.
    deleteAll(data);
    deleteAll(log);
  }

  /** The data will not be read again, so nothing is written down first. */
  private void stop() {
    List<ProcessHandle> children = server.descendants().toList();
    try {
      if (server.isAlive()
          && run(programs.stop(server.pid()), STOP_SECONDS) == 0
          && server.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        CompletableFuture.allOf(
                children.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
            .orTimeout(STOP_SECONDS, TimeUnit.SECONDS)
            .exceptionally(late -> null)
            .join();
      }
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    } catch (IOException | DatabaseException refused) {
      // It is killed below.
    } finally {
      children.forEach(ProcessHandle::destroyForcibly);
      kill();
    }
  }

  /**
   * A killed server leaves a segment of a few bytes by which the next one would see whether
   * children of it are still there.
   */
  private void removeSharedMemory() {
    try {
      List<String> lines = Files.readAllLines(data.resolve(PID_FILE));
      Optional<Path> ipcrm = settings.host().executable("ipcrm");
      if (ipcrm.isPresent() && lines.size() > SHARED_MEMORY_LINE) {
        String[] keyAndId = lines.get(SHARED_MEMORY_LINE).strip().split("\\s+");
        run(List.of(ipcrm.get().toString(), "-m", keyAndId[keyAndId.length - 1]), STOP_SECONDS);
      }
    } catch (IOException | DatabaseException gone) {
      // A server that stopped by itself has removed both.
      return;
    }
  }

  private static void deleteAll(Path root) {
    if (!Files.exists(root)) {
      return;
    }
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException left) {
      // The harness removes the whole folder, and says so where it cannot.
      return;
    }
  }
}
