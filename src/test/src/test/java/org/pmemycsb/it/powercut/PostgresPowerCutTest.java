package org.pmemycsb.it.powercut;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.adapter.postgres.PmPostgresAdapter;
import org.pmemycsb.it.harness.SharedMemory;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.Restartable;
import org.pmemycsb.spi.SafeFolder;
import org.pmemycsb.spi.ServerSettings;

/**
 * Stock PostgreSQL with our library. The log is what a cut leaves of it; the other files are those
 * of the last checkpoint, which is all of them that PostgreSQL relies on.
 */
@Tag("everything")
class PostgresPowerCutTest {
  private static final int COMMITS = 24;
  private static final int CUTS = Integer.getInteger("powercut.cuts", 5);

  /** A commit that was acknowledged when the journal was this long. */
  private record Acknowledged(int id, long written) {}

  @TempDir(factory = SharedMemory.class)
  private Path folder;

  private Path data;
  private Path base;
  private Simulator simulator;
  private Map<String, String> faults = Map.of();
  private boolean simulating = true;
  private Map<String, Long> statistics = Map.of();
  private long storesBefore;

  @BeforeEach
  void makeFolder() throws IOException {
    Path own = Files.createDirectory(folder.resolve("db"));
    data = own.resolve("data");
    base = folder.resolve("base");
    // The server's account writes the journal, and may not write into the server's own folder.
    Path cut = Files.createDirectory(folder.resolve("cut"));
    Files.setPosixFilePermissions(cut, PosixFilePermissions.fromString("rwxrwxrwx"));
    simulator = Simulator.install(cut, data.resolve("pg_wal"));
  }

  /** The adapter starts the server as ever; the simulator goes in behind its library. */
  private Process start(ProcessBuilder builder) throws IOException {
    if (simulating) {
      builder.environment().putAll(simulator.environment(faults));
      List<String> command = new ArrayList<>(builder.command());
      command.replaceAll(
          word -> word.equals("./libpgwal_pmem.so") ? word + ":" + simulator.library() : word);
      builder.command(command);
    }
    return builder.start();
  }

  private DatabaseServer open() throws Exception {
    return new PmPostgresAdapter()
        .open(
            new ServerSettings(
                data.getParent(),
                Medium.TMPFS,
                Durability.COMMIT,
                new RecordLayout(1000, 20, 1, 100),
                false,
                8,
                Optional.empty(),
                new LocalHost(),
                this::start,
                Map.of()));
  }

  private static Connection connect(DatabaseServer server) throws SQLException {
    Properties properties = server.clientProperties();
    String prefix = "postgres.";
    return DriverManager.getConnection(
        properties.getProperty(prefix + "url"),
        properties.getProperty(prefix + "user"),
        properties.getProperty(prefix + "password"));
  }

  /** From here on, only the log says what is committed. */
  private void checkpoint(DatabaseServer server) throws Exception {
    try (Connection connection = connect(server);
        Statement statement = connection.createStatement()) {
      statement.execute("ALTER SYSTEM SET autovacuum = off");
      statement.execute("ALTER SYSTEM SET checkpoint_timeout = '1d'");
      statement.execute("SELECT pg_reload_conf()");
      statement.execute("CREATE TABLE kept (id integer PRIMARY KEY, filler text)");
      statement.execute("CHECKPOINT");
    }
    copy(data, base);
    Files.delete(base.resolve("postmaster.pid"));
  }

  private List<Acknowledged> commit(DatabaseServer server, int connections) throws Exception {
    List<Acknowledged> all = new ArrayList<>();
    List<Connection> open = new ArrayList<>();
    try {
      for (int i = 0; i < connections; i++) {
        open.add(connect(server));
      }
      for (int id = 0; id < COMMITS; id++) {
        try (PreparedStatement insert =
            open.get(id % connections).prepareStatement("INSERT INTO kept VALUES (?, ?)")) {
          insert.setInt(1, id);
          insert.setString(2, "x".repeat(id * 997 % 6000));
          insert.execute();
        }
        all.add(new Acknowledged(id, simulator.written()));
      }
    } finally {
      for (Connection connection : open) {
        connection.close();
      }
    }
    return all;
  }

