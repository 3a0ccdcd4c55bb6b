package org.pmemycsb.it.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.host.Media;
import org.pmemycsb.harness.host.MemoryControl;
import org.pmemycsb.harness.plan.settings.Dimension;
import org.pmemycsb.harness.result.Journal;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.spi.Medium;

/** The kernel limits the memory of real databases. Needs the right to make control groups. */
@Tag("everything")
class MemoryBudgetRunTest {
  private static final long BUDGET = 128L << 20;

  /** Of each operation: a record has 1 KiB, and a page 4 KiB. */
  private static final double FEW_BYTES = 512;

  @TempDir private Path folder;
  private MemoryControl control;
  private Path disk;
  private Path out;

  @BeforeEach
  void needsGroupsAndADisk() throws IOException {
    try {
      control = MemoryControl.find();
    } catch (ConfigurationException none) {
      abort(none.getMessage());
    }
    assumeTrue(Media.of(folder) == Medium.DISK, folder + " is on no disk; give TMPDIR another");
    disk = Files.createDirectory(folder.resolve("disk"));
    out = folder.resolve("out");
  }

  private HarnessProcess start(String more) throws IOException {
    return HarnessProcess.start(
        folder,
        Map.of(),
        """
        run --place pmem=%s --workloads C -p requestdistribution=uniform --durability none
        --repeats 1 --calibrate 0 --out %s
        """
            + more,
        disk,
        out);
  }

  private List<Path> groups() throws IOException {
    try (Stream<Path> workspaces = Files.list(disk)) {
      return workspaces
          .map(workspace -> control.parent().resolve(workspace.getFileName()))
          .filter(Files::isDirectory)
          .toList();
    }
  }

  private static double readFromDisk(PhaseResult phase) {
    return (double) phase.measurement().resources().usage().client().deviceReadBytes()
        / phase.measurement().resources().usage().operations();
  }

  @Test
  void storeLargerThanItsBudgetReadsFromTheDisk() throws Exception {
    start("--db rocksdb --records 150000 --duration 1s --memory all,128MiB").await().hasStatus(0);
    List<PhaseResult> reads =
        new Journal(out).read().stream().filter(phase -> phase.phase().equals("C")).toList();
    assertThat(reads)
        .extracting(phase -> phase.conditions().column(Dimension.MEMORY))
        .contains("all", "128MiB");
    for (PhaseResult phase : reads) {
      if (phase.conditions().column(Dimension.MEMORY).equals("all")) {
        assertThat(phase.limits().memoryLimitBytes()).isNull();
        assertThat(readFromDisk(phase)).isLessThan(FEW_BYTES);
      } else {
        assertThat(phase.limits().memoryLimitBytes()).isEqualTo(BUDGET);
        assertThat(readFromDisk(phase)).isGreaterThan(FEW_BYTES);
      }
    }
    assertThat(disk).isEmptyDirectory();
  }

  @Test
  void databaseThatTheKernelKillsIsInvalidWithTheReason() throws Exception {
    start("--db redis --records 60000 --memory 16MiB").await().hasStatus(1);
    assertThat(new Journal(out).read().get(0).reason()).contains("killed", "16.0 MiB");
    assertThat(disk).isEmptyDirectory();
  }

  @Test
  void killedHarnessLeavesItsGroupToTheNextStart() throws Exception {
    HarnessProcess harness = start("--db rocksdb --records 20000 --duration 5min --memory 128MiB");
    harness.awaitMessage("run 1");
    List<Path> left = groups();
    while (left.isEmpty() && harness.process().isAlive()) {
      Thread.sleep(10); // the group is made when the database opens
      left = groups();
    }
    assertThat(left).hasSize(1);
    harness.process().destroyForcibly().waitFor();
    assertThat(left.get(0)).isDirectory();
    out = folder.resolve("next");
    start("--db rocksdb --records 100 --duration 100ms").await().hasStatus(0);
    assertThat(left.get(0)).doesNotExist();
    assertThat(disk).isEmptyDirectory();
  }
}
