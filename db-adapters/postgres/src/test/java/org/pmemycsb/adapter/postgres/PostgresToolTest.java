package org.pmemycsb.adapter.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.ServerTool;

class PostgresToolTest {
  private static final PostgresTool TOOL = new PostgresTool(Optional.of(Path.of("/bin/pgbench")));

  @TempDir Path scratch;

  private static double rate(String output) throws DatabaseException {
    return TOOL.operationsPerSecond(output.lines().toList());
  }

  @Test
  void theThroughputIsThatOfAllScripts() throws Exception {
    assertThat(
            rate(
                """
                pgbench (15.18 (Debian 15.18-0+deb12u1))
                progress: 1.0 s, 371.9 tps, lat 5.333 ms stddev 8.868, 0 failed
                transaction type: multiple scripts
                number of transactions actually processed: 1000/1000
                number of failed transactions: 0 (0.000%)
                latency average = 5.333 ms
                initial connection time = 41.537 ms
                tps = 375.032581 (without initial connection time)
                SQL script 1: read.sql
                 - weight: 50 (targets 50.0% of total)
                 - 477 transactions (47.7% of total, tps = 178.890541)
                """))
        .isEqualTo(375.032581);
  }

  @Test
  void anOlderPgbenchSaysItWithAndWithoutTheConnections() throws Exception {
    assertThat(
            rate(
                """
                tps = 85.184871 (including connections establishing)
                tps = 85.296346 (excluding connections establishing)
                """))
        .isEqualTo(85.296346);
  }

  @Test
  void withoutAThroughputThereIsNoFigure() {
    assertThatThrownBy(() -> rate("pgbench (15.18)\nnumber of clients: 1\n"))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("no tps");
  }

  @Test
  void theScriptsHaveTheStatementsOfTheClient() throws Exception {
    Properties server =
        PostgresUrl.KIND
            .at("jdbc:postgresql://127.0.0.1:5433/postgres?sslmode=disable", "me", "secret")
            .toProperties();
    ServerTool.Step step =
        TOOL.steps(
                new ServerTool.Work(
                    server, 100, new RecordLayout(100, 32, 1, 10), 16, 1000, 0.95, scratch))
            .get(0);

    assertThat(step.operations()).isEqualTo(62 * 16);
    assertThat(step.command())
        .contains(
            "/bin/pgbench",
            "--protocol=prepared",
            "--client=16",
            "--transactions=62",
            "--file=" + scratch + "/read.sql@95",
            "--file=" + scratch + "/update.sql@5",
            "postgresql://127.0.0.1:5433/postgres?sslmode=disable")
        .noneMatch(argument -> argument.contains("secret"));
    assertThat(step.environment()).containsEntry("PGPASSWORD", "secret");
    String key = "\\set id random(1000000000000000000, 1000000000000000099)\n";
    assertThat(Files.readString(scratch.resolve("read.sql")))
        .isEqualTo(
            key + "SELECT \"field0\", \"ycsb_others\" FROM \"usertable\" WHERE ycsb_key = :id;\n");
    assertThat(Files.readString(scratch.resolve("update.sql")))
        .isEqualTo(key + "UPDATE \"usertable\" SET \"field0\" = :value WHERE ycsb_key = :id;\n");
  }
}
