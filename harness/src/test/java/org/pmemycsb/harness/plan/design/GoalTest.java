package org.pmemycsb.harness.plan.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.Experiments;
import org.pmemycsb.harness.plan.settings.Settings;

class GoalTest {
  @ParameterizedTest
  @CsvSource({
    "5000, 5000,",
    "poisson:5000, poisson:5000,",
    "p99=1ms, p99=1ms, p99 at most 1 ms",
    "p99.9=250us, p99.9=250us, p99.9 at most 250 us",
    "poisson: reads.p99.9 = 250us, poisson:reads.p99.9=250us, p99.9 of reads at most 250 us",
    "reads.p50=1.5 ms, reads.p50=1.5ms, p50 of reads at most 1.5 ms",
    "writes.mean=2s, writes.mean=2000ms, mean of writes at most 2000 ms",
  })
  void aTargetIsARateOrAGoal(String text, String written, String shown) {
    Target target = Target.parse(text);
    assertThat(target.written()).hasToString(written);
    assertThat(Target.parse(written)).isEqualTo(target);
    assertThat(target.goal().map(Goal::shown)).isEqualTo(Optional.ofNullable(shown));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "poisson | poisson",
        "poisson:0 | poisson",
        "fast | 'fast'",
        "-1 | -1",
        "p98=1ms | 'p98'",
        "scans.p99=1ms | 'scans.p99'",
        "reads.=1ms | 'reads.'",
        "=1ms | '=1ms'",
        "p99=0ms | '0ms'",
        "p99=-1ms | '-1ms'",
        "p99=1000000000000ms | '1000000000000ms'",
        "p99=61s | '61s'",
        "p99=1min | '1min'",
        "p99=1 | '1'",
        "p99= | ''",
      })
  void anotherTargetIsRefusedByName(String text, String message) {
    assertThatThrownBy(() -> Settings.TARGET.parse(List.of(text)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll("--target: ", message)
        .hasMessageNotContaining("\n");
  }

  @Test
  void workloadsThatInsertAreNotSearched() {
    Experiment experiment = Experiments.of("target: p99=1ms; duration: 1s");

    assertThat(experiment.phases().stream().filter(experiment::searches))
        .containsExactly(Phase.of("A"), Phase.of("B"), Phase.of("C"));
  }

  @Test
  void theCommandLineGoesBeforeTheFile() {
    ExperimentDraft draft = Experiments.draft("target: p99=1ms; duration: 1s");
    Settings.TARGET.parse(List.of("reads.p50=100us"), draft);

    assertThat(draft.finish().goal()).contains(new Goal(Optional.of(CallKind.READ), "p50", 100));
  }
}
