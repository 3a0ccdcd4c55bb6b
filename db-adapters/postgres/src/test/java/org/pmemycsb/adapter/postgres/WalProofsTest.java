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
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Stock PostgreSQL with the library, killed under load. {@code -Dpgwal.proof.rounds=20} are more
 * rounds than in continuous integration.
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
      while (writers.acknowledgements() == 0 && load.isAlive()) {
        TimeUnit.MILLISECONDS.sleep(10);
      }
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
    assertThat(cluster.counter("pgwal_fallbacks")).isZero();
    assertThat(cluster.counter(WalLibrary.STORES)).isPositive();
  }
}
