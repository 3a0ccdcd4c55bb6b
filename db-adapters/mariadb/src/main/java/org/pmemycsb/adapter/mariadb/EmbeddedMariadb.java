package org.pmemycsb.adapter.mariadb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.pmemycsb.adapter.support.Ports;
import org.pmemycsb.adapter.support.ServerHome;
import org.pmemycsb.adapter.support.ServerLog;
import org.pmemycsb.adapter.support.ServerProcess;
import org.pmemycsb.adapter.support.StartedServer;
import org.pmemycsb.adapter.support.UnixSocket;
import org.pmemycsb.adapter.support.sql.SqlUrl;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.SafeFolder;
import org.pmemycsb.spi.ServerSettings;

final class EmbeddedMariadb extends MariadbServer implements StartedServer {
  private static final String USER = "pmem_ycsb";
  private static final String DATABASE = "ycsb";
  private static final String CONFIGURATION = "mariadb.cnf";
  private static final String TEMPORARY = "tmp";

  /** The most that MariaDB takes for max_allowed_packet. */
  static final int LONGEST_STATEMENT_BYTES = 1 << 30;

  private static final int SPARE_CONNECTIONS = 10;
  private static final int DEFAULT_CONNECTIONS = 151;
  private static final Pattern SEVERE = Pattern.compile("ERROR|ermission denied|No space left");
  private static final Pattern STAMP =
      Pattern.compile("^[-0-9]+ +[:0-9]+ \\d+ \\[\\w+] (InnoDB: )?");

  private final ServerSettings settings;
  private final MariadbPrograms programs;
  private final ServerProcess process;
  private final Path data;
  private final Path log;
  private final Path socket;
  private final Path pidFile;
  private final boolean overSocket;
  private final String password = ServerHome.password();

  private String configuration = "";

  EmbeddedMariadb(ServerSettings settings) throws DatabaseException {
    super(settings.layout());
    this.settings = settings;
    this.programs = MariadbPrograms.find(settings.host());
    ServerHome home =
        new ServerHome(
            "MariaDB",
            settings,
            MariadbPrograms.account(settings.host()),
            environment -> {
              MariadbPrograms.clean(environment);
              // The server's user may have no access to ours. MariaDB works in the data folder, and
              // a colon in an absolute path would end it.
              environment.put("TMPDIR", "../" + TEMPORARY);
            });
    this.process = new ServerProcess(home, EmbeddedMariadb::reason);
    this.data = home.data();
    this.log = home.writes().orElse(data);
    this.pidFile = data.resolve("mariadbd.pid");
    this.overSocket = UnixSocket.wanted(settings.options());
    // The server always listens on a Unix socket. Without clients on it, a short path is enough.
    this.socket = overSocket ? UnixSocket.refuseTooLong(data.resolve("s")) : Path.of("s");
  }

  @Override
  public ServerProcess process() {
    return process;
  }

  private static String reason(ServerLog log) {
    // The kernel's number for a full disk.
    return log.reason(SEVERE, STAMP).replaceFirst("error 28$", "error 28: no space left on device");
  }

  @Override
  public void prepare() throws IOException, DatabaseException {
    ServerHome home = process.home();
    home.account().makeFolder(home.folder().resolve(TEMPORARY));
    Path configured = home.publish(CONFIGURATION, head());
    Path sql = home.hide("account.sql", accountOnly(password));
    try {
      process.install(
          "mariadb-install-db",
          List.of(
              programs.installer().toString(),
              // The installer, a shell script, takes a path with a space for two arguments, but not
              // for the data and the statements.
              "--defaults-file=" + configured.getFileName(),
              "--datadir=" + data,
              "--auth-root-authentication-method=normal",
              "--extra-file=" + sql,
              "--skip-test-db",
              "--skip-name-resolve",
              "--cross-bootstrap",
              // It holds no records yet that a crash could lose.
              "--innodb-flush-method=nosync"));
    } finally {
      Files.deleteIfExists(sql);
    }
  }

  /** One account with a password, which may connect from anywhere, in the place of all others. */
  private static String accountOnly(String password) {
    return """
    FLUSH PRIVILEGES;
    DELETE FROM mysql.global_priv WHERE User = 'root';
    CREATE USER '%1$s'@'%%' IDENTIFIED BY '%2$s';
    GRANT ALL ON *.* TO '%1$s'@'%%';
    CREATE DATABASE %3$s;
    """
        .formatted(USER, password, DATABASE);
  }

  @Override
  public void configure(int port) throws IOException {
    configuration = text(port);
    url =
        MariadbDialect.INSTANCE.at(
            "jdbc:mariadb://%s/%s%s"
                .formatted(
                    overSocket ? "" : Ports.inUrl(Ports.address(settings), port),
                    DATABASE,
                    overSocket ? "?localSocket=" + SqlUrl.encoded(socket.toString()) : ""),
            USER,
            password);
    // MariaDB ignores a file that everybody may write.
    process.home().publish(CONFIGURATION, configuration);
  }

