package org.pmemycsb.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.settings.RunSpec;
import org.pmemycsb.harness.plan.settings.Runs;
import org.pmemycsb.harness.result.Phases;
import org.pmemycsb.spi.Durability;

class PlainProgressTest {
  private final ByteArrayOutputStream screen = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(screen, true, StandardCharsets.UTF_8);

  private static List<RunSpec> invocation(int number, String... databases) {
    return Stream.of(databases)
        .map(
            name ->
                Runs.of(
                    new DatabaseChoice(name, Map.of()),
                    RunnerKind.TRACE,
                    1,
                    1024,
                    Durability.COMMIT,
                    number))
        .toList();
  }

  private List<String> shown(boolean details, List<List<RunSpec>> invocations) {
    return shown(details, false, invocations);
  }

  private List<String> shown(boolean details, boolean open, List<List<RunSpec>> invocations) {
    PlainProgress progress = new PlainProgress(out, details, open);
    progress.gridStarted(invocations.stream().flatMap(List::stream).toList());
    for (List<RunSpec> invocation : invocations) {
      progress.invocationStarted(invocation);
      for (RunSpec run : invocation) {
        progress.runStarted(run);
        progress.phaseFinished(Phases.valid(run.database().id(), "load", 1, run.repeat(), 100));
        progress.phaseFinished(Phases.valid(run.database().id(), "A", 1, run.repeat(), 100));
      }
    }
    return screen.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void anInvocationHasOneLineHoweverManyDatabasesAreSideBySide() {
    assertThat(
            shown(false, List.of(invocation(1, "redis", "lmdb"), invocation(2, "redis", "lmdb"))))
        .containsExactly(
            "runs 1 to 2 of 4: 2 databases side by side, 1 thread, 1 KiB values, durability commit,"
                + " repeat 1",
            "runs 3 to 4 of 4: 2 databases side by side, 1 thread, 1 KiB values, durability commit,"
                + " repeat 2");
  }

  @Test
  void oneDatabaseAtATimeHasALineForEachRun() {
    assertThat(shown(false, List.of(invocation(1, "redis"), invocation(1, "lmdb"))))
        .hasSize(2)
        .element(1)
        .isEqualTo("run 2 of 2: lmdb, 1 thread, 1 KiB values, durability commit, repeat 1");
  }

  @Test
  void aBudgetMayAddRuns() {
    assertThat(shown(false, true, List.of(invocation(1, "redis"))))
        .singleElement()
        .asString()
        .startsWith("run 1 of at least 1: redis");
  }

  @Test
  void withDetailsEachPhaseHasALine() {
    assertThat(shown(true, List.of(invocation(1, "redis", "lmdb"))))
        .hasSize(6)
        .anyMatch(line -> line.startsWith("  load lmdb"));
  }

  @Test
  void anInvalidPhaseIsAlwaysShown() {
    new PlainProgress(out, false, false).phaseFinished(Phases.invalid("redis", "A", 1, 1, "lost"));
    assertThat(screen.toString(StandardCharsets.UTF_8)).contains("INVALID: lost");
  }
}
