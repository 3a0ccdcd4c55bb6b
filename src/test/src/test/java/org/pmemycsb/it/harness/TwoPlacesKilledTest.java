package org.pmemycsb.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.result.Journal;
import org.pmemycsb.harness.result.PhaseResult;

/** A grid over two places is killed and resumed: it is whole then, and both places are clean. */
class TwoPlacesKilledTest {
  private static final int RUNS = 4;
  private static final int PHASES = 2;

  @TempDir private Path folder;

  @Test
  void sigkillAfterTheFirstRunLosesNothingRepeatsNothingAndLeavesNothingOnEitherPlace()
      throws Exception {
    Path disk = Files.createDirectory(folder.resolve("disk"));
    Path pmem = Files.createDirectory(folder.resolve("pmem"));
    Path out = folder.resolve("out");
    Path experiment =
        Files.writeString(
            folder.resolve("two-places.yaml"),
            """
            db: [{redis: {place: [disk, pmem]}}]
            place: {disk: %s, pmem: %s}
            workloads: [load, A]
            records: 200
            operations: 200
            durability: periodic
            repeats: 2
            calibrate: 0
            """
                .formatted(disk, pmem));
    HarnessProcess harness =
        HarnessProcess.start(folder, Map.of(), "run %s --out %s", experiment, out);
    harness.awaitMessage("run 2 of 4");
    Map<ProcessHandle, String> children =
        harness
            .process()
            .descendants()
            .collect(
                Collectors.toMap(child -> child, child -> child.info().commandLine().orElse("?")));
    harness.process().destroyForcibly().waitFor();
    assertThat(disk).isNotEmptyDirectory();
    assertThat(pmem).isNotEmptyDirectory();
    List<PhaseResult> before = new Journal(out).read();
    assertThat(before).hasSize(PHASES);

    HarnessProcess.Ended ended = HarnessProcess.run(folder, "run --resume %s", out).hasStatus(0);

    assertThat(ended.complaint())
        .contains("removed " + disk)
        .contains("removed " + pmem)
        .contains("left by a harness that was killed");
    children.forEach(
        (child, command) ->
            assertThat(child.onExit())
                .as("the end of " + command)
                .succeedsWithin(20, TimeUnit.SECONDS));
    assertComplete(out, before);
    assertThat(disk).isEmptyDirectory();
    assertThat(pmem).isEmptyDirectory();
  }

  private static void assertComplete(Path out, List<PhaseResult> before) throws IOException {
    List<PhaseResult> phases = new Journal(out).read();
    assertThat(phases).hasSize(RUNS * PHASES).allMatch(PhaseResult::valid).containsAll(before);
    assertThat(Files.readAllLines(out.resolve(Journal.FILE)))
        .as("each phase was made once")
        .hasSize(RUNS * PHASES);
    Set<String> once = new HashSet<>();
    phases.forEach(phase -> assertThat(once.add(phase.run() + phase.phase())).isTrue());
    List<String> rows = Files.readAllLines(out.resolve("summary.csv"));
    List<String> header = List.of(rows.get(0).split(","));
    assertThat(rows.stream().skip(1).map(row -> List.of(row.split(",", -1))))
        .extracting(
            row -> row.get(header.indexOf("place")) + " " + row.get(header.indexOf("valid_runs")))
        .containsExactlyInAnyOrder("disk 2", "disk 2", "pmem 2", "pmem 2");
  }
}
