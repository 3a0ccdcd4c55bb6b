package org.pmemycsb.adapter.mariadb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.Restartable;
import org.pmemycsb.spi.SafeFolder;
import org.pmemycsb.spi.ServerSettings;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DBException;
import site.ycsb.Status;

/** What is MariaDB's own, on a real server. The contract suite has the rest. */
class MariadbAdapterTest {
  private static final String TABLE = "usertable";

  private Path root;

  @BeforeEach
  void makeFolder() throws IOException {
    // MariaDB maps its log in no other tmpfs.
    root = Files.createTempDirectory(Path.of("/dev/shm"), "pmem-ycsb-test-");
    Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwx--x--x"));
  }

  @AfterEach
  void removeFolder() throws IOException {
    SafeFolder.delete(root);
  }

  private ServerSettings settings(Path folder, Medium medium, Durability durability)
      throws IOException {
    Files.createDirectories(folder);
    return new ServerSettings(
        folder,
        medium,
        durability,
        new RecordLayout(1000, 23, 2, 100),
        true,
        2,
        Optional.empty(),
        new LocalHost(),
        ProcessBuilder::start,
        Map.of());
  }

  private DatabaseServer open(Durability durability) throws Exception {
    return new MariadbAdapter().open(settings(root.resolve("server"), Medium.TMPFS, durability));
  }

  private static MariadbClient client(Properties properties) throws DBException {
    MariadbClient client = new MariadbClient();
    client.setProperties(properties);
    client.init();
    return client;
  }

  private static Map<String, ByteIterator> values(String value) {
    Map<String, ByteIterator> values = new HashMap<>();
    values.put("field0", new ByteArrayByteIterator(value.getBytes(UTF_8)));
    return values;
  }

  private static Map<String, Long> growth(DatabaseServer server) throws Exception {
    MariadbClient client = client(server.clientProperties());
    Map<String, Long> before = server.statistics();
    for (int key = 0; key < 20; key++) {
      assertThat(client.insert(TABLE, "k" + key, values("v" + key))).isEqualTo(Status.OK);
    }
    client.cleanup();
    Map<String, Long> growth = new HashMap<>(server.statistics());
    growth.replaceAll((name, value) -> value - before.get(name));
    return growth;
  }

  @Test
  void versionSaysThatTheLogIsMappedInSharedMemory() throws Exception {
    try (DatabaseServer server = open(Durability.COMMIT)) {
      assertThat(server.version()).matches("MariaDB \\d+\\.\\d+\\.\\d+, log mapped");
      assertThat(growth(server))
          .containsEntry("innodb_log_writes", 0L)
          .hasEntrySatisfying("innodb_os_log_written", n -> assertThat(n).isPositive());
      ((Restartable) server).crash();
      ((Restartable) server).restart();
      assertThat(server.version()).endsWith(", log mapped");
      assertThat(server.recordCount()).hasValue(20);
    }
    assertThat(root.resolve("server")).isEmptyDirectory();
  }

  @Test
  void onADiskTheLogIsWrittenAndSynced() throws Exception {
    Path disk = Files.createTempDirectory(Path.of("/var/tmp"), "pmem-ycsb-test-");
    Files.setPosixFilePermissions(disk, PosixFilePermissions.fromString("rwx--x--x"));
    try (DatabaseServer server =
        new MariadbAdapter()
            .open(settings(disk.resolve("server"), Medium.DISK, Durability.COMMIT))) {
      assertThat(server.version()).matches("MariaDB \\d+\\.\\d+\\.\\d+");
      assertThat(growth(server))
          .hasEntrySatisfying("innodb_log_writes", n -> assertThat(n).isGreaterThanOrEqualTo(20))
          .hasEntrySatisfying("innodb_data_fsyncs", n -> assertThat(n).isGreaterThanOrEqualTo(20))
          .hasEntrySatisfying("handler_write", n -> assertThat(n).isEqualTo(20));
    } finally {
      SafeFolder.delete(disk);
    }
  }

  @Test
  void aModelOfADiskInSharedMemoryIsRefused() throws Exception {
    ServerSettings modelled = settings(root.resolve("server"), Medium.DISK, Durability.COMMIT);
    ServerSettings logOnly =
        settings(root.resolve("server"), Medium.TMPFS, Durability.COMMIT)
            .withLog(
                new ServerSettings.DataFolder(
                    Files.createDirectory(root.resolve("log")), Medium.DISK));
    for (ServerSettings settings : List.of(modelled, logOnly)) {
      assertThatThrownBy(() -> new MariadbAdapter().open(settings))
          .isInstanceOf(DatabaseException.class)
          .hasMessageContaining("outside /dev/shm");
    }
    assertThat(root.resolve("server")).as("nothing is left").isEmptyDirectory();
  }

  @Test
  void atNoneNothingIsSynced() throws Exception {
    try (DatabaseServer server = open(Durability.NONE)) {
      assertThat(growth(server)).containsEntry("innodb_data_fsyncs", 0L);
    }
  }

