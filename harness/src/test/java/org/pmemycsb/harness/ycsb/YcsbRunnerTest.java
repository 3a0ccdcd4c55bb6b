package org.pmemycsb.harness.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.experiment.ExperimentDraft;
import org.pmemycsb.harness.experiment.Phase;
import org.pmemycsb.harness.experiment.RunnerKind;
import org.pmemycsb.harness.experiment.Settings;
import org.pmemycsb.harness.run.RunTask;
import org.pmemycsb.harness.run.Tasks;

class YcsbRunnerTest {
  @Test
  void aTargetHoldsForWorkloadsAndNotForTheLoad(@TempDir Path folder) throws Exception {
    ExperimentDraft draft = new ExperimentDraft();
    draft.set(Settings.TARGET, 5000L);
    RunTask task = Tasks.of(folder, draft, RunnerKind.YCSB, List.of());

    assertThat(YcsbRunner.properties(task, Phase.LOAD, 10, folder)).doesNotContainKey("target");
    assertThat(YcsbRunner.properties(task, Phase.of("A"), 10, folder))
        .containsEntry("target", "5000");
  }

  @Test
  void aDurationHoldsForWorkloadsAndNotForTheLoad(@TempDir Path folder) throws Exception {
    ExperimentDraft draft = new ExperimentDraft();
    draft.set(Settings.DURATION, Duration.ofSeconds(2));
    RunTask task = Tasks.of(folder, draft, RunnerKind.YCSB, List.of());

    assertThat(YcsbRunner.properties(task, Phase.LOAD, 10, folder))
        .doesNotContainKey("maxexecutiontime");
    assertThat(YcsbRunner.properties(task, Phase.of("A"), 10, folder))
        .containsEntry("maxexecutiontime", "2")
        .containsEntry("operationcount", Integer.toString(Integer.MAX_VALUE - 10));
  }
}
