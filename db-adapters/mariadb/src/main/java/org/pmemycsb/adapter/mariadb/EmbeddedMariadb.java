package org.pmemycsb.adapter.mariadb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.Restartable;
import org.pmemycsb.spi.SafeFolder;
import org.pmemycsb.spi.ServerSettings;

/**
 * A MariaDB of our own, in a folder of our own. Only {@link #crash} may be called while another
 * thread is in a method.
 */
final class EmbeddedMariadb extends MariadbServer implements Restartable {
  private static final String USER = "pmem_ycsb";
  private static final String DATABASE = "ycsb";
  private static final String TEMPORARY = "tmp";
  private static final Pattern SEVERE = Pattern.compile("ERROR|ermission denied|No space left");
  private static final Pattern STAMP =
      Pattern.compile("^[-0-9]+ +[:0-9]+ \\d+ \\[\\w+] (InnoDB: )?");

  private final ServerSettings settings;
  private final MariadbPrograms programs;
  private final Path folder;
  private final Path data;
  private final Path log;
  private final Path socket;
  private final boolean overSocket;
  private final Launcher launcher;
  private final ServerProcess server;
  private final String password = Passwords.random();

  private String configuration = "";
  private boolean closed;

  EmbeddedMariadb(ServerSettings settings, MariadbPrograms programs) throws DatabaseException {
    super(settings.layout());
    this.settings = settings;
    this.programs = programs;
    this.folder = settings.folder().toAbsolutePath();
    this.data = folder.resolve("data");
    this.log = settings.log().map(each -> each.folder().toAbsolutePath()).orElse(data);
    this.overSocket = UnixSocket.wanted(settings.options());
    // The server always listens on a Unix socket. Without clients on it, a short path is enough.
    this.socket = overSocket ? UnixSocket.refuseTooLong(data.resolve("s")) : Path.of("s");
    this.launcher =
        new Launcher(
            "MariaDB",
            settings.processes(),
            MariadbPrograms.account(settings.host()),
            folder.resolve("server.log"),
            environment -> {
              MariadbPrograms.clean(environment);
              // The server's user may have no access to ours. MariaDB works in the data folder, and
              // a colon in an absolute path would end it.
              environment.put("TMPDIR", "../" + TEMPORARY);
            });
    this.server = new ServerProcess(launcher, EmbeddedMariadb::reason);
  }

  private static String reason(ServerLog log) {
    // The kernel's number for a full disk.
    return log.reason(SEVERE, STAMP).replaceFirst("error 28$", "error 28: no space left on device");
  }

  /** Starts it, empty. If this throws, nothing is left behind. */
  void start() throws DatabaseException {
    try {
      prepare();
      if (overSocket) {
        startOn(Optional.empty());
      } else {
        Ports.at(address()).use(port -> startOn(Optional.of(port)));
      }
      reset();
    } catch (DatabaseException failure) {
      close();
      throw failure;
    } catch (IOException failure) {
      close();
      throw new DatabaseException(
          "cannot prepare MariaDB in " + folder + ": " + failure.getMessage(), failure);
    }
  }

  private String address() {
    return settings.listen().orElse(Ports.HERE);
  }

  /** Makes the files that the server needs to start. */
  private void prepare() throws IOException, DatabaseException {
    Account account = launcher.account();
    account.pass(folder);
    account.makeFolder(data);
    account.makeFolder(folder.resolve(TEMPORARY));
    if (settings.log().isPresent()) {
      launcher.account().own(log);
    }
    configure(MariadbConfiguration.head(log));
    Path sql = folder.resolve("account.sql");
    int status;
    try {
      Passwords.write(sql, accountOnly(password), launcher.account());
      status =
          launcher.run(
              programs.install(data, configurationFile(), sql), ServerProcess.START_SECONDS);
    } finally {
      Files.deleteIfExists(sql);
    }
    if (status != 0) {
      String why = reason(new ServerLog(launcher.log()));
      throw new DatabaseException(
          "mariadb-install-db failed in "
              + folder
              + ": "
              + why
              + launcher.account().remedy("MariaDB", why));
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

  private Void startOn(Optional<Integer> port) throws DatabaseException {
    configuration =
        MariadbConfiguration.text(
            data,
            log,
            socket,
            port,
            settings.listen(),
            settings.threads(),
            settings.durability(),
            settings.cacheBytes());
    url =
        MariadbUrl.KIND.at(
            "jdbc:mariadb://%s/%s%s"
                .formatted(
                    port.map(free -> Ports.inUrl(address(), free)).orElse(""),
                    DATABASE,
                    overSocket ? "?localSocket=" + SqlUrl.encoded(socket.toString()) : ""),
            USER,
            password);
    try {
      configure(configuration);
      restart();
      return null;
    } catch (IOException failure) {
      throw new DatabaseException(
          "cannot prepare MariaDB in " + folder + ": " + failure.getMessage(), failure);
    }
  }

  /** MariaDB ignores a file that everybody may write. */
  private void configure(String text) throws IOException {
    Account.publish(configurationFile(), text);
  }

  private Path configurationFile() {
    return folder.resolve("mariadb.cnf");
  }

  /**
   * Whether the server notes its process, which it does once it listens. Its port is not asked:
   * another server on it might answer.
   */
  private boolean saysReady() {
    try {
      // In a folder of the account.
      byte[] noted = SafeFolder.readFile(MariadbConfiguration.pidFile(data));
      return new String(noted, StandardCharsets.UTF_8).strip().equals(Long.toString(server.pid()));
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
    Path maps = Path.of("/proc", Long.toString(server.pid()), "maps");
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
    return Map.of("mariadb.cnf", configuration);
  }

  @Override
  public void crash() throws DatabaseException {
    server.crash();
  }

  @Override
  public void restart() throws DatabaseException {
    server.start(programs.server(configurationFile()), this::saysReady);
    // Waits until it takes connections.
    super.version();
    refuseMappedDisk();
  }

  /** The data will not be read again, so the server need not write anything down first. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    server.kill();
    Folders.empty(folder);
    settings.log().ifPresent(each -> Folders.empty(each.folder()));
  }
}
