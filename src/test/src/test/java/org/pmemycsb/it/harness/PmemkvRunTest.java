package org.pmemycsb.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.result.Journal;
import org.pmemycsb.harness.result.PhaseResult;

/** All workloads of YCSB, and one that deletes, on a real pool and in its native program. */
class PmemkvRunTest {
  @TempDir private Path folder;

  @TempDir(factory = SharedMemory.class)
  private Path medium;

  @Test
  void allWorkloadsRunOnASortedEngine() throws Exception {
    Path out = folder.resolve("out");
    Path experiment =
        Files.writeString(
            folder.resolve("experiment.yaml"),
            """
            db: [{pmemkv: {engine: stree}}]
            workloads: [load, A, B, C, D, E, F,
              {name: x, mix: {read: 0.4, update: 0.2, delete: 0.2, miss: 0.1, putIfAbsent: 0.1}}]
            records: 1000
            operations: 2000
            fieldCount: 10
            valueSize: 100
            threads: 4
            repeats: 1
            verify: full
            """);

    HarnessProcess.runHere("run --place pmem=%s --out %s %s", medium, out, experiment).hasStatus(0);

    List<PhaseResult> phases = new Journal(out).read();
    // Beside each phase its floor and its ceiling.
    assertThat(phases).hasSize(3 * 8).allMatch(PhaseResult::valid);
    assertThat(phases).anyMatch(phase -> phase.measurement().replay().valuesChecked() > 1000);
    assertThat(medium).as("nothing is left on the medium").isEmptyDirectory();
  }
}
