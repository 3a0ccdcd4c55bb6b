package org.pmemycsb.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.result.Journal;
import org.pmemycsb.harness.result.PhaseResult;

/** Databases that are open at the same time, and measured in turn. */
@Timeout(300)
class SideBySideTest {
  @TempDir private Path folder;
  private Path medium;
  private Path out;

  @BeforeEach
  void makeMedium() throws IOException {
    medium = Files.createDirectory(folder.resolve("medium"));
    out = folder.resolve("out");
  }

  private HarnessProcess start(String settings) throws IOException {
    Path experiment = Files.writeString(folder.resolve("beside.yaml"), settings);
    return HarnessProcess.start(
        folder,
        Map.of(),
        "run %s --place pmem=%s --output details --out %s",
        experiment,
        medium,
        out);
  }

  private List<PhaseResult> journal() throws IOException {
    return new Journal(out).read();
  }

  @Test
  void workloadsAreMadeInIterationsAndThoseThatWriteLeastComeFirst() throws Exception {
    start(
            """
                db: [rocksdb, lmdb]
                records: 100
                iteration: 20ms
                iterations: 4
                repeats: 1
                """)
        .await()
        .hasStatus(0);

    assertThat(journal()).hasSize(2 * 5).allMatch(PhaseResult::valid);
    for (String database : List.of("rocksdb", "lmdb")) {
      List<PhaseResult> phases =
          journal().stream()
              .filter(phase -> phase.database().equals(database))
              .sorted(Comparator.comparing(PhaseResult::startedAt))
              .toList();
      assertThat(phases).extracting(PhaseResult::phase).containsExactly("load", "C", "B", "D", "A");
      assertThat(phases.get(0).measurement().replay().iterationsOpsS()).isNull();
      assertThat(phases.subList(1, 5))
          .allSatisfy(
              phase ->
                  assertThat(phase.measurement().replay().iterationsOpsS())
                      .hasSize(4)
                      .allMatch(rate -> rate > 0));
      assertThat(phases.subList(1, 5))
          .extracting(phase -> phase.state().writtenBefore())
          .allMatch(share -> share <= 0.02);
      assertThat(phases.get(4).state().recordCount())
          .as("the workload that writes most found fresh data")
          .isEqualTo(100);
    }
    assertThat(medium).isEmptyDirectory();
  }

  @Test
  void aServerThatIsKilledMakesItsOwnPhasesInvalidAndAResumedRunMakesThemAgain() throws Exception {
    HarnessProcess harness =
        start(
            """
                db: [redis, rocksdb]
                workloads: [load, C]
                records: 100
                iteration: 50ms
                iterations: 60
                repeats: 1
                seed: 2
                """);
    harness.awaitMessage("  load redis");
    harness.awaitMessage("  load rocksdb");
    List<ProcessHandle> victims =
        harness
            .process()
            .descendants()
            .filter(process -> process.info().command().orElse("").contains("redis-"))
            .toList();
    assertThat(victims).isNotEmpty().allMatch(ProcessHandle::destroyForcibly);
    harness.await().hasStatus(1);

    assertThat(journal())
        .filteredOn(phase -> phase.database().equals("rocksdb"))
        .hasSize(2)
        .allMatch(PhaseResult::valid);
    assertThat(journal())
        .filteredOn(phase -> phase.database().equals("redis"))
        .filteredOn(phase -> !phase.valid())
        .isNotEmpty()
        .first()
        .satisfies(
            phase ->
                assertThat(phase.reason())
                    .containsPattern("server ended|ended with exit status 137"));
    assertThat(medium).isEmptyDirectory();

    HarnessProcess.runHere("run --resume %s --place pmem=%s", out, medium).hasStatus(0);
    assertThat(journal()).hasSize(4).allMatch(PhaseResult::valid);
  }
}
