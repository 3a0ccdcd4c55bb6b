package org.pmemycsb.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.design.DatabaseChoice;
import org.pmemycsb.harness.design.Phase;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.experiment.ExperimentDraft;
import org.pmemycsb.harness.experiment.Settings;

class ToolPhasesTest {
  private static List<String> phases(Experiment experiment) {
    return ToolPhases.of(experiment).stream().map(Phase::id).toList();
  }

  private static ExperimentDraft draft(String... phases) {
    return new ExperimentDraft()
        .set(Settings.DATABASES, List.of(DatabaseChoice.NOOP))
        .set(Settings.PHASES, List.of(phases).stream().map(Phase::of).toList());
  }

  @Test
  void aToolMakesReadsAndUpdatesOnly() {
    assertThat(phases(draft("load", "A", "B", "C", "D", "F").finish()))
        .containsExactly("A", "B", "C");
  }

  @Test
  void aToolKeepsNoIndexForScans() {
    assertThat(phases(draft("load", "C", "E").finish())).isEmpty();
  }

  @Test
  void aPropertyMayMakeAnotherMixOrOtherFields() {
    assertThat(
            phases(
                draft("load", "C")
                    .set(Settings.PROPERTIES, Map.of("insertproportion", "0.5"))
                    .finish()))
        .isEmpty();
    assertThat(
            phases(
                draft("load", "C")
                    .set(Settings.PROPERTIES, Map.of("readallfields", "false"))
                    .finish()))
        .isEmpty();
  }

  @Test
  void aValueMustFitIntoAnArgument() {
    assertThat(phases(draft("load", "C").set(Settings.VALUE_SIZES, List.of(100_000)).finish()))
        .isEmpty();
  }
}
