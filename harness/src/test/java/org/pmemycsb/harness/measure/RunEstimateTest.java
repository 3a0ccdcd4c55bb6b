package org.pmemycsb.harness.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.OperationCount;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.RunSpec;
import org.pmemycsb.harness.plan.settings.Runs;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.spi.Durability;

class RunEstimateTest {
  private static final DatabaseChoice NOOP = new DatabaseChoice("noop", Map.of());

  private static Duration outsideOf(Duration workload) {
    Experiment experiment =
        new ExperimentDraft()
            .set(Settings.DATABASES, List.of(NOOP))
            .set(Settings.PHASES, List.of(Phase.LOAD, Phase.of("C")))
            .set(Settings.DURATION, workload)
            .finish();
    RunSpec run = Runs.of(NOOP, RunnerKind.TRACE, 1, 1024, Durability.NONE, 1);
    RunEstimate estimate = new RunEstimate(experiment, Map.of(), any -> false);
    return estimate.of(run).minus(estimate.inPhases(run));
  }

  @Test
  void aLongerWorkloadHasALongerWarmUp() {
    assertThat(outsideOf(Duration.ofSeconds(10)).minus(outsideOf(Duration.ofSeconds(1))))
        .isEqualTo(Duration.ofMillis(800));
  }

  @Test
  void aStoreInTheClientsProcessIsTakenForFasterThanAServer() {
    Experiment experiment =
        new ExperimentDraft()
            .set(Settings.DATABASES, List.of(NOOP))
            .set(Settings.PHASES, List.of(Phase.LOAD, Phase.of("C")))
            .set(Settings.RECORDS, 300_000L)
            .set(Settings.OPERATIONS, OperationCount.of(3_000_000))
            .finish();
    RunSpec run = Runs.of(NOOP, RunnerKind.TRACE, 1, 1024, Durability.NONE, 1);

    assertThat(new RunEstimate(experiment, Map.of(), any -> false).inPhases(run))
        .isEqualTo(Duration.ofSeconds(110));
    assertThat(new RunEstimate(experiment, Map.of(), any -> true).inPhases(run))
        .isEqualTo(Duration.ofSeconds(8));
  }
}
