package org.pmemycsb.harness.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.Settings;

class RunTaskTest {
  @TempDir private Path folder;

  /** So experiments with seeds 1 and 2 are independent, and so are the repeats of each. */
  @Test
  void noTwoPhasesOfAnyRepeatAndSeedHaveOneSeed() throws Exception {
    List<Long> seeds = new ArrayList<>();
    for (long seed = 0; seed < 10; seed++) {
      RunTask task =
          Tasks.of(folder, new ExperimentDraft().set(Settings.SEED, seed), RunnerKind.TRACE);
      for (int repeat = 1; repeat <= 10; repeat++) {
        RunTask run = Changed.with(task, "spec.repeat", repeat);
        for (Phase phase : run.experiment().phases()) {
          seeds.add(run.seed(phase));
        }
      }
    }
    assertThat(seeds).hasSizeGreaterThan(100).doesNotHaveDuplicates();
  }
}
