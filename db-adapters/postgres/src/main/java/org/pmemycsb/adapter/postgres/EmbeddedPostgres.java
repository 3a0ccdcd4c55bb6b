package org.pmemycsb.adapter.postgres;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.pmemycsb.adapter.support.Ports;
import org.pmemycsb.adapter.support.ServerHome;
import org.pmemycsb.adapter.support.ServerProcess;
import org.pmemycsb.adapter.support.StartedServer;
import org.pmemycsb.adapter.support.UnixSocket;
import org.pmemycsb.adapter.support.sql.SqlUrl;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.SafeFolder;
import org.pmemycsb.spi.ServerSettings;

class EmbeddedPostgres extends PostgresServer implements StartedServer {
  private static final String USER = "pmem_ycsb";
  private static final int STOP_SECONDS = 20;
  private static final String CONFIGURATION = "postgresql.conf";
  private static final String ACCESS = "pg_hba.conf";
  private static final String PID_FILE = "postmaster.pid";
  private static final int SHARED_MEMORY_LINE = 6;
  private static final int STATUS_LINE = 7;
  // PostgreSQL names a mistake in its configuration before it names the failure.
  private static final Pattern SEVERE =
      Pattern.compile(
          "PANIC:|FATAL:|error:|ERROR:|invalid value for parameter"
              + "|unrecognized configuration parameter");
  private static final Pattern STAMP = Pattern.compile("^[-0-9]+ [:.0-9]+ \\w+ \\[\\d+] ");

  // PostgreSQL keeps three for superusers; the harness itself uses one at a time.
  private static final int SPARE_CONNECTIONS = 10;
  private static final int DEFAULT_CONNECTIONS = 100;
  private static final int LEAST_CACHE_KIB = 128;

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
  private final PostgresPrograms programs;
  private final Path data;
  private final boolean overSocket;
  private final ServerProcess process;
  private final String password = ServerHome.password();

  EmbeddedPostgres(ServerSettings settings) throws DatabaseException {
    super(settings.layout());
    this.settings = settings;
    this.programs =
        PostgresPrograms.find(settings.host(), PostgresAdapter.binaries(settings.options()));
    this.overSocket = UnixSocket.wanted(settings.options());
    this.process =
        new ServerProcess(
            new ServerHome(
                "PostgreSQL",
                settings,
                PostgresPrograms.account(settings.host()),
                PostgresPrograms::clean),
            log -> log.reason(SEVERE, STAMP));
    this.data = process.home().data();
  }

  @Override
  public ServerProcess process() {
    return process;
  }

  @Override
  public void prepare() throws IOException, DatabaseException {
    ServerHome home = process.home();
    Path passwordFile = home.hide("password", password + "\n");
    List<String> initdb =
        new ArrayList<>(
            List.of(
                programs.path("initdb"),
                "--pgdata=" + data,
                "--username=" + USER,
                "--pwfile=" + passwordFile,
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--locale=C",
                // It holds no records yet that a crash could lose.
                "--no-sync"));
    home.writes().ifPresent(log -> initdb.add("--waldir=" + log));
    try {
      process.install("initdb", initdb);
    } finally {
      Files.deleteIfExists(passwordFile);
    }
    home.publish(ACCESS, THIS_MACHINE + (settings.listen().isPresent() ? OTHER_MACHINES : ""));
  }

  @Override
  public void configure(int port) throws IOException, DatabaseException {
    if (overSocket) {
      UnixSocket.refuseTooLong(data.resolve(".s.PGSQL." + port));
    }
    url =
        PostgresDialect.INSTANCE.at(
            "jdbc:postgresql://%s/postgres?sslmode=disable%s"
                .formatted(
                    Ports.inUrl(Ports.address(settings), port),
                    overSocket ? "&host=" + SqlUrl.encoded(data.toString()) : ""),
            USER,
            password);
    String text = text(port);
    configuration = Map.of(CONFIGURATION, text);
    process.home().publish(CONFIGURATION, text);
  }