  private Set<Integer> rowsAfter(DatabaseServer server, Map<Path, byte[]> log) throws Exception {
    Path pid = data.resolve("postmaster.pid");
    Path kept = folder.resolve("postmaster.pid");
    // By it the next start finds, and removes, the shared memory of the one that was killed.
    Files.move(pid, kept, StandardCopyOption.REPLACE_EXISTING);
    SafeFolder.delete(data);
    copy(base, data);
    Files.move(kept, pid);
    for (Map.Entry<Path, byte[]> segment : log.entrySet()) {
      if (Files.notExists(segment.getKey())) {
        // For its owner and permissions.
        copy(anySegment(), segment.getKey());
      }
      Files.write(segment.getKey(), segment.getValue());
    }
    ((Restartable) server).restart();
    Set<Integer> rows = new TreeSet<>();
    try (Connection connection = connect(server);
        Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery("SELECT id FROM kept")) {
      while (found.next()) {
        rows.add(found.getInt(1));
      }
    }
    ((Restartable) server).crash();
    return rows;
  }

  /** With owners, permissions and times. */
  private static void copy(Path from, Path to) throws IOException {
    Process copy =
        new ProcessBuilder("cp", "-a", from.toString(), to.toString()).inheritIO().start();
    assertThat(copy.onExit().join().exitValue()).isZero();
  }

  private Path anySegment() throws IOException {
    try (var files = Files.list(data.resolve("pg_wal"))) {
      return files.filter(Files::isRegularFile).findFirst().orElseThrow();
    }
  }

  /** The acknowledged commits that cuts have lost, up to the first cut that lost one if wanted. */
  private List<String> lost(int connections, boolean untilFound) throws Exception {
    List<String> lost = new ArrayList<>();
    try (DatabaseServer server = open()) {
      checkpoint(server);
      simulator.refuseMappings();
      long before = simulator.written();
      storesBefore = server.statistics().get("pgwal_stores_flushed");
      List<Acknowledged> acknowledged = commit(server, connections);
      statistics = server.statistics();
      ((Restartable) server).crash();
      simulating = false;
      PowerCut cut = simulator.cut();
      Random random = new Random(11);
      for (int arrived : cut.cuts(cut.stepsWithin(before), CUTS)) {
        if (untilFound && !lost.isEmpty()) {
          break;
        }
        Set<Integer> rows;
        try {
          rows = rowsAfter(server, cut.files(arrived, random));
        } catch (DatabaseException damaged) {
          // Without its last checkpoint, say: all is lost.
          lost.add("everything after step " + arrived + ": " + damaged.getMessage());
          continue;
        }
        for (Acknowledged one : acknowledged) {
          if (cut.stepsWithin(one.written()) <= arrived && !rows.contains(one.id())) {
            lost.add("commit " + one.id() + " after step " + arrived + " of " + cut.steps());
          }
        }
      }
    }
    return lost;
  }

  @Test
  void acknowledgedCommitsSurviveEveryCut() throws Exception {
    assertThat(lost(1, false)).isEmpty();
  }

  @Test
  void acknowledgedCommitsSurviveWhereHalfOfTheProcessesWriteThroughTheKernel() throws Exception {
    faults = Map.of("POWERCUT_NO_MAP", "2");
    assertThat(lost(6, false)).isEmpty();
    assertThat(statistics.get("pgwal_fallbacks")).isPositive();
    assertThat(statistics.get("pgwal_stores_flushed")).isGreaterThan(storesBefore);
  }

  @Test
  void missingFlushIsFound() throws Exception {
    // With a flush for each commit, all but the first few end on one that was forgotten.
    faults = Map.of("POWERCUT_DROP", "2");
    assertThat(lost(1, true)).isNotEmpty();
  }
}
