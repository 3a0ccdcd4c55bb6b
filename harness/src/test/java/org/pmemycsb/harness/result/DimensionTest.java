package org.pmemycsb.harness.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.settings.Dimension;
import org.pmemycsb.harness.plan.settings.RunSpec;
import org.pmemycsb.harness.plan.settings.Runs;
import org.pmemycsb.spi.Durability;

/** Each dimension has its place in all that walks over the list. */
class DimensionTest {
  private static final PhaseResult PHASE = Phases.valid("redis", "A", 1, 1, 1000);

  static List<Dimension> ofGrid() {
    return Dimension.ofGrid();
  }

  /** A value that no run of {@link #PHASE} has. */
  private static Object other(Dimension dimension) {
    return PHASE.conditions().column(dimension) instanceof Integer ? 7 : "other";
  }

  @ParameterizedTest
  @EnumSource
  void aDimensionHasAColumn(Dimension dimension) {
    FileColumn column =
        FileColumns.ALL.stream()
            .filter(each -> each.name().equals(dimension.key()))
            .findFirst()
            .orElseThrow();
    PhaseResult changed = Phases.under(dimension, other(dimension), PHASE);
    assertThat(column.run().apply(changed)).isEqualTo(other(dimension));
  }

  @ParameterizedTest
  @EnumSource
  void theJournalKeepsADimension(Dimension dimension, @TempDir Path folder) throws Exception {
    PhaseResult changed =
        Changed.with(Phases.under(dimension, other(dimension), PHASE), "origin.phasesInRun", 1);
    new Journal(folder).append(List.of(changed));
    assertThat(new Journal(folder).contents().phases()).containsExactly(changed);
  }

  @ParameterizedTest
  @MethodSource("ofGrid")
  void runsThatDifferInADimensionDifferInTheirIds(Dimension dimension) {
    RunSpec run = Runs.of(DatabaseChoice.NOOP, RunnerKind.TRACE, 1, 100, Durability.COMMIT, 1);
    Map<Dimension, Object> at = new EnumMap<>(run.at());
    at.put(dimension, other(dimension));
    RunSpec changed = new RunSpec(run.database(), run.runner(), at, 1, run.purpose(), 0);
    assertThat(changed.id()).isNotEqualTo(run.id());
    assertThat(changed.conditions()).isNotEqualTo(run.conditions());
    assertThat(changed.describe()).isNotEqualTo(run.describe());
  }

  @Test
  void anAbsentConditionIsThatOfARunWithoutIt() {
    assertThat(PHASE.conditions().with(Dimension.MEMORY, "all").with(Dimension.MACHINES, 0))
        .isEqualTo(PHASE.conditions());
    assertThat(PHASE.conditions().column(Dimension.MACHINES)).isEqualTo(1);
  }
}