  @Override
  public List<String> command() {
    Path configured = process.home().folder();
    return List.of(
        programs.path("postgres"),
        "-D",
        data.toString(),
        "-c",
        "config_file=" + configured.resolve(CONFIGURATION),
        "-c",
        "hba_file=" + configured.resolve(ACCESS));
  }

  /**
   * Whether the server notes in its folder that it is ready. Its port is not asked: another server
   * on it might answer, or say nothing for minutes.
   */
  @Override
  public boolean isReady() {
    List<String> notes = notes();
    return notes.size() > STATUS_LINE
        && notes.get(0).equals(Long.toString(process.pid()))
        && notes.get(STATUS_LINE).equals("ready");
  }

  @Override
  public void launch() throws DatabaseException {
    StartedServer.super.launch();
    removeSharedMemory();
    version();
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
  public void close() {
    // The programs that clean up have to come to their end, and are waited for.
    boolean interrupted = Thread.interrupted();
    process.stop(this::asksToStop);
    removeSharedMemory();
    process.home().empty();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** The data will not be read again, so the server need not write anything down first. */
  private boolean asksToStop() {
    try {
      String pid = Long.toString(process.pid());
      return process.home().run(List.of(programs.path("pg_ctl"), "kill", "QUIT", pid), STOP_SECONDS)
          == 0;
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
        process
            .home()
            .run(
                List.of(ipcrm.get().toString(), "-m", keyAndId[keyAndId.length - 1]), STOP_SECONDS);
      } catch (DatabaseException gone) {
        return;
      }
    }
  }

  /**
   * The configuration file. Every line has its reason. Other settings have PostgreSQL's defaults.
   * No line is there to be faster than a default server.
   */
  private String text(int port) {
    OptionalLong cacheBytes = settings.cacheBytes();
    Durability durability = settings.durability();
    StringBuilder text = new StringBuilder();
    text.append(
        overSocket
            ? """
              # Only the Unix socket: the option "socket: unix".
              listen_addresses = ''
              # A part of the socket's name.
              port = %d
              # In the server's folder.
              unix_socket_directories = %s
              """
                .formatted(port, quoted(data))
            : """
              # %s
              listen_addresses = '%s'
              # Free when the server was started.
              port = %d
              # Clients use TCP, as those of the other databases do.
              unix_socket_directories = ''
              """
                .formatted(Ports.comment(settings), Ports.address(settings), port));
    boolean commit = durability == Durability.COMMIT;
    text.append(
        """
        # The default, or more where the experiment has more threads.
        max_connections = %d
        # %s
        shared_buffers = %s
        # Segments are files in the server's folder, so that none outlives a kill.
        dynamic_shared_memory_type = mmap
        # The default: what is synced survives the machine's crash.
        fsync = on
        # The default: a page half written in a crash can be mended.
        full_page_writes = on
        # Durability %s: %s
        synchronous_commit = %s
        # Messages that we can read.
        lc_messages = 'C'
        """
            .formatted(
                Math.max(DEFAULT_CONNECTIONS, settings.threads() + SPARE_CONNECTIONS),
                cacheBytes.isPresent()
                    ? "A quarter of the budget of memory."
                    : "What initdb writes; not sized to the data.",
                cacheBytes.isPresent()
                    ? Math.max(LEAST_CACHE_KIB, cacheBytes.getAsLong() >> 10) + "kB"
                    : "128MB",
                durability.id(),
                commit
                    ? "a commit is acknowledged when its log is synced."
                    : "the log is synced within three times wal_writer_delay (200 ms).",
                commit ? "on" : "off"));
    return text.toString();
  }

  /** A list of one path: it may hold a comma, a backslash, and both kinds of quotes. */
  private static String quoted(Path path) {
    String element = '"' + path.toString().replace("\"", "\"\"") + '"';
    return "'" + element.replace("\\", "\\\\").replace("'", "''") + "'";
  }
}
