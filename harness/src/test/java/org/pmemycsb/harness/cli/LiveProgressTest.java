package org.pmemycsb.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.measure.Progress;
import org.pmemycsb.harness.measure.RunEstimate;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.settings.Budget;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.RunSpec;
import org.pmemycsb.harness.plan.settings.Runs;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.result.Phases;
import org.pmemycsb.harness.result.RunPart;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Medium;

/** The clock is the test's own; the line is asked for, and not awaited. */
class LiveProgressTest {
  private static final DatabaseChoice REDIS = new DatabaseChoice("redis", Map.of("place", "disk"));
  private static final Phase A = Phase.of("A");

  private final AtomicLong millis = new AtomicLong();
  private final ByteArrayOutputStream screen = new ByteArrayOutputStream();
  private Experiment experiment = draft().finish();
  private final RunSpec first = run(1);
  private final RunSpec second = run(2);
  private LiveProgress progress;

  private static ExperimentDraft draft() {
    return new ExperimentDraft()
        .set(Settings.DATABASES, List.of(REDIS))
        .set(Settings.PHASES, List.of(Phase.LOAD, A, Phase.of("C")))
        .set(Settings.RECORDS, 1_000L)
        .set(Settings.DURATION, Duration.ofSeconds(2));
  }

  private static RunSpec run(int repeat) {
    return Runs.of(REDIS, RunnerKind.TRACE, 1, 1024, Durability.COMMIT, repeat);
  }

  private LiveProgress start(int width) {
    RunEstimate estimate = new RunEstimate(experiment, Map.of("disk", Medium.DISK), any -> false);
    progress =
        new LiveProgress(
            new PrintStream(screen, true, StandardCharsets.UTF_8),
            width,
            estimate,
            () -> millis.get() * 1_000_000);
    progress.gridStarted(List.of(first, second));
    progress.runStarted(first);
    return progress;
  }

  private LiveProgress inPhase(Phase phase) {
    start(80);
    progress.phaseStarted(first, phase);
    progress.partStarted(RunPart.PHASE);
    return progress;
  }

  @AfterEach
  void close() {
    progress.close();
  }

  @Test
  void theTimeLeftIsThereFromTheFirstMomentOn() {
    assertThat(start(80).line())
        .contains("run 1 of 2, redis@disk: servers, ")
        .matches(".*, \\d+ s left");
  }

  @Test
  void aBudgetMayAddRuns() {
    experiment = draft().set(Settings.BUDGET, Budget.parse("4min")).finish();
    assertThat(start(80).line()).contains("run 1 of at least 2, redis@disk: servers, ");
  }

  @Test
  void aLoadTicksByItsOperations() {
    inPhase(Phase.LOAD);
    millis.addAndGet(1_000);
    progress.operations(Phase.LOAD, 250);
    assertThat(progress.line()).contains("redis@disk load 25 %, 250 op/s");

    // Half a second later nobody has said anything, and the line moves all the same.
    millis.addAndGet(400);
    assertThat(progress.line()).contains("redis@disk load 35 %, 250 op/s");
  }

  @Test
  void aWorkloadThatEndsByTimeTicksByTime() {
    inPhase(A);
    millis.addAndGet(500);
    assertThat(progress.line()).contains("redis@disk A 25 %");
    millis.addAndGet(10_000);
    assertThat(progress.line()).contains("redis@disk A 100 %");
  }

  @Test
  void whatIsDoneOutsideOfThePhaseIsNamed() {
    inPhase(A);
    progress.partStarted(RunPart.CHECK);
    assertThat(progress.line()).contains("redis@disk A: checks");
  }

  @Test
  void theTimeLeftGoesDownWithinAPhase() {
    inPhase(A);
    int before = secondsLeft();
    millis.addAndGet(1_500);
    assertThat(secondsLeft()).isBetween(before - 2, before - 1);
  }

  @Test
  void aSlowLoadIsCountedAtTheSpeedThatItHas() {
    inPhase(Phase.LOAD);
    int before = secondsLeft();
    millis.addAndGet(10_000);
    progress.operations(Phase.LOAD, 100);
    // 900 records at 10 a second.
    assertThat(secondsLeft()).isGreaterThan(90).isGreaterThan(before);
  }

  private int secondsLeft() {
    String left = progress.line().replaceAll(".*, (.*) left", "$1");
    Duration time = Duration.ZERO;
    for (String part : left.split("(?<=min) |(?<=s) ")) {
      long number = Long.parseLong(part.split(" ")[0]);
      time =
          time.plus(part.endsWith("min") ? Duration.ofMinutes(number) : Duration.ofSeconds(number));
    }
    return (int) time.toSeconds();
  }

  @Test
  void theLineIsNarrowerThanTheTerminal() {
    for (int width : new int[] {20, 60, 80, 200}) {
      start(width);
      assertThat(progress.line().length()).isLessThan(width);
      progress.close();
    }
  }

  @Test
  void aFinishedRunIsCounted() {
    start(80);
    millis.addAndGet(30_000);
    progress.runFinished(first);
    progress.runStarted(second);
    assertThat(progress.line()).contains("run 2 of 2").endsWith(", 30 s left");
  }

  @Test
  void textsAndFindingsStandAloneOnTheirLines() {
    start(80);
    progress.print(new PrintStream(screen, true, StandardCharsets.UTF_8), "a table\n");
    progress.phaseFinished(Phases.invalid("redis", "A", 1, 1, "lost"));
    assertThat(screen.toString(StandardCharsets.UTF_8))
        .contains("\ra table\n")
        .contains("\rINVALID: redis/ycsb/t1/1, phase A: lost\n");
  }

  /** Phases that end because of an interrupt have no fault. */
  @Test
  void nothingIsShownAfterTheEnd() {
    PrintStream out = new PrintStream(screen, true, StandardCharsets.UTF_8);
    for (Progress each : List.of(start(80), new PlainProgress(out, true, false))) {
      each.close();
      screen.reset();
      each.runStarted(second);
      each.phaseFinished(Phases.invalid("redis", "A", 1, 1, "cancelled"));
      each.print(out, "a table\n");
      assertThat(screen.toString(StandardCharsets.UTF_8)).isEmpty();
    }
  }
}
