package org.pmemycsb.harness.nativereplay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.design.OperationCount;
import org.pmemycsb.harness.design.Phase;
import org.pmemycsb.harness.experiment.ExperimentDraft;
import org.pmemycsb.harness.experiment.Settings;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.run.Runner;
import org.pmemycsb.harness.run.Tasks;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.ServerTool;

class ToolSessionTest {
  @TempDir Path folder;

  /** A tool of two commands, for reads and for updates, each a line of shell. */
  private static final class Shell implements ServerTool {
    private final List<Work> filled = new ArrayList<>();
    private final List<Work> made = new ArrayList<>();
    private final String reads;
    private final String updates;

    Shell(String reads, String updates) {
      this.reads = reads;
      this.updates = updates;
    }

    @Override
    public Availability probe() {
      return Availability.yes("sh");
    }

    @Override
    public void fill(Work work) {
      filled.add(work);
    }

    @Override
    public List<Step> steps(Work work) {
      made.add(work);
      long read = Math.round(work.reads() * work.operations());
      List<Step> steps = new ArrayList<>();
      if (read > 0) {
        steps.add(step(read, reads));
      }
      if (read < work.operations()) {
        steps.add(step(work.operations() - read, updates));
      }
      return steps;
    }

    private static Step step(long operations, String script) {
      return new Step(operations, List.of("/bin/sh", "-c", script), Map.of("RATE", "10000"));
    }

    @Override
    public double operationsPerSecond(List<String> output) throws DatabaseException {
      if (output.isEmpty()) {
        throw new DatabaseException("no rate");
      }
      return Double.parseDouble(output.get(output.size() - 1));
    }
  }

  private Measurement run(ServerTool tool, ExperimentDraft draft, String... phases)
      throws Exception {
    try (Runner.Session session =
        new NativeRunner(Duration.ofSeconds(60)).start(Tasks.of(folder, draft, tool))) {
      Measurement last = null;
      for (String phase : phases) {
        last = session.run(Phase.of(phase), 10, operations -> {});
      }
      return last;
    }
  }

  @Test
  void readsAndUpdatesOfTwoCommandsHaveTheHarmonicMean() throws Exception {
    Shell tool = new Shell("echo $RATE", "echo 2500");

    Measurement half =
        run(
            tool,
            new ExperimentDraft().set(Settings.OPERATIONS, OperationCount.of(20_000)),
            "C",
            "A");

    assertThat(half.failure()).isEmpty();
    assertThat(half.work().good()).isEqualTo(20_000);
    assertThat(half.throughputOpsS()).isCloseTo(4000, within(0.1));
    assertThat(tool.filled).hasSize(1).allMatch(work -> work.records() == 10);
  }

  @Test
  void aPhaseThatEndsByTimeHasAsManyOperationsAsFit() throws Exception {
    Shell tool = new Shell("echo 50000", "exit 1");
    ExperimentDraft draft = new ExperimentDraft();
    draft.set(Settings.OPERATIONS, OperationCount.of(1_000_000));
    draft.set(Settings.DURATION, Duration.ofSeconds(2));

    Measurement reads = run(tool, draft, "C");

    assertThat(reads.work().seconds()).isCloseTo(2, within(0.01));
    // The second pilot lasts half of the phase.
    assertThat(tool.made)
        .extracting(ServerTool.Work::operations)
        .containsExactly(1000L, 50_000L, 100_000L);
  }

  @Test
  void aToolThatFailsSaysWhy() throws Exception {
    Shell tool = new Shell("echo 5; echo Error from server: OOM >&2; exit 3", "exit 1");

    Measurement reads =
        run(tool, new ExperimentDraft().set(Settings.OPERATIONS, OperationCount.of(10)), "C");

    assertThat(reads.failure().orElseThrow())
        .isEqualTo("/bin/sh ended with status 3: Error from server: OOM");
    assertThat(run(new Shell("true", "true"), new ExperimentDraft(), "C").failure())
        .contains("no rate");
  }
}
