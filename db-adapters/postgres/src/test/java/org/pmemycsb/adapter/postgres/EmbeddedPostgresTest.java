package org.pmemycsb.adapter.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmemycsb.adapter.support.Account;
import org.pmemycsb.adapter.support.sql.SqlUrl;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.ProcessStarter;
import org.pmemycsb.spi.Restartable;
import org.pmemycsb.spi.ServerSettings;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DBException;
import site.ycsb.Status;

class EmbeddedPostgresTest {
  private static final String TABLE = "usertable";

  @RegisterExtension private final Sandbox sandbox = new Sandbox();

  private static DatabaseServer open(ServerSettings settings) throws DatabaseException {
    return new PostgresAdapter().open(settings);
  }

  private static PostgresClient client(Properties properties) throws DBException {
    PostgresClient client = new PostgresClient();
    client.setProperties(properties);
    client.init();
    return client;
  }

  private static Map<String, ByteIterator> values(String name, String value) {
    Map<String, ByteIterator> values = new HashMap<>();
    values.put(name, new ByteArrayByteIterator(value.getBytes(UTF_8)));
    return values;
  }

  private static Status read(PostgresClient client, String key) {
    return client.read(TABLE, key, null, new HashMap<>());
  }

  /** In a folder whose path holds what means something else in a configuration or a URL. */
  @Test
  void overItsSocketNobodyElseCanConnect() throws Exception {
    Path folder = Files.createDirectory(sandbox.newFolder().resolve("a b:c#d,e=%20'\"\\f+g"));
    Files.setPosixFilePermissions(folder.getParent(), PosixFilePermissions.fromString("rwx--x--x"));
    try (DatabaseServer server = open(sandbox.settings(folder, "socket", "unix"))) {
      assertThat(server.configuration().get("postgresql.conf")).contains("listen_addresses = ''");
      assertThat(PostgresDialect.socket(server.clientProperties().getProperty("postgres.url")))
          .hasValueSatisfying(path -> assertThat(path).exists());
      assertThat(server.recordCount()).hasValue(0);
    }
  }

  @Test
  void seesThatTheLiveServerIsLessDurableThanItsFileSays() throws Exception {
    try (DatabaseServer server = open(sandbox.settings())) {
      Properties properties = server.clientProperties();
      SqlUrl url = PostgresDialect.INSTANCE.from(properties);
      try (var connection = url.connect();
          var statement = connection.createStatement()) {
        statement.execute("ALTER SYSTEM SET fsync = off");
        statement.execute("SELECT pg_reload_conf()");
      }
      for (int i = 0; i < 3000 && server.effectiveDurability() != Durability.NONE; i++) {
        Thread.sleep(10);
      }
      assertThat(server.effectiveDurability()).isEqualTo(Durability.NONE);
    }
  }

  @Test
  void leavesNothingBehind() throws Exception {
    var settings = sandbox.settings();
    DatabaseServer server = open(settings);
    List<String> segments = segmentsOfServer(settings.folder());
    ((Restartable) server).crash();
    server.close();
    server.close();
    assertThat(sandbox.running()).isEmpty();
    assertThat(settings.folder().resolve("data")).doesNotExist();
    assertThat(segments).isNotEmpty();
    assertThat(sharedMemory()).doesNotContainAnyElementsOf(segments);
  }

  /** As after a SIGKILL of the harness, whose next start kills the server. */
  @Test
  void serverThatIsKilledFromOutsideLeavesNoSharedMemory() throws Exception {
    var settings = sandbox.settings();
    try (DatabaseServer server = open(settings)) {
      List<String> segments = segmentsOfServer(settings.folder());
      ((Restartable) server).crash();
      ((Restartable) server).restart();
      segments.addAll(segmentsOfServer(settings.folder()));
      List<ProcessHandle> running = sandbox.running();
      running.forEach(ProcessHandle::destroyForcibly);
      for (ProcessHandle process : running) {
        process.onExit().get(60, TimeUnit.SECONDS);
      }
      assertThat(segments).filteredOn(segment -> !segment.startsWith("/")).hasSize(2);
      assertThat(sharedMemory()).doesNotContainAnyElementsOf(segments);
    }
  }

