package org.pmemycsb.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.result.Journal;
import org.pmemycsb.harness.result.PhaseResult;

/** The phase {@code restart}, on real databases. */
class RestartRunTest {
  private static final String RUN =
      """
      run --db %s --workloads A,restart,C --records 2000 --repeats 1 --calibrate 0
      --place pmem=%s --out %s
      """;

  @TempDir private Path folder;

  @TempDir(factory = SharedMemory.class)
  private Path medium;

  private Path out;

  @BeforeEach
  void nameTheResults() {
    out = folder.resolve("out");
  }

  private void assertRestarted(String database, String more) throws IOException {
    HarnessProcess.runHere(RUN + more, database, medium, out).hasStatus(0);

    List<PhaseResult> phases = new Journal(out).contents().runs();
    assertThat(phases)
        .extracting(phase -> phase.conditions().phase())
        .containsExactly("load", "A", "restart", "C");
    PhaseResult restart = phases.get(2);
    assertThat(restart.reason()).isNull();
    assertThat(restart.state().recordCount()).isEqualTo(2000);
    assertThat(restart.measurement().replay().valuesChecked()).isPositive();
    assertThat(restart.measurement().start().restart().upSeconds()).isPositive();
    assertThat(restart.measurement().start().restart().answerSeconds())
        .isGreaterThanOrEqualTo(restart.measurement().start().restart().upSeconds());
    assertThat(phases.stream().filter(phase -> !phase.restarts()))
        .allMatch(phase -> phase.measurement().start().restart() == null);
    assertThat(out.resolve("report.md")).content().contains("## Restart", "first answer, s");
    assertThat(medium).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"redis", "pmemkv"})
  void aServerAndAStoreInTheClientsProcessComeBackWithTheirRecords(String database)
      throws Exception {
    assertRestarted(database, "--duration 300ms");
  }

  @Tag("everything")
  @ParameterizedTest
  @CsvSource({
    "pm-redis,commit",
    "redis,periodic",
    "postgres,periodic",
    "pm-postgres,commit",
    "rocksdb,periodic",
    "rocksdb,commit",
    "lmdb,commit",
    "sqlite,commit"
  })
  void othersDoSoToo(String database, String durability) throws Exception {
    assertRestarted(database, "--operations 2000 --durability " + durability);
  }

  @Test
  void aColdPhaseStartsWithoutThePageCacheOfItsFiles() throws Exception {
    assertCold("rocksdb", "commit");
  }

  @Tag("everything")
  @Test
  void aColdPhaseOfAServerDoesSoToo() throws Exception {
    assertCold("redis", "periodic");
  }

  /** On shared memory there is no page cache to empty. */
  private void assertCold(String database, String durability) throws Exception {
    Path disk = Files.createDirectory(folder.resolve("disk"));
    HarnessProcess.runHere(
            """
            run --db %s --workloads C --cold --records 2000 --duration 300ms --repeats 1
            --calibrate 0 --durability %s --place disk=%s --place pmem=%s --out %s
            """,
            database + "@disk," + database + "@pmem", durability, disk, medium, out)
        .hasStatus(0);

    for (PhaseResult phase : new Journal(out).read()) {
      boolean onDisk = phase.conditions().medium().equals("disk");
      if (phase.phase().equals("load") || !onDisk) {
        assertThat(phase.measurement().start().cold()).isNull();
      } else {
        assertThat(phase.phase()).isEqualTo("C-cold");
        assertThat(phase.measurement().start().cold().fileBytes()).isGreaterThan(2_000_000);
        assertThat(phase.measurement().start().cold().warm()).isFalse();
      }
      assertThat(phase.state().recordCount()).isEqualTo(2000);
    }
    assertThat(disk).isEmptyDirectory();
    assertThat(medium).isEmptyDirectory();
  }

  @Tag("everything")
  @Test
  void aHarnessThatIsKilledInARestartLeavesNothingThatTheNextOneDoesNotRemove() throws Exception {
    HarnessProcess harness =
        HarnessProcess.start(
            folder, Map.of(), RUN + "--duration 1s --output details", "redis", medium, out);
    harness.awaitMessage("  A ");
    Set<Long> before = servers(harness);
    // The restarted server is another process.
    while (harness.process().isAlive() && before.containsAll(servers(harness))) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
    List<ProcessHandle> children = harness.process().descendants().toList();
    harness.process().destroyForcibly().waitFor();
    assertThat(children).isNotEmpty();

    HarnessProcess.run(folder, "run --resume %s --place pmem=%s", out, medium).hasStatus(0);

    for (ProcessHandle child : children) {
      assertThat(child.onExit()).succeedsWithin(60, TimeUnit.SECONDS);
    }
    assertThat(new Journal(out).contents().runs()).hasSize(4).allMatch(PhaseResult::valid);
    assertThat(medium).isEmptyDirectory();
  }

  private static Set<Long> servers(HarnessProcess harness) {
    return harness
        .process()
        .descendants()
        .filter(each -> each.info().command().orElse("").contains("redis-"))
        .map(ProcessHandle::pid)
        .collect(Collectors.toSet());
  }
}
