package org.pmemycsb.adapter.postgres;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.pmemycsb.adapter.support.Account;
import org.pmemycsb.adapter.support.Folders;
import org.pmemycsb.adapter.support.Launcher;
import org.pmemycsb.adapter.support.Passwords;
import org.pmemycsb.adapter.support.Ports;
import org.pmemycsb.adapter.support.ServerLog;
import org.pmemycsb.adapter.support.ServerProcess;
import org.pmemycsb.adapter.support.UnixSocket;
import org.pmemycsb.adapter.support.sql.SqlUrl;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Restartable;
import org.pmemycsb.spi.SafeFolder;
import org.pmemycsb.spi.ServerSettings;

/**
 * A PostgreSQL of our own, in a folder of our own. Only {@link #crash} may be called while another
 * thread is in a method.
 */
class EmbeddedPostgres extends PostgresServer implements Restartable {
  private static final String USER = "pmem_ycsb";
  private static final int STOP_SECONDS = 20;
  private static final String PID_FILE = "postmaster.pid";
  private static final int SHARED_MEMORY_LINE = 6;
  private static final int STATUS_LINE = 7;
  // PostgreSQL names a mistake in its configuration before it names the failure.
  private static final Pattern SEVERE =
      Pattern.compile(
          "PANIC:|FATAL:|error:|ERROR:|invalid value for parameter"
              + "|unrecognized configuration parameter");
  private static final Pattern STAMP = Pattern.compile("^[-0-9]+ [:.0-9]+ \\w+ \\[\\d+] ");

  private static final String THIS_MACHINE =
      """
      # Clients have the password of this start.
      local all all scram-sha-256
      host all all 127.0.0.1/32 scram-sha-256
      host all all ::1/128 scram-sha-256
      """;

  private static final String OTHER_MACHINES =
      """
      # Clients at the listen address of the cluster have the password of this start.
      host all %1$s 0.0.0.0/0 scram-sha-256
      host all %1$s ::/0 scram-sha-256
      """
          .formatted(USER);

  private final ServerSettings settings;
  private final Map<String, String> environment;
  private final PostgresPrograms programs;
  private final Path data;
  private final Optional<Path> socketFolder;
  private final Launcher launcher;
  private final ServerProcess server;
  private final String password = Passwords.random();

  private String configuration = "";
  private boolean closed;

  /**
   * @param environment variables for the server, for example {@code LD_PRELOAD}; the programs that
   *     prepare its folder do not get them
   */
  EmbeddedPostgres(
      ServerSettings settings, Map<String, String> environment, PostgresPrograms programs)
      throws DatabaseException {
    super(settings.layout());
    this.settings = settings;
    this.environment = environment;
    this.programs = programs;
    this.data = dataFolder(settings);
    this.socketFolder =
        UnixSocket.wanted(settings.options()) ? Optional.of(data) : Optional.empty();
    this.launcher =
        new Launcher(
            "PostgreSQL",
            settings.processes(),
            PostgresPrograms.account(settings.host()),
            data.resolveSibling("server.log"),
            PostgresPrograms::clean);
    this.server = new ServerProcess(launcher, log -> log.reason(SEVERE, STAMP));
  }

  static Path dataFolder(ServerSettings settings) {
    return settings.folder().toAbsolutePath().resolve("data");
  }

  private static Optional<Path> logFolder(ServerSettings settings) {
    return settings.log().map(log -> log.folder().toAbsolutePath());
  }

