package org.pmemycsb.adapter.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Stock PostgreSQL with the library: killed, copied, replicated, and out of room. {@code
 * -Dpgwal.proof.rounds=20 -Dpgwal.proof.seconds=60} are more rounds of kill, and longer pgbench,
 * than in continuous integration.
 */
@Tag("everything")
class WalProofsTest {
  private static final int ROUNDS = Integer.getInteger("pgwal.proof.rounds", 2);
  private static final List<String> SYNC_METHODS =
      List.of("fdatasync", "fsync", "open_datasync", "open_sync");

  @RegisterExtension private final Sandbox sandbox = new Sandbox();
  private Cluster cluster;

  @BeforeEach
  void makeCluster() throws Exception {
    cluster = new Cluster(sandbox.newFolder());
  }

  @AfterEach
  void removeCluster() throws Exception {
    cluster.close();
  }

  private static void pgbench(Cluster cluster, int clients, int seconds) throws Exception {
    String printed =
        cluster.mustRun(
            cluster.client(
                "pgbench", "-n", "-c", "" + clients, "-j", "2", "-T", "" + seconds, "postgres"));
    System.out.println(printed.lines().filter(line -> line.startsWith("tps")).findFirst().get());
  }

  private static void assertBalanced(Cluster cluster) throws Exception {
    String balances =
        cluster.ask(
            "SELECT (SELECT sum(abalance) FROM pgbench_accounts) || ' '"
                + " || (SELECT sum(tbalance) FROM pgbench_tellers) || ' '"
                + " || (SELECT sum(bbalance) FROM pgbench_branches) || ' '"
                + " || (SELECT coalesce(sum(delta), 0) FROM pgbench_history)");
    assertThat(balances.split(" ")).as(balances).containsOnly(balances.split(" ")[0]);
  }

  private static void assertIntact(Cluster cluster) throws Exception {
    cluster.mustRun(
        cluster.client("pg_amcheck", "--install-missing", "--heapallindexed", "postgres"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void pgbenchAgreesWithItself(boolean withLibrary) throws Exception {
    cluster.initialize();
    cluster.configure();
    cluster.start(withLibrary);
    cluster.mustRun(cluster.client("pgbench", "-i", "-q", "-s", "4", "postgres"));
    pgbench(cluster, 8, Cluster.pgbenchSeconds());
    assertBalanced(cluster);
    assertIntact(cluster);
    if (withLibrary) {
      WalCounters counters = cluster.counters();
      assertThat(counters.stores()).isPositive();
      assertThat(counters.syncsSaved()).isGreaterThan(counters.syncsMade());
      assertThat(counters.fallbacks()).isZero();
      assertThat(counters.refusedMappings()).isZero();
    }
    cluster.stop();
    cluster.checkFiles();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 16})
  void killedUnderLoadNothingAcknowledgedIsMissing(int segmentMegabytes) throws Exception {
    Random random = new Random(segmentMegabytes);
    cluster.initialize("--wal-segsize=" + segmentMegabytes);
    cluster.configure("max_wal_size = 64MB", "min_wal_size = " + 2 * segmentMegabytes + "MB");
    cluster.start(true);
    cluster.mustRun(cluster.client("pgbench", "-i", "-q", "-s", "2", "postgres"));
    Writers.prepare(cluster);
    cluster.stop();
    for (int round = 0; round < ROUNDS; round++) {
      cluster.configure(
          "wal_sync_method = " + SYNC_METHODS.get(round % SYNC_METHODS.size()),
          "wal_init_zero = " + (round / 2 % 2 == 0 ? "off" : "on"));
      cluster.start(true);
      Path output = Files.createTempFile(sandbox.root(), "pgbench", "");
      Process load =
          cluster.begin(cluster.client("pgbench", "-n", "-c", "8", "-T", "60", "postgres"), output);
      Writers writers = new Writers(cluster);
      writers.start(round * 10, 2, 3000);
      TimeUnit.MILLISECONDS.sleep(500 + random.nextInt(1500));
      cluster.kill();
      writers.join();
      load.onExit().join();
      assertThat(writers.acknowledgements()).isPositive();
      // Recovery with the library and without, in turn, of the same folder.
      cluster.start(round % 2 == 0);
      assertThat(writers.missing()).as("round " + round).isEmpty();
      assertBalanced(cluster);
      assertIntact(cluster);
      cluster.stop();
      cluster.checkFiles();
    }
    assertThat(cluster.counters().fallbacks()).isZero();
    assertThat(cluster.counters().stores()).isPositive();
  }

  @Test
  void baseBackupAndStandbyHaveTheRows() throws Exception {
    cluster.initialize("--wal-segsize=1");
    cluster.configure();
    cluster.start(true);
    Writers.prepare(cluster);
    Writers before = new Writers(cluster);
    before.start(0, 2, 1000);
    try (Cluster standby = new Cluster(sandbox.newFolder())) {
      cluster.mustRun(
          cluster.client(
              "pg_basebackup", "-X", "stream", "-R", "-c", "fast", "-D", "" + standby.data()));
      standby.configure();
      standby.start(true);
      TimeUnit.MILLISECONDS.sleep(300);
      before.stop();
      String position = cluster.ask("SELECT pg_current_wal_flush_lsn()");
      String rows = cluster.ask("SELECT count(*) FROM kept");
      awaitReplay(standby, position);
      assertThat(standby.ask("SELECT count(*) FROM kept")).isEqualTo(rows);
      assertThat(standby.counters().stores()).as("by the receiver").isPositive();
      assertThat(standby.counters().fallbacks()).isZero();
      // What the receiver wrote is all that there is to recover from.
      cluster.kill();
      standby.kill();
      standby.start(false);
      awaitReplay(standby, position);
      assertThat(standby.ask("SELECT count(*) FROM kept")).isEqualTo(rows);
      standby.stop();
      standby.start(true);
      standby.ask("SELECT pg_promote()");
      Writers after = new Writers(standby);
      after.start(100, 1, 100);
      TimeUnit.MILLISECONDS.sleep(200);
      standby.kill();
      after.join();
      standby.start(true);
      assertThat(after.acknowledgements()).isPositive();
      assertThat(after.missing()).isEmpty();
      assertIntact(standby);
    }
  }

  private static void awaitReplay(Cluster standby, String position) throws Exception {
    String reached = "SELECT coalesce(pg_last_wal_replay_lsn() >= '" + position + "', false)";
    for (int i = 0; i < 600 && !standby.ask(reached).equals("t"); i++) {
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"on", "off"})
  void fullDiskIsAnErrorAndNoSignal(String initZero) throws Exception {
    // The server has to be gone before its file system.
    try (SmallFileSystem small = SmallFileSystem.mount(sandbox.newFolder(), "24m");
        Cluster full = new Cluster(sandbox.newFolder())) {
      full.account().own(small.folder());
      Path log = Files.createDirectory(small.folder().resolve("log"));
      full.account().own(log);
      full.initialize("--wal-segsize=1", "--waldir=" + log);
      full.configure("wal_init_zero = " + initZero, "wal_recycle = off", "checkpoint_timeout = 1d");
      full.start(true);
      Writers.prepare(full);
      Writers writers = new Writers(full);
      writers.start(0, 2, 6000);
      // They end when the log cannot grow any more: the server gives up, as a stock one does.
      writers.join();
      assertThat(full.printed()).contains("No space").doesNotContain("signal 7");
      assertThat(writers.acknowledgements()).isPositive();
      full.kill();
      small.resize("200m");
      full.start(true);
      assertThat(writers.missing()).isEmpty();
      assertIntact(full);
      full.stop();
      full.checkFiles();
    }
  }
}
