package org.pmemycsb.harness.plan.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.Settings;

class GoalTest {
  @ParameterizedTest
  @CsvSource({
    "p99, 1ms, p99 at most 1 ms",
    "p99.9, 250us, p99.9 at most 250 us",
    "reads.p50, 1.5 ms, p50 of reads at most 1.5 ms",
    "writes.mean, 2s, mean of writes at most 2000 ms",
  })
  void aGoalIsAFigureAndALimit(String name, String limit, String shown) {
    assertThat(Goal.of(name, limit).shown()).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "p98 | 1ms | 'p98'",
        "scans.p99 | 1ms | 'scans.p99'",
        "reads. | 1ms | 'reads.'",
        "`` | 1ms | ''",
        "p99 | 0ms | '0ms'",
        "p99 | -1ms | '-1ms'",
        "p99 | 1000000000000ms | '1000000000000ms'",
        "p99 | 61s | '61s'",
        "p99 | 1min | '1min'",
        "p99 | 1 | '1'",
        "p99 | `` | ''",
      })
  void anythingElseIsRefusedInOneLine(String name, String limit, String message) {
    assertThatThrownBy(() -> Goal.of(name, limit))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll(message.split(" ~ "))
        .hasMessageNotContaining("\n");
  }

  private static ExperimentDraft draft() {
    return new ExperimentDraft()
        .set(Settings.DATABASES, List.of(DatabaseChoice.NOOP))
        .set(Settings.TARGET, Target.parse("p99=1ms"))
        .set(Settings.DURATION, Duration.ofSeconds(1));
  }

  @Test
  void workloadsThatInsertAreNotSearched() {
    Experiment experiment = draft().finish();

    assertThat(experiment.searches(Phase.LOAD)).isFalse();
    assertThat(experiment.searches(Phase.of("A"))).isTrue();
    assertThat(experiment.searches(Phase.of("D"))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "5000, 5000",
    "poisson:5000, poisson:5000",
    "p99=1ms, p99=1ms",
    "poisson: reads.p99.9 = 250us, poisson:reads.p99.9=250us",
    "writes.mean=2s, writes.mean=2000ms",
  })
  void aTargetIsARateOrAGoal(String text, String written) {
    Target target = Target.parse(text);
    assertThat(target.written()).hasToString(written);
    assertThat(Target.parse(target.written().toString())).isEqualTo(target);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "poisson | poisson",
        "poisson:0 | poisson",
        "fast | 'fast'",
        "p98=1ms | 'p98'",
        "-1 | -1",
      })
  void anotherTargetIsRefusedByName(String text, String message) {
    assertThatThrownBy(() -> Settings.TARGET.parse(List.of(text)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll("--target: ", message);
  }

  @Test
  void theCommandLineGoesBeforeTheFile() {
    ExperimentDraft draft = draft();
    Settings.TARGET.parse(List.of("reads.p50=100us"), draft);

    assertThat(draft.finish().goal()).contains(new Goal(Optional.of(CallKind.READ), "p50", 100));
  }
}
