package org.pmemycsb.harness.measure.nativereplay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.measure.RunTask;
import org.pmemycsb.harness.measure.Runner;
import org.pmemycsb.harness.measure.Tasks;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.result.Measurement;

/** Against programs that are a line of shell. */
class NativeRunnerTest {
  private static final String GOOD =
      "{\"operations\":10,\"good\":10,\"not_found\":0,\"failed\":0,\"inserted\":10,"
          + "\"seconds\":0.5}";

  @TempDir Path folder;

  private Measurement load(String script) throws Exception {
    return load(script, 60);
  }

  private static NativeRunner runner(String shell, String script, int patienceSeconds) {
    return new NativeRunner(
        Duration.ofSeconds(patienceSeconds),
        database -> Optional.of(properties -> List.of(shell, "-c", script)));
  }

  private Measurement load(String script, int patienceSeconds) throws Exception {
    RunTask task = Tasks.of(folder, new ExperimentDraft(), RunnerKind.NATIVE);
    try (Runner.Session session = runner("/bin/sh", script, patienceSeconds).start(task)) {
      return session.run(Phase.LOAD, 10, operations -> {});
    } finally {
      assertThat(task.folders().scratch()).isEmptyDirectory();
    }
  }

  @Test
  void whatTheProgramSaysIsTheOutcome() throws Exception {
    Measurement outcome = load("read trace; test -s $trace && echo '" + GOOD + "'; read end");

    assertThat(outcome.failure()).isEmpty();
    assertThat(outcome.work().good()).isEqualTo(10);
    assertThat(outcome.work().inserted()).isEqualTo(10);
    assertThat(outcome.work().seconds()).isEqualTo(0.5);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "`\"good\":10,\"not_found\":0,\"failed\":0`|`\"good\":8,\"not_found\":2,\"failed\":0`"
            + "|2 operations failed (NOT_FOUND: 2, other: 0)",
        "`\"good\":10,\"not_found\":0,\"failed\":0`|`\"good\":9,\"not_found\":0,\"failed\":1,"
            + "\"failure\":\"pool full\"`|1 operation failed (NOT_FOUND: 0, other: 1): pool full",
        "`\"good\":10`|`\"good\":9`|only 9 of 10 operations"
      },
      delimiter = '|')
  void whatIsNotAllGoodIsAFailure(String good, String bad, String reason) throws Exception {
    Measurement outcome = load("read trace; echo '" + GOOD.replace(good, bad) + "'; read end");

    assertThat(outcome.failure()).contains(reason);
  }

  /**
   * A program that takes a second for 1000 operations, and inserts one record in each 10. It notes
   * the operations of each request, and those of its warm-up.
   */
  @Test
  void aPilotShowsHowManyOperationsLastAsLongAsThePhase() throws Exception {
    String script =
        "number() { od -An -t d8 -j $1 -N 8 $2 | tr -d ' '; };"
            + " while read trace warm; do n=$(number 24 $trace);"
            + " echo $n ${warm:+$(number 24 $warm)} >> $(dirname $trace)/../asked;"
            + " echo '{\"operations\":'$n',\"good\":'$n',\"not_found\":0,\"failed\":0,'"
            + "'\"inserted\":'$((n / 10))',\"seconds\":'$((n / 1000))'}'; done";
    ExperimentDraft draft = new ExperimentDraft();
    draft.set(Settings.DURATION, Duration.ofSeconds(50));
    RunTask task = Tasks.of(folder, draft, RunnerKind.NATIVE);
    try (Runner.Session session = runner("/bin/bash", script, 60).start(task)) {
      Measurement outcome = session.run(Phase.of("A"), 10, operations -> {});

      assertThat(outcome.failure()).isEmpty();
      assertThat(outcome.work().asked()).isEqualTo(50_000);
      assertThat(outcome.work().seconds()).isEqualTo(50);
      assertThat(outcome.work().inserted()).as("those of the pilots, too").isEqualTo(6100);
      assertThat(folder.resolve("asked")).hasContent("1000\n10000\n50000 20000\n");
      assertThat(task.folders().scratch()).isEmptyDirectory();
    }
  }

  @Test
  void aTraceThatDoesNotFitIsAFailureThatNamesItsFile() throws Exception {
    Path trace = Files.createDirectory(folder.resolve("scratch")).resolve("load.operations");
    Files.createSymbolicLink(trace, Path.of("/dev/full"));

    Measurement outcome = load("read trace; echo '" + GOOD + "'; read end");

    assertThat(outcome.failure()).get(STRING).contains(trace + ": No space left on device");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // a refusal; huge pages as the JVMs have them; nonsense; no answer
        "60 | echo \"$GREETING\" >&2; exit 7 | status 7: good morning",
        "60 | echo \"$GLIBC_TUNABLES\" >&2 | status 0: glibc.malloc.hugetlb=1",
        "60 | echo hello; read end | : hello",
        "1  | echo '{\"progress\":0}'; read end | 1 s, so the native program was killed",
      })
  void aProgramWithoutAResultIsQuoted(int patience, String script, String reason) throws Exception {
    assertThat(load("read trace; " + script, patience).failure()).get(STRING).contains(reason);
  }
}
