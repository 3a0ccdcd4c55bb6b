package org.pmemycsb.it.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.result.Journal;
import org.pmemycsb.harness.result.PhaseResult;

/** The main job: pmemkv through load and A to D, on a real pool. */
class PmemkvRunTest {
  @TempDir private Path folder;

  @TempDir(factory = SharedMemory.class)
  private Path medium;

  private Path out;

  @BeforeEach
  void nameTheResults() {
    out = folder.resolve("out");
  }

  private HarnessProcess.Ended run(String more) {
    return HarnessProcess.runHere("run --place pmem=%s --out %s " + more, medium, out);
  }

  private Path experiment(String text) throws IOException {
    return Files.writeString(folder.resolve("experiment.yaml"), text);
  }

  @Tag("everything")
  @ParameterizedTest
  @CsvSource({"trace, '1,3', '100,1KiB', 4", "ycsb, 3, 1KiB, 1"})
  void everyCellIsMeasuredAndValid(String runner, String threads, String values, int conditions)
      throws Exception {
    HarnessProcess.Ended ended =
        run("""
            --db pmemkv,noop --runner %s --threads %s --value-size %s --records 2000
            --operations 5000 --repeats 2 --calibrate 0
            """
                .formatted(runner, threads, values))
            .hasStatus(0);

    assertThat(ended.out()).contains("database").contains("pmemkv").contains("noop");
    List<String> rows = Files.readAllLines(out.resolve("summary.csv"));
    assertThat(rows).hasSize(1 + 2 * conditions * 5);
    // The coefficient of variation of two short repeats may be anything, on a shared machine also
    // above one.
    String row =
        "(pmemkv|noop),.*,commit,tmpfs,"
            + runner
            + ",2,2,.*,0,true,\\d+\\.\\d{3},(pmem)?,[\\d.,]*,all,[\\d.,]*";
    assertThat(rows.subList(1, rows.size())).allMatch(line -> line.matches(row));
    assertThat(out.resolve("report.md")).isNotEmptyFile();
    assertThat(out.resolve("environment.json")).content().contains("\"medium\" : \"TMPFS\"");
    List<PhaseResult> phases = new Journal(out).read();
    assertThat(phases).hasSize(2 * conditions * 5 * 2);
    assertThat(phases)
        .filteredOn(phase -> phase.database().equals("pmemkv") && phase.phase().equals("load"))
        .allMatch(phase -> phase.state().recordCount() == 2000);
    assertThat(medium).as("nothing is left on the medium").isEmptyDirectory();
  }

  @Tag("everything")
  @Test
  void allWorkloadsRunOnASortedEngine() throws Exception {
    Path file =
        experiment(
            """
            db: [{pmemkv: {engine: stree}}]
            workloads: [load, A, B, C, D, E, F]
            records: 1000
            operations: 2000
            fieldCount: 10
            valueSize: 100
            threads: 4
            repeats: 1
            verify: full
            """);

    run(file.toString()).hasStatus(0);

    // Beside each phase its floor and its ceiling.
    assertThat(new Journal(out).read()).hasSize(3 * 7).allMatch(PhaseResult::valid);
    assertThat(new Journal(out).read())
        .anyMatch(phase -> phase.measurement().replay().valuesChecked() > 1000);
  }

  @Tag("everything")
  @Test
  void aMachineWithoutLibpmemkvIsToldHowToGetIt() throws Exception {
    HarnessProcess.Ended ended =
        HarnessProcess.start(
                folder,
                Map.of("PMEMKV_LIBRARY", "/no/such/libpmemkv.so.1"),
                "run --db pmemkv --place pmem=%s --out %s",
                medium,
                out)
            .await()
            .hasStatus(2);

    assertThat(ended.complaint()).contains("pmemkv", "PMEMKV_LIBRARY").doesNotContain("\n");
  }

  @Test
  void aFolderThatCannotBeWrittenToIsRefused() throws Exception {
    HarnessProcess.Ended ended =
        HarnessProcess.runHere("run --db pmemkv --place pmem=/proc --out %s", out).hasStatus(2);

    assertThat(ended.complaint()).contains("place pmem").contains("/proc").doesNotContain("\n");
  }

  @Tag("everything")
  @Test
  void aFullDiskIsRefusedBeforeTheFirstOperation() throws Exception {
    Path small = Files.createDirectory(medium.resolve("small"));
    Process mount =
        new ProcessBuilder(
                "mount", "-t", "tmpfs", "-o", "size=24m", "pmem-ycsb-test", small.toString())
            .redirectErrorStream(true)
            .start();
    assumeTrue(mount.waitFor() == 0, "this machine lacks the right to mount a small tmpfs");
    try {
      HarnessProcess.Ended ended =
          HarnessProcess.runHere("run --db pmemkv --place pmem=%s --out %s", small, out)
              .hasStatus(2);

      assertThat(ended.complaint())
          .contains("pmemkv pool", small.toString(), "free")
          .doesNotContain("\n");
      assertThat(small).isEmptyDirectory();
    } finally {
      new ProcessBuilder("umount", small.toString()).start().waitFor();
    }
  }

  @Tag("everything")
  @Test
  void whatIsLeftOfAKilledHarnessIsRemovedByTheNextOne() throws Exception {
    HarnessProcess harness =
        HarnessProcess.start(
            folder,
            Map.of(),
            "run --db pmemkv --records 200000 --output details --place pmem=%s --out %s",
            medium,
            out);
    harness.awaitMessage("run 1 of");
    Thread.sleep(1500);
    harness.process().destroyForcibly().waitFor();
    assertThat(medium).isNotEmptyDirectory();

    HarnessProcess.Ended next =
        HarnessProcess.runHere(
                """
                run --db noop --place pmem=%s --records 100 --operations 100 --repeats 1
                --threads 1 --out %s
                """,
                medium, folder.resolve("next"))
            .hasStatus(0);

    assertThat(next.complaint()).contains("killed");
    assertThat(medium).isEmptyDirectory();
  }
}
