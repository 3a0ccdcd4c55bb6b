package org.pmemycsb.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What went wrong is never shown as a good number. */
class InvalidRunsTest {
  @TempDir private Path folder;

  private HarnessProcess.Ended run(String fault, String... more)
      throws IOException, InterruptedException {
    Path experiment =
        Files.writeString(
            folder.resolve("faulty.yaml"),
            """
            databases: [{faulty: {fault: %s}}]
            phases: [load, A]
            records: 1000
            operations: 1000
            threads: 2
            repeats: 1
            """
                .formatted(fault));
    Path medium = Files.createDirectories(folder.resolve("medium"));
    String[] arguments = {
      "run",
      experiment.toString(),
      "--runner",
      "ycsb",
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

  @Test
  void withoutAFaultAllIsValid() throws Exception {
    run("none").hasStatus(0);
    assertThat(Files.readAllLines(folder.resolve("out/summary.csv")))
        .hasSize(3)
        .allMatch(line -> line.endsWith(",true") || line.endsWith(",valid"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fails          | INSERT ERROR: 2",
        "finds-nothing  | READ NOT_FOUND",
        "throws         | thrown on purpose",
        "exits          | ended with status 9",
        "cannot-connect | no connection to the faulty database",
        "one-thread-cannot-connect | too many connections",
        "loses-a-record | the database has 999 records",
      })
  void aFaultMakesTheCellInvalidAndNamesTheReason(String fault, String reason) throws Exception {
    HarnessProcess.Ended ended = run(fault).hasStatus(1);

    assertThat(ended.complaint()).contains("INVALID: faulty").contains(reason);
    List<String> rows = Files.readAllLines(folder.resolve("out/summary.csv"));
    assertThat(rows).anyMatch(row -> row.contains(",0,1,,,,,,,,") && row.endsWith(",false"));
    assertThat(Files.readString(folder.resolve("out/report.md")))
        .contains("INVALID")
        .contains(reason);
  }

  @Test
  void aDatabaseThatSticksDoesNotHangTheHarness() throws Exception {
    HarnessProcess.Ended ended = run("sticks", "--patience", "5").hasStatus(1);

    assertThat(ended.complaint()).contains("no operation finished for 5 s");
  }

  @Test
  void anotherDurabilityThanAskedForIsRefusedBeforeTheFirstOperation() throws Exception {
    HarnessProcess.Ended ended = run("forgets-durability").hasStatus(2);

    assertThat(ended.complaint())
        .contains("commit was asked for, but the live faulty{fault=forgets-durability} has none");
    assertThat(folder.resolve("out/cells.jsonl")).doesNotExist();
  }
}