  @Override
  public List<String> command() {
    return List.of(
        programs.server().toString(),
        "--defaults-file=" + process.home().folder().resolve(CONFIGURATION));
  }

  /**
   * Whether the server notes its process, which it does once it listens. Its port is not asked:
   * another server on it might answer.
   */
  @Override
  public boolean isReady() {
    try {
      // In a folder of the account.
      byte[] noted = SafeFolder.readFile(pidFile);
      return new String(noted, StandardCharsets.UTF_8).strip().equals(Long.toString(process.pid()));
    } catch (IOException none) {
      return false;
    }
  }

  @Override
  public String version() throws DatabaseException {
    return super.version() + (mapsLog() ? ", log mapped" : "");
  }

  /**
   * Whether InnoDB writes its redo log by stores into the mapped file, as the kernel states it. It
   * does so by itself on DAX and in {@code /dev/shm}. The server's own variable says OFF for a log
   * that is mapped against the user's wish.
   */
  private boolean mapsLog() throws DatabaseException {
    Path maps = Path.of("/proc", Long.toString(process.pid()), "maps");
    try (Stream<String> lines = Files.lines(maps)) {
      return lines.anyMatch(line -> line.contains("/ib_logfile"));
    } catch (IOException | UncheckedIOException unreadable) {
      throw new DatabaseException(
          "cannot read the mappings of MariaDB's process: " + unreadable.getMessage(), unreadable);
    }
  }

  /** A mapped log is never synced, so a model of a disk has no sync to slow down. */
  private void refuseMappedDisk() throws DatabaseException {
    if (settings.logMedium() == Medium.DISK && mapsLog()) {
      throw new DatabaseException(
          "MariaDB maps its log in "
              + log
              + " and syncs nothing, so the model of a disk has no effect on it: choose a folder"
              + " outside /dev/shm for this model");
    }
  }

  @Override
  public Map<String, String> configuration() {
    return Map.of(CONFIGURATION, configuration);
  }

  @Override
  public void launch() throws DatabaseException {
    StartedServer.super.launch();
    // Waits until it takes connections.
    super.version();
    refuseMappedDisk();
  }

  /** The data will not be read again, so the server need not write anything down first. */
  @Override
  public void close() {
    process.kill();
    process.home().empty();
  }

  /** The lines that also the installer reads. */
  private String head() {
    return """
    [mariadbd]
    innodb_log_group_home_dir = %s
    """
        .formatted(quoted(log));
  }

  /** A path as one word: it may hold a comment's sign, and both kinds of quotes. */
  private static String quoted(Path path) {
    String word = path.toString().replace("\\", "\\\\").replace("\"", "\\\"");
    return '"' + word.replace("\n", "\\n") + '"';
  }

  /**
   * The configuration file. Every line has its reason. Other settings have MariaDB's defaults. No
   * line is there to be faster than a default server.
   */
  private String text(int port) {
    OptionalLong cacheBytes = settings.cacheBytes();
    Durability durability = settings.durability();
    StringBuilder text = new StringBuilder(head());
    text.append(
        overSocket
            ? "# Only the Unix socket: the option \"socket: unix\".\nskip_networking\n"
            : """
              # %s
              bind_address = %s
              # Free when the server was started.
              port = %d
              """
                .formatted(Ports.comment(settings), Ports.address(settings), port));
    text.append(
        """
        datadir = %s
        socket = %s
        pid_file = %s
        # Addresses are not looked up.
        skip_name_resolve
        # The default, or more where the experiment has more threads.
        max_connections = %d
        # %s
        innodb_buffer_pool_size = %s
        # The default: one log is enough on one machine.
        skip_log_bin
        # The largest there is: the default refuses values of 16 MiB.
        max_allowed_packet = %d
        # Messages that we can read.
        lc_messages = en_US
        """
            .formatted(
                quoted(data),
                quoted(socket),
                quoted(pidFile),
                Math.max(DEFAULT_CONNECTIONS, settings.threads() + SPARE_CONNECTIONS),
                cacheBytes.isPresent()
                    ? "A quarter of the budget of memory."
                    : "The default, not sized to the data.",
                cacheBytes.isPresent() ? (cacheBytes.getAsLong() >> 10) + "K" : "128M",
                LONGEST_STATEMENT_BYTES));
    text.append("# Durability %s: ".formatted(durability.id()));
    text.append(
        switch (durability) {
          case COMMIT ->
              """
              a commit is acknowledged when its log is synced.
              innodb_flush_log_at_trx_commit = 1
              """;
          case PERIODIC ->
              """
              a commit writes the log. InnoDB syncs it each second.
              innodb_flush_log_at_trx_commit = 2
              """;
          case NONE ->
              """
              InnoDB writes the log each second, and syncs no file.
              innodb_flush_log_at_trx_commit = 0
              innodb_flush_method = nosync
              """;
        });
    return text.toString();
  }
}
