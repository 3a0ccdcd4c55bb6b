package org.pmemycsb.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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
class ProgressTest {
  private static final DatabaseChoice REDIS = new DatabaseChoice("redis", Map.of("place", "disk"));
  private static final Phase A = Phase.of("A");

  private final AtomicLong millis = new AtomicLong();
  private final ByteArrayOutputStream screen = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(screen, true, StandardCharsets.UTF_8);
  private Experiment experiment = draft().finish();
  private final RunSpec first = run(REDIS, 1, 1);
  private final RunSpec second = run(REDIS, 1, 2);
  private LiveProgress progress;

  private static ExperimentDraft draft() {
    return new ExperimentDraft()
        .set(Settings.DATABASES, List.of(REDIS))
        .set(Settings.PHASES, List.of(Phase.LOAD, A, Phase.of("C")))
        .set(Settings.RECORDS, 1_000L)
        .set(Settings.DURATION, Duration.ofSeconds(2));
  }

  private static RunSpec run(DatabaseChoice database, int threads, int repeat) {
    return Runs.of(database, RunnerKind.TRACE, threads, 1024, Durability.COMMIT, repeat);
  }

  private static RunSpec run(String database, int threads, int repeat) {
    return run(new DatabaseChoice(database, Map.of()), threads, repeat);
  }

  private String shown() {
    return screen.toString(StandardCharsets.UTF_8);
  }

  private LiveProgress start(int width) {
    RunEstimate estimate = new RunEstimate(experiment, Map.of("disk", Medium.DISK), any -> false);
    progress = new LiveProgress(out, width, estimate, () -> millis.get() * 1_000_000);
    progress.gridStarted(List.of(first, second));
    progress.runStarted(first);
    return progress;
  }

  private void inPhase(Phase phase) {
    start(80);
    progress.phaseStarted(first, phase);
    progress.partStarted(RunPart.PHASE);
  }

  @AfterEach
  void close() {
    if (progress != null) {
      progress.close();
    }
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
    progress.close();
    screen.reset();
    assertThat(plain(false, true, List.of(List.of(run("redis", 1, 1)))))
        .singleElement()
        .asString()
        .startsWith("run 1 of at least 1: redis");
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
  void aWorkloadThatEndsByTimeTicksByTimeAndOtherPartsAreNamed() {
    inPhase(A);
    millis.addAndGet(500);
    assertThat(progress.line()).contains("redis@disk A 25 %");
    millis.addAndGet(10_000);
    assertThat(progress.line()).contains("redis@disk A 100 %");
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
    Matcher left = Pattern.compile("(?:(\\d+) min )?(\\d+) s left").matcher(progress.line());
    assertThat(left.find()).isTrue();
    int minutes = left.group(1) == null ? 0 : Integer.parseInt(left.group(1));
    return 60 * minutes + Integer.parseInt(left.group(2));
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 60, 80, 200})
  void theLineIsNarrowerThanTheTerminal(int width) {
    assertThat(start(width).line().length()).isLessThan(width);
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
    progress.print(out, "a table\n");
    progress.phaseFinished(Phases.invalid("redis", "A", 1, 1, "lost"));
    assertThat(shown())
        .contains("\ra table\n")
        .contains("\rINVALID: redis/ycsb/t1/1, phase A: lost\n");
  }

  /** Phases that end because of an interrupt have no fault. */
  @Test
  void nothingIsShownAfterTheEnd() {
    for (Progress each : List.of(start(80), new PlainProgress(out, true, false))) {
      each.close();
      screen.reset();
      each.runStarted(second);
      each.phaseFinished(Phases.invalid("redis", "A", 1, 1, "cancelled"));
      each.print(out, "a table\n");
      assertThat(shown()).isEmpty();
    }
  }

  private final LiveProgress.TimeLeft left =
      new LiveProgress.TimeLeft(
          List.of(run("a", 1, 1), run("a", 2, 1), run("b", 1, 1), run("a", 1, 2)),
          run -> Duration.ofSeconds(7));

  private long left(RunSpec current, int soFar, int atLeast) {
    return left.of(current, Duration.ofSeconds(soFar), Duration.ofSeconds(atLeast)).toSeconds();
  }

  @Test
  void beforeARunIsFinishedTheEstimateCountsUnlessTheRunNeedsLonger() {
    assertThat(left(run("a", 1, 1), 0, 0)).isEqualTo(28);
    assertThat(left(run("a", 1, 1), 5, 0)).isEqualTo(23);
    assertThat(left(run("a", 1, 1), 60, 0)).isEqualTo(21);
    assertThat(left(run("a", 1, 1), 60, 5)).isEqualTo(26);
  }

  @Test
  void openRunsAreTakenToLastAsLongAsTheFinishedRunsMostLikeThem() {
    left.finished(run("a", 1, 1), Duration.ofSeconds(10));
    // a with 2 threads as the other runs of a; of b nothing is known.
    assertThat(left(run("a", 2, 1), 0, 0)).isEqualTo(10 + 7 + 10);

    left.finished(run("b", 1, 1), Duration.ofSeconds(100));
    // a with 1 thread as its first repeat.
    assertThat(left(run("a", 2, 1), 0, 0)).isEqualTo(20);
    assertThat(left(run("a", 2, 1), 4, 0)).isEqualTo(16);
  }

  private List<String> plain(boolean details, boolean open, List<List<RunSpec>> invocations) {
    PlainProgress plain = new PlainProgress(out, details, open);
    plain.gridStarted(invocations.stream().flatMap(List::stream).toList());
    for (List<RunSpec> invocation : invocations) {
      plain.invocationStarted(invocation);
      for (RunSpec run : invocation) {
        plain.runStarted(run);
        for (String phase : List.of("load", "A")) {
          plain.phaseFinished(Phases.valid(run.database().id(), phase, 1, run.repeat(), 100));
        }
      }
    }
    return shown().lines().toList();
  }

  @Test
  void anInvocationHasOneLineHoweverManyDatabasesAreSideBySide() {
    assertThat(
            plain(
                false,
                false,
                List.of(
                    List.of(run("redis", 1, 1), run("lmdb", 1, 1)), List.of(run("redis", 1, 2)))))
        .containsExactly(
            "runs 1 to 2 of 3: 2 databases side by side, 1 thread, 1 KiB values, durability commit,"
                + " repeat 1",
            "run 3 of 3: redis, 1 thread, 1 KiB values, durability commit, repeat 2");
  }

  @Test
  void withDetailsEachPhaseHasALine() {
    assertThat(plain(true, false, List.of(List.of(run("redis", 1, 1), run("lmdb", 1, 1)))))
        .hasSize(6)
        .anyMatch(line -> line.startsWith("  load lmdb"));
  }

  @Test
  void anInvalidPhaseIsAlwaysShown() {
    new PlainProgress(out, false, false).phaseFinished(Phases.invalid("redis", "A", 1, 1, "lost"));
    assertThat(shown()).contains("INVALID: lost");
  }
}
