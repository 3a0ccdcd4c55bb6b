package org.pmemycsb.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What went wrong is never shown as a good number: a whole run with each runner. The harness's own
 * tests have the other faults: WorkerRunTest, YcsbRunnerTest and OpenRunTest.
 */
class InvalidRunsTest {
  @TempDir private Path folder;

  private Path out() {
    return folder.resolve("out");
  }

  private HarnessProcess.Ended run(String runner, String fault) throws IOException {
    return run(runner, fault, "none");
  }

  private HarnessProcess.Ended run(String runner, String fault, String file) throws IOException {
    Path experiment =
        Files.writeString(
            folder.resolve("faulty.yaml"),
            """
            db: [{faulty: {fault: %s, file: "%s"}}]
            workloads: [load, A]
            records: 1000
            operations: 1000
            threads: 2
            repeats: 1
            runner: %s
            """
                .formatted(fault, file, runner));
    Path medium = Files.createDirectories(folder.resolve("medium"));
    HarnessProcess.Ended ended =
        HarnessProcess.runHere("run %s --place pmem=%s --out %s", experiment, medium, out());
    assertThat(medium).as("nothing is left on the medium").isEmptyDirectory();
    return ended;
  }

  @Test
  void resumingMakesAnInvalidRunAgainAndTheReportNamesIt() throws Exception {
    run("trace", "fails-once", folder.resolve("failed").toString()).hasStatus(1);
    List<String> before = Files.readAllLines(out().resolve("cells.jsonl"));
    HarnessProcess.runHere("run --resume %s", out()).hasStatus(0);

    assertThat(Files.readAllLines(out().resolve("cells.jsonl"))).hasSize(4).containsAll(before);
    assertThat(Files.readAllLines(out().resolve("summary.csv")))
        .hasSize(3)
        .allMatch(line -> line.contains(",0,true,") || line.startsWith("database,"));
    assertThat(out().resolve("report.md"))
        .content()
        .contains("1 run was INVALID", "1 operation failed");

    HarnessProcess.runHere("run --resume %s", out()).hasStatus(0);
    assertThat(Files.readAllLines(out().resolve("cells.jsonl"))).hasSize(4);
  }

  @Test
  void resultsThatAreRemovedAreNotSaidToBeKept() throws Exception {
    HarnessProcess.Ended ended = run("trace", "removes-results", out().toString()).hasStatus(2);

    assertThat(ended.complaint())
        .contains(out() + "/", "result folder " + out() + " was removed")
        .doesNotContain("are kept");
    assertThat(out()).doesNotExist();
  }

  @Test
  void aServerThatDoesNotStartIsInvalidAndTheOthersRun() throws Exception {
    Path program =
        Files.writeString(
            folder.resolve("redis-server"),
            """
            #!/bin/sh
            test "$1" = --version && exec redis-server --version
            echo no room
            exit 3
            """);
    // Root starts a server as another user.
    for (Path passed : List.of(folder, program)) {
      Files.setPosixFilePermissions(passed, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    Path medium = Files.createDirectories(folder.resolve("medium"));
    HarnessProcess.Ended ended =
        HarnessProcess.runHere(
                """
                run --db redis{program=%s},noop --workloads A --records 1000 --operations 1000
                --repeats 1 --place pmem=%s --out %s
                """,
                program, medium, out())
            .hasStatus(1);

    assertThat(ended.complaint()).contains("INVALID: redis").contains("no room");
    assertThat(Files.readAllLines(out().resolve("summary.csv")))
        .anyMatch(row -> row.startsWith("noop,A,") && row.contains(",0,true,"));
    assertThat(medium).isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "trace | exits | status 9",
        "ycsb  | fails | INSERT ERROR: 2",
      })
  void aFaultMakesTheCellInvalidAndNamesTheReason(String runner, String fault, String reason)
      throws Exception {
    HarnessProcess.Ended ended = run(runner, fault).hasStatus(1);

    assertThat(ended.complaint()).contains("INVALID: faulty").contains(reason);
    List<String> rows = Files.readAllLines(folder.resolve("out/summary.csv"));
    assertThat(rows).anyMatch(row -> row.contains(",0,1,,,,,,,,") && row.contains(",false,,"));
    assertThat(Files.readString(folder.resolve("out/report.md")))
        .contains("INVALID")
        .contains(reason);
  }
}
