package org.pmemycsb.harness.measure.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.host.Installation;
import org.pmemycsb.harness.host.workspace.ChildJvm;
import org.pmemycsb.harness.measure.FaultyClient;
import org.pmemycsb.harness.measure.RunTask;
import org.pmemycsb.harness.measure.Runner;
import org.pmemycsb.harness.measure.Tasks;
import org.pmemycsb.harness.plan.design.OperationCount;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.design.Target;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.result.Measurement;

class YcsbRunnerTest {
  private static final long RECORDS = 1000;

  @Test
  void aTargetHoldsForWorkloadsAndNotForTheLoad(@TempDir Path folder) throws Exception {
    ExperimentDraft draft = new ExperimentDraft();
    draft.set(Settings.TARGET, Target.of(5000));
    RunTask task = Tasks.of(folder, draft, RunnerKind.YCSB, 2);

    assertThat(YcsbRunner.properties(task, Phase.LOAD, 10, folder)).doesNotContainKey("target");
    assertThat(YcsbRunner.properties(task, Phase.of("A"), 10, folder))
        .containsEntry("target", "5000");
  }

  @Test
  void aDurationHoldsForWorkloadsAndNotForTheLoad(@TempDir Path folder) throws Exception {
    ExperimentDraft draft = new ExperimentDraft();
    draft.set(Settings.DURATION, Duration.ofSeconds(2));
    RunTask task = Tasks.of(folder, draft, RunnerKind.YCSB, 2);

    assertThat(YcsbRunner.properties(task, Phase.LOAD, 10, folder))
        .doesNotContainKey("maxexecutiontime");
    assertThat(YcsbRunner.properties(task, Phase.of("A"), 10, folder))
        .containsEntry("maxexecutiontime", "2")
        .containsEntry("operationcount", Integer.toString(Integer.MAX_VALUE - 10));
  }

  private static RunTask task(Path folder, String fault, long operations) throws IOException {
    ExperimentDraft draft = new ExperimentDraft();
    draft.set(Settings.OPERATIONS, OperationCount.of(operations));
    RunTask plain = Tasks.of(folder, draft, RunnerKind.YCSB, 2);
    Files.writeString(
        plain.folders().workloads().resolve("workloada"),
        "workload=site.ycsb.workloads.CoreWorkload\nreadproportion=0.5\nupdateproportion=0.5\n");
    Properties properties = new Properties();
    properties.setProperty(FaultyClient.FAULT, fault);
    return Tasks.with(plain, FaultyClient.class, properties, plain.processes());
  }

  private static YcsbRunner runner(Path folder, int patienceSeconds) {
    return new YcsbRunner(
        new ChildJvm(new Installation(folder, System.getProperty("java.class.path"))),
        Duration.ofSeconds(patienceSeconds));
  }

  /** The stock client in a JVM of its own, with 2 threads: the outcome of the load, then of A. */
  private static Measurement run(Path folder, String fault, int patienceSeconds) throws Exception {
    RunTask task = task(folder, fault, RECORDS);
    Runner.Session session = runner(folder, patienceSeconds).start(task);
    Measurement load = session.run(Phase.LOAD, RECORDS, operations -> {});
    return load.valid() ? session.run(Phase.of("A"), RECORDS, operations -> {}) : load;
  }

  @Test
  @Timeout(120)
  void thePhaseEndsWithTheServer(@TempDir Path folder) throws Exception {
    RunTask task = task(folder, "none", 1_000_000_000);
    Process server =
        task.database().servers().start(new ProcessBuilder("sh", "-c", "read line; exit 7"));
    Measurement measured =
        runner(folder, 60).start(task).run(Phase.of("A"), RECORDS, operations -> endInput(server));
    assertThat(measured.failure()).get(STRING).contains("server ", "status 7");
  }

  private static void endInput(Process process) {
    try {
      process.getOutputStream().close();
    } catch (IOException ended) {
      return;
    }
  }

  @Test
  void withoutAFaultThePhasesAreValid(@TempDir Path folder) throws Exception {
    Measurement outcome = run(folder, "none", 60);

    assertThat(outcome.failure()).isEmpty();
    assertThat(outcome.work().good()).isEqualTo(RECORDS);
    assertThat(outcome.work().seconds()).isPositive();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fails                     | INSERT ERROR: 2",
        "finds-nothing             | READ NOT_FOUND",
        "throws                    | purpose",
        "exits                     | status 9",
        "cannot-connect            | no connection",
        "one-thread-cannot-connect | too many connections",
        "sticks                    | 3 s,",
      })
  void aFaultOfAClientIsTheReason(String fault, String reason, @TempDir Path folder)
      throws Exception {
    assertThat(run(folder, fault, fault.equals("sticks") ? 3 : 60).failure())
        .get()
        .asString()
        .contains(reason);
  }
}