  @Test
  void settingsDecideTheDurability() {
    Map<String, String> commit =
        Map.of(
            "innodb_flush_log_at_trx_commit", "1",
            "innodb_doublewrite", "1",
            "innodb_flush_method", "O_DIRECT",
            "log_bin", "0",
            "sync_binlog", "0");
    assertThat(MariadbServer.durability(commit)).isEqualTo(Durability.COMMIT);
    assertThat(changed(commit, "innodb_flush_log_at_trx_commit", "2"))
        .isEqualTo(Durability.PERIODIC);
    assertThat(changed(commit, "innodb_flush_log_at_trx_commit", "0"))
        .isEqualTo(Durability.PERIODIC);
    assertThat(changed(commit, "innodb_doublewrite", "0")).isEqualTo(Durability.NONE);
    assertThat(changed(commit, "innodb_flush_method", "nosync")).isEqualTo(Durability.NONE);
    assertThat(changed(commit, "log_bin", "1")).isEqualTo(Durability.NONE);
  }

  private static Durability changed(Map<String, String> settings, String name, String value) {
    Map<String, String> changed = new HashMap<>(settings);
    changed.put(name, value);
    return MariadbServer.durability(changed);
  }

  @Test
  void largeValuesAreKept() throws Exception {
    try (DatabaseServer server = open(Durability.COMMIT)) {
      MariadbClient client = client(server.clientProperties());
      for (int mebibytes : new int[] {16, 64}) {
        String value = "v".repeat(mebibytes << 20);
        Map<String, ByteIterator> found = new HashMap<>();
        assertThat(client.insert(TABLE, "large", values(value))).isEqualTo(Status.OK);
        assertThat(client.read(TABLE, "large", null, found)).isEqualTo(Status.OK);
        assertThat(found.get("field0").bytesLeft()).isEqualTo(mebibytes << 20);
      }
      client.cleanup();
    }
  }

  /** That of the harness may be closed to the server's user. */
  @Test
  void temporaryFilesLieInTheServersFolder() throws Exception {
    try (DatabaseServer server = open(Durability.COMMIT);
        Connection connection = MariadbDialect.INSTANCE.from(server.clientProperties()).connect();
        ResultSet row = connection.createStatement().executeQuery("SELECT @@datadir, @@tmpdir")) {
      assertThat(row.next()).isTrue();
      assertThat(Path.of(row.getString(1)).resolve(row.getString(2)).normalize())
          .isEqualTo(root.resolve("server/tmp"));
    }
  }

  @Test
  void pathMayHoldWhatMeansSomethingElseInAConfiguration() throws Exception {
    Path folder = Files.createDirectory(root.resolve("a b:c#d,e=fg*h'i\"j\\k\nl"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    ServerSettings.DataFolder log =
        new ServerSettings.DataFolder(Files.createDirectory(folder.resolve("log")), Medium.TMPFS);
    ServerSettings settings =
        settings(folder.resolve("server"), Medium.TMPFS, Durability.COMMIT).withLog(log);
    try (DatabaseServer server = new MariadbAdapter().open(settings)) {
      assertThat(growth(server)).containsEntry("handler_write", 20L);
      assertThat(log.folder().resolve("ib_logfile0")).exists();
    }
  }

  @Test
  void diskThatFillsUpIsNamed() throws Exception {
    Path small = Files.createDirectory(root.resolve("small"));
    assumeTrue(mount("-t", "tmpfs", "-o", "size=150m,mode=711", "tmpfs", small.toString()));
    try (DatabaseServer server =
        new MariadbAdapter()
            .open(settings(small.resolve("server"), Medium.DISK, Durability.COMMIT))) {
      MariadbClient client = client(server.clientProperties());
      Status status = Status.OK;
      for (int key = 0; key < 10_000 && status.isOk(); key++) {
        status = client.insert(TABLE, "k" + key, values("v".repeat(7_000) + key));
      }
      assertThat(status.getName()).isEqualTo("DISK_FULL");
      client.cleanup();
    } finally {
      new ProcessBuilder("umount", "--lazy", small.toString()).start().waitFor();
    }
  }

  /** Whether this user may mount. */
  private static boolean mount(String... arguments) throws Exception {
    ProcessBuilder mount = new ProcessBuilder("mount");
    mount.command().addAll(List.of(arguments));
    return mount.redirectErrorStream(true).start().waitFor() == 0;
  }

  @Test
  void machineWithoutMariadbIsToldTheCommand() {
    Availability found = new MariadbAdapter().probe(without("mariadb-install-db"));
    assertThat(found.available()).isFalse();
    assertThat(found.detail()).contains("mariadb-install-db");
    assertThat(found.remedy())
        .contains("apt-get install -y mariadb-server-core mariadb-client-core");
  }

  private static Host without(String program) {
    LocalHost local = new LocalHost();
    return name -> name.equals(program) ? Optional.empty() : local.executable(name);
  }

  @Test
  void otherServersAndOldOnesAreRefused() {
    assertThatThrownBy(() -> MariadbPrograms.version("it", "8.0.36-0ubuntu0.22.04.1"))
        .hasMessageContaining(": 8.0.36-0ubuntu0.22.04.1");
    assertThatThrownBy(() -> MariadbPrograms.version("it", "10.3.39-MariaDB-0+deb10u2"))
        .hasMessageMatching("it .*MariaDB 10.3.39; .* 10.5 .*");
  }
}
