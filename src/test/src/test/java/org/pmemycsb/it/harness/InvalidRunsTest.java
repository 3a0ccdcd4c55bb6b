package org.pmemycsb.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What went wrong is never shown as a good number. */
class InvalidRunsTest {
  @TempDir private Path folder;

  private HarnessProcess.Ended run(String runner, String database, String fault, String... more)
      throws IOException, InterruptedException {
    Path experiment =
        Files.writeString(
            folder.resolve("faulty.yaml"),
            """
            databases: [{%s: {fault: %s}}]
            phases: [load, A]
            records: 1000
            operations: 1000
            threads: 2
            repeats: 1
            runner: %s
            verify: full
            """
                .formatted(database, fault, runner));
    Path medium = Files.createDirectories(folder.resolve("medium"));
    String[] arguments = {
      "run",
      experiment.toString(),
      "--pmem",
      medium.toString(),
      "--out",
      folder.resolve("out").toString()
    };
    HarnessProcess.Ended ended = HarnessProcess.run(folder, concat(arguments, more));
    assertThat(medium).as("nothing is left on the medium").isEmptyDirectory();
    return ended;
  }

  private static String[] concat(String[] first, String[] second) {
    String[] all = java.util.Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }

  @Tag("everything")
  @ParameterizedTest
  @CsvSource({"trace,faulty", "ycsb,faulty", "trace,faulty-store"})
  void withoutAFaultAllIsValid(String runner, String database) throws Exception {
    run(runner, database, "none").hasStatus(0);
    assertThat(Files.readAllLines(folder.resolve("out/summary.csv")))
        .hasSize(3)
        .allMatch(line -> line.contains(",0,true,") || line.startsWith("database,"));
  }

  @Tag("everything")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ycsb  | faulty       | fails                     | INSERT ERROR: 2",
        "ycsb  | faulty       | finds-nothing             | READ NOT_FOUND",
        "ycsb  | faulty       | throws                    | thrown on purpose",
        "ycsb  | faulty       | exits                     | ended with status 9",
        "ycsb  | faulty       | cannot-connect            | no connection to the faulty database",
        "ycsb  | faulty       | one-thread-cannot-connect | too many connections",
        "ycsb  | faulty       | loses-a-record            | the database has 999 records",
        "trace | faulty       | fails                     | INSERT ERROR: 10",
        "trace | faulty       | finds-nothing             | READ NOT_FOUND",
        "trace | faulty       | throws                    | thrown on purpose",
        "trace | faulty       | exits                     | ended with status 9",
        "trace | faulty       | cannot-connect            | no connection to the faulty database",
        "trace | faulty       | one-thread-cannot-connect | too many connections",
        "trace | faulty       | loses-a-record            | the database has 999 records",
        "trace | faulty-store | drops-updates             | stale",
        "trace | faulty-store | returns-stale-values      | stale",
        "trace | faulty-store | tears-a-value             | corrupt",
      })
  void aFaultMakesTheCellInvalidAndNamesTheReason(
      String runner, String database, String fault, String reason) throws Exception {
    HarnessProcess.Ended ended = run(runner, database, fault).hasStatus(1);

    assertThat(ended.complaint()).contains("INVALID: faulty").contains(reason);
    List<String> rows = Files.readAllLines(folder.resolve("out/summary.csv"));
    assertThat(rows).anyMatch(row -> row.contains(",0,1,,,,,,,,") && row.contains(",false,,"));
    assertThat(Files.readString(folder.resolve("out/report.md")))
        .contains("INVALID")
        .contains(reason);
  }

  @Tag("everything")
  @Test
  void theStockClientIsKilledWhenADatabaseSticks() throws Exception {
    HarnessProcess.Ended ended = run("ycsb", "faulty", "sticks", "--patience", "5").hasStatus(1);

    assertThat(ended.complaint()).contains("no operation finished for 5 s");
  }

  @Test
  void aThreadThatSticksIsNamed() throws Exception {
    HarnessProcess.Ended ended = run("trace", "faulty", "sticks", "--patience", "5").hasStatus(1);

    assertThat(ended.complaint()).contains("1 of 2 threads died; thread ");
  }

  @Test
  void anotherDurabilityThanAskedForIsRefusedBeforeTheFirstOperation() throws Exception {
    HarnessProcess.Ended ended = run("trace", "faulty", "forgets-durability").hasStatus(2);

    assertThat(ended.complaint())
        .contains("commit was asked for, but the live faulty{fault=forgets-durability} has none");
    assertThat(folder.resolve("out/cells.jsonl")).doesNotExist();
  }
}
