package org.pmemycsb.harness.measure;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.Cluster;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.MemoryBudget;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.Settings;

class MemoryLimitsTest {
  private static final long MACHINE = 4L << 30;

  private static ExperimentDraft draft(String... budgets) {
    return new ExperimentDraft()
        .set(Settings.DATABASES, List.of(DatabaseChoice.NOOP))
        .set(Settings.RECORDS, 100_000L)
        .set(Settings.MEMORY, List.of(budgets).stream().map(MemoryBudget::of).toList());
  }

  @ParameterizedTest
  @CsvSource({
    "1%, 'memory: 1% of 100.7 MiB of loaded data is 1.0 MiB, less than the 16.0 MiB that a database needs; .*'",
    "15MiB, 'memory: 15MiB is less than the 16.0 MiB that a database needs; .*'",
    "25, 'memory: 25B is less than the 16.0 MiB that a database needs; .*'",
    "5GiB, 'memory: 5GiB is more than the 4.0 GiB there are here; .*'"
  })
  void impossibleBudgetsAreRefusedBeforeTheFirstRun(String budget, String message) {
    Experiment experiment = draft("all", budget).finish();
    assertThatThrownBy(() -> MemoryLimits.refuse(experiment, MACHINE))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageMatching(message);
  }

  @Test
  void possibleBudgetsPass() {
    Experiment experiment = draft("all", "25%", "16MiB", "4GiB").finish();
    assertThatCode(() -> MemoryLimits.refuse(experiment, MACHINE)).doesNotThrowAnyException();
  }

  @Test
  void otherRunnersAndClustersAreRefused() {
    assertThatThrownBy(() -> draft("25%").set(Settings.RUNNERS, List.of(RunnerKind.YCSB)).finish())
        .hasMessageStartingWith("memory: only runner trace ");
    assertThatThrownBy(
            () ->
                draft("25%")
                    .set(Settings.CLUSTER, Cluster.parse("local[2]"))
                    .set(Settings.MACHINES, List.of(2))
                    .finish())
        .hasMessageStartingWith("memory: only this machine's memory ");
  }
}