  /** A server that is killed leaves its segment, unless somebody removes it. */
  @Test
  void serverThatIsInterruptedLeavesNoSharedMemory() throws Exception {
    ServerSettings settings = sandbox.settings();
    List<String> segments = new ArrayList<>();
    ProcessStarter interrupting =
        command -> {
          Process process = settings.processes().start(command);
          if (command.command().contains("-D")) {
            while (process.isAlive() && segments.isEmpty()) {
              segments.addAll(segmentsSoFar(settings.folder()));
            }
            Thread.currentThread().interrupt();
          }
          return process;
        };
    try (DatabaseServer server =
        open(
            new ServerSettings(
                settings.folder(),
                settings.medium(),
                settings.durability(),
                settings.layout(),
                settings.scans(),
                settings.threads(),
                settings.external(),
                settings.host(),
                interrupting,
                settings.options()))) {
      assertThat(server).as("it may be ready before it is asked").isNotNull();
    } catch (DatabaseException interrupted) {
      assertThat(interrupted).hasMessageContaining("interrupted");
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(segments).isNotEmpty();
    assertThat(sharedMemory()).doesNotContainAnyElementsOf(segments);
  }

  /** The shared memory segments in the file that the server writes about itself. */
  private static List<String> segmentsSoFar(Path folder) {
    try {
      return Files.readAllLines(folder.resolve("data/postmaster.pid")).size() > 6
          ? segmentsOfServer(folder)
          : List.of();
    } catch (Exception notYet) {
      return List.of();
    }
  }

  /** Other servers on this machine have segments, too. */
  private static List<String> segmentsOfServer(Path folder) throws Exception {
    String pid = Files.readAllLines(folder.resolve("data/postmaster.pid")).get(0);
    return Files.readAllLines(Path.of("/proc", pid, "maps")).stream()
        .map(line -> line.split("\\s+"))
        .filter(words -> words.length > 5)
        .filter(words -> words[5].startsWith("/SYSV") || words[5].startsWith("/dev/shm/"))
        .map(words -> words[5].startsWith("/SYSV") ? words[4] : words[5])
        .distinct()
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static List<String> sharedMemory() throws Exception {
    List<String> found = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of("/proc/sysvipc/shm"))) {
      found.add(line.strip().split("\\s+")[1]);
    }
    try (var files = Files.newDirectoryStream(Path.of("/dev/shm"), "PostgreSQL.*")) {
      files.forEach(file -> found.add(file.toString()));
    }
    return found;
  }

  @Test
  void lostAndAbsentServersHaveNames() throws Exception {
    try (DatabaseServer server = open(sandbox.settings())) {
      PostgresClient client = client(server.clientProperties());
      assertThat(client.insert(TABLE, "k", values("field0", "v"))).isEqualTo(Status.OK);
      ((Restartable) server).crash();
      Status lost = read(client, "k");
      assertThat(lost.getName()).isEqualTo("CONNECTION_LOST");
      Status unreachable = client.update(TABLE, "k", values("field0", "w"));
      assertThat(unreachable.getName()).isEqualTo("UNREACHABLE");
      client.cleanup();
    }
  }

  @Test
  void countsWhatTheServerDid() throws Exception {
    try (DatabaseServer server = open(sandbox.settings())) {
      PostgresClient client = client(server.clientProperties());
      Map<String, Long> before = server.statistics();
      for (int key = 0; key < 20; key++) {
        client.insert(TABLE, "k" + key, values("field0", "v".repeat(100)));
      }
      client.cleanup();
      Map<String, Long> after = server.statistics();
      assertThat(after.get("tup_inserted") - before.get("tup_inserted")).isEqualTo(20);
      assertThat(after.get("wal_position") - before.get("wal_position")).isGreaterThan(2000);
      assertThat(after.get("wal_sync") - before.get("wal_sync")).isGreaterThanOrEqualTo(20);
      assertThat(after.keySet()).isEqualTo(before.keySet()).doesNotContain("datid");
    }
  }