  /**
   * Starts it, empty. If this throws, nothing is left behind.
   *
   * @param port the port to listen on, or empty for any that is free
   */
  final void start(Optional<Integer> port) throws DatabaseException {
    try {
      prepare();
      if (port.isPresent()) {
        startOn(port.get());
      } else {
        Ports.at(address()).use(this::startOn);
      }
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

  private String address() {
    return settings.listen().orElse(Ports.HERE);
  }

  /** Called once, when the server is up and our table is there. */
  void checkStarted() throws DatabaseException {}

  /** Makes a further folder of the server's account. */
  final void makeFolder(Path folder) throws IOException {
    launcher.account().makeFolder(folder);
  }

  final ServerLog log() {
    return new ServerLog(launcher.log());
  }

  /** Makes the files that the server needs to start. */
  void prepare() throws IOException, DatabaseException {
    Path folder = data.getParent();
    launcher.account().pass(folder);
    launcher.account().makeFolder(data);
    if (logFolder(settings).isPresent()) {
      launcher.account().own(logFolder(settings).get());
    }
    Path passwordFile = folder.resolve("password");
    int status;
    try {
      Passwords.write(passwordFile, password + "\n", launcher.account());
      status =
          launcher.run(
              programs.initdb(data, logFolder(settings), passwordFile, USER),
              ServerProcess.START_SECONDS);
    } finally {
      Files.deleteIfExists(passwordFile);
    }
    if (status != 0) {
      String why = log().reason(SEVERE, STAMP);
      throw new DatabaseException(
          "initdb failed in " + folder + ": " + why + launcher.account().remedy("PostgreSQL", why));
    }
    Account.publish(
        folder.resolve("pg_hba.conf"),
        THIS_MACHINE + (settings.listen().isPresent() ? OTHER_MACHINES : ""));
  }

  private Void startOn(int port) throws DatabaseException {
    if (socketFolder.isPresent()) {
      UnixSocket.refuseTooLong(socketFolder.get().resolve(".s.PGSQL." + port));
    }
    configuration =
        PostgresConfiguration.text(
            port,
            settings.listen(),
            socketFolder,
            settings.threads(),
            settings.durability(),
            settings.cacheBytes());
    url =
        PostgresUrl.KIND.at(
            "jdbc:postgresql://%s/postgres?sslmode=disable%s"
                .formatted(
                    Ports.inUrl(address(), port),
                    socketFolder.map(EmbeddedPostgres::hostParameter).orElse("")),
            USER,
            password);
    try {
      Account.publish(data.resolveSibling("postgresql.conf"), configuration);
      restart();
      return null;
    } catch (Ports.PortTaken taken) {
      throw taken.because("port " + port + " is taken, PostgreSQL cannot listen on it");
    } catch (IOException failure) {
      throw new DatabaseException(
          "cannot prepare PostgreSQL in " + data + ": " + failure.getMessage(), failure);
    }
  }

  private static String hostParameter(Path folder) {
    return "&host=" + SqlUrl.encoded(folder.toString());
  }

  /**
   * Whether the server notes in its folder that it is ready. Its port is not asked: another server
   * on it might answer, or say nothing for minutes.
   */
  private boolean saysReady() {
    List<String> notes = notes();
    return notes.size() > STATUS_LINE
        && notes.get(0).equals(Long.toString(server.pid()))
        && notes.get(STATUS_LINE).equals("ready");
  }

  /** The lines in which a running server describes itself; none if there is no such server. */
  private List<String> notes() {
    try {
      // In a folder of the account.
      String notes =
          new String(SafeFolder.readFile(data.resolve(PID_FILE)), StandardCharsets.UTF_8);
      return notes.lines().map(String::strip).toList();
    } catch (IOException none) {
      return List.of();
    }
  }

  @Override
  public Map<String, String> configuration() {
    return Map.of("postgresql.conf", configuration);
  }

  @Override
  public void crash() throws DatabaseException {
    server.crash();
  }

  @Override
  public void restart() throws DatabaseException {
    server.start(programs.server(data, data.getParent(), environment), this::saysReady);
    removeSharedMemory();
    version();
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    server.stop(this::asksToStop);
    removeSharedMemory();
    Folders.empty(data.getParent());
    logFolder(settings).ifPresent(Folders::empty);
  }

  /** The data will not be read again, so the server need not write anything down first. */
  private boolean asksToStop() {
    try {
      return launcher.run(programs.stop(server.pid()), STOP_SECONDS) == 0;
    } catch (DatabaseException refused) {
      return false;
    }
  }

  /**
   * Has the kernel remove the server's small segment with the last process that uses it. A killed
   * server would leave it, also if the harness is killed with it. A server that starts again after
   * the crash of a child makes another one.
   */
  private void removeSharedMemory() {
    List<String> notes = notes();
    Optional<Path> ipcrm = settings.host().executable("ipcrm");
    if (ipcrm.isPresent() && notes.size() > SHARED_MEMORY_LINE) {
      String[] keyAndId = notes.get(SHARED_MEMORY_LINE).split("\\s+");
      try {
        launcher.run(
            List.of(ipcrm.get().toString(), "-m", keyAndId[keyAndId.length - 1]), STOP_SECONDS);
      } catch (DatabaseException gone) {
        return;
      }
    }
  }
}