  @Test
  void takenPortIsNamed() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      assertThatThrownBy(() -> open(sandbox.settings(sandbox.newFolder(), "port", port)))
          .isInstanceOf(DatabaseException.class)
          .hasMessageContaining("port " + port + " is taken");
    }
  }

  @Test
  void folderThatTheServersUserCannotReachIsNamed() throws Exception {
    Account account = PostgresPrograms.account(new LocalHost());
    Path folder = sandbox.newFolder();
    Path inner = Files.createDirectory(folder.resolve("inner"));
    String closed = account.user().isPresent() ? "rwx------" : "r-xr-xr-x";
    Path barrier = account.user().isPresent() ? folder : inner;
    Files.setPosixFilePermissions(barrier, PosixFilePermissions.fromString(closed));
    try {
      var assertion =
          assertThatThrownBy(() -> open(sandbox.settings(inner)))
              .isInstanceOf(DatabaseException.class)
              .hasMessageContaining(inner.toString())
              .hasMessageContaining("ermission denied");
      account.user().ifPresent(user -> assertion.hasMessageContaining("user " + user));
    } finally {
      Files.setPosixFilePermissions(barrier, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  @Test
  void externalServerIsAttachedToAndItsRecordsAreKeptUnlessAllowed() throws Exception {
    try (DatabaseServer other = open(sandbox.settings())) {
      PostgresClient client = client(other.clientProperties());
      client.insert(TABLE, "k", values("field0", "v"));
      assertThatThrownBy(() -> open(external(other, false)))
          .isInstanceOf(DatabaseException.class)
          .hasMessageContaining("not empty")
          .hasMessageNotContaining(other.clientProperties().getProperty("postgres.password"));
      assertThat(read(client, "k")).isEqualTo(Status.OK);
      client.cleanup();
      try (DatabaseServer attached = open(external(other, true))) {
        assertThat(attached.recordCount()).hasValue(0);
        assertThat(attached.version()).isEqualTo(other.version());
        assertThat(attached.effectiveDurability()).isEqualTo(Durability.COMMIT);
        assertThat(attached.configuration().get("postgresql-settings.conf"))
            .contains("synchronous_commit = 'on'");
      }
      assertThat(other.version()).startsWith("PostgreSQL");
    }
  }

  @Test
  void emptyTableOfAnotherProgramIsKeptUnlessAllowed() throws Exception {
    try (DatabaseServer other = open(sandbox.settings());
        var connection = PostgresDialect.INSTANCE.from(other.clientProperties()).connect();
        var statement = connection.createStatement()) {
      statement.execute("DROP TABLE " + TABLE);
      statement.execute("CREATE TABLE " + TABLE + " (ycsb_key text, note text)");
      assertThatThrownBy(() -> open(external(other, false)))
          .isInstanceOf(DatabaseException.class)
          .hasMessageContainingAll(TABLE, "--allow-reset");
      Properties client = other.clientProperties();
      client.setProperty("fieldcount", "1");
      assertThatThrownBy(() -> client(client))
          .isInstanceOf(DBException.class)
          .hasMessageContaining(TABLE);
      assertThat(PostgresDialect.INSTANCE.columns(connection, TABLE))
          .containsExactly("ycsb_key", "note");
      open(external(other, true)).close();
      assertThat(PostgresDialect.INSTANCE.columns(connection, TABLE)).isEmpty();
    }
  }

  @Test
  void unreachableExternalServerIsNamed() throws Exception {
    int port;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = closed.getLocalPort();
    }
    String url = "postgresql://user:secret@127.0.0.1:" + port + "/ycsb";
    assertThatThrownBy(() -> open(sandbox.external(url, false)))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("127.0.0.1:" + port)
        .hasMessageNotContaining("secret");
  }

  private ServerSettings external(DatabaseServer server, boolean allowReset) throws Exception {
    Properties properties = server.clientProperties();
    String url =
        properties
            .getProperty("postgres.url")
            .replace(
                "jdbc:postgresql://",
                "postgresql://"
                    + properties.getProperty("postgres.user")
                    + ":"
                    + properties.getProperty("postgres.password")
                    + "@");
    return sandbox.external(url, allowReset);
  }

  @Test
  void clientsFromAllAddressesMayTryTheirPassword() throws Exception {
    sandbox.listen = Optional.of("127.0.0.2");
    ServerSettings settings = sandbox.settings();
    try (DatabaseServer server = open(settings)) {
      assertThat(server.configuration().get("postgresql.conf"))
          .contains("listen_addresses = '127.0.0.2'");
      assertThat(Files.readAllLines(settings.folder().resolve("pg_hba.conf")))
          .contains(
              "host all pmem_ycsb 0.0.0.0/0 scram-sha-256", "host all pmem_ycsb ::/0 scram-sha-256")
          .noneMatch(line -> !line.startsWith("#") && line.endsWith("trust"));
    }
  }
}
