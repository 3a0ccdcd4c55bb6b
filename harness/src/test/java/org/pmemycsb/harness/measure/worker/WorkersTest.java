package org.pmemycsb.harness.measure.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.host.workspace.ServerProcesses;
import org.pmemycsb.harness.measure.FaultyStoreClient;
import org.pmemycsb.harness.measure.Feature;
import org.pmemycsb.harness.measure.LazyFleet;
import org.pmemycsb.harness.measure.RunTask;
import org.pmemycsb.harness.measure.Runner;
import org.pmemycsb.harness.measure.Tasks;
import org.pmemycsb.harness.measure.database.NoopClient;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.OperationCount;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.Purpose;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.design.Target;
import org.pmemycsb.harness.plan.design.Verify;
import org.pmemycsb.harness.plan.settings.Dimension;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.RunSpec;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.result.Machine;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.ResultFolder;
import org.pmemycsb.spi.Durability;

/** Whole runs on several machines. */
class WorkersTest {
  private static final int RECORDS = 2001;
  private static final Runner.Listener NOBODY = finished -> {};

  @TempDir private Path folder;
  private final LocalFleet fleet = new LocalFleet();
  private final ExperimentDraft draft = new ExperimentDraft();
  private ClassLoader loader;

  @BeforeEach
  void prepare() throws IOException {
    loader = Thread.currentThread().getContextClassLoader();
    FaultyStoreClient.reset();
    draft.set(Settings.DATABASES, List.of(DatabaseChoice.NOOP));
    draft.set(Settings.RECORDS, (long) RECORDS);
    draft.set(Settings.OPERATIONS, OperationCount.of(3001));
    draft.set(Settings.PHASES, List.of(Phase.LOAD, Phase.of("A"), Phase.of("D")));
    Files.writeString(
        folder.resolve("workloada"),
        "readproportion=0.5\nupdateproportion=0.5\ninsertproportion=0\nrequestdistribution=zipfian\n");
    Files.writeString(
        folder.resolve("workloadd"),
        "readproportion=0.8\nupdateproportion=0\ninsertproportion=0.2\nrequestdistribution=latest\n");
  }

  @AfterEach
  void restoreTheLoader() {
    Thread.currentThread().setContextClassLoader(loader);
  }

  private Runner.Session start(Class<?> client, int machines) throws Exception {
    Experiment experiment = draft.finish();
    RunSpec spec =
        new RunSpec(
            DatabaseChoice.NOOP,
            RunnerKind.TRACE,
            Map.of(
                Dimension.MACHINES,
                machines,
                Dimension.THREADS,
                2,
                Dimension.VALUE_SIZE,
                100,
                Dimension.DURABILITY,
                Durability.COMMIT.id()),
            1,
            Purpose.COMPARISON,
            0);
    RunTask task =
        new RunTask(
            experiment,
            spec,
            client == NoopClient.class ? Verify.OFF : Verify.FULL,
            new RunTask.Client(
                client.getName(), List.of(), new Properties(), Map.of(), true, false),
            ProcessBuilder::start,
            Tasks.live(new ServerProcesses(ProcessBuilder::start)),
            new Feature.Folders(folder, Optional.empty(), folder, folder, folder),
            List.of(),
            Duration.ZERO);
    return new TraceRunner(null, Duration.ofSeconds(20), new LazyFleet(terms -> fleet, null))
        .start(task);
  }

  private Runner.Session start() throws Exception {
    return start(FaultyStoreClient.class, 2);
  }

  @Test
  void allMachinesTogetherMakeEachOperationOnceAndFindTheValuesOfEachOther() throws Exception {
    try (Runner.Session session = start()) {
      Measurement load = session.run(Phase.LOAD, RECORDS, NOBODY);
      assertThat(load.failure()).isEmpty();
      assertThat(load.work().good()).isEqualTo(RECORDS);
      assertThat(FaultyStoreClient.size()).isEqualTo(RECORDS);

      Measurement a = session.run(Phase.of("A"), RECORDS, NOBODY);
      assertThat(a.failure()).isEmpty();
      assertThat(a.work().good()).isEqualTo(3001);
      assertThat(a.replay().valuesChecked()).isGreaterThan(1000);
      assertThat(a.latencies().reads().p50Us()).isNotNull();
      assertThat(a.onMachines())
          .extracting(Machine::host, Machine::clockOffsetUs)
          .containsExactly(tuple("host0", 0.0), tuple("host1", 1.0));
      assertThat(ResultFolder.histograms(folder).resolve("noop_trace_m2_t2_v100_commit_1.hlog"))
          .isNotEmptyFile();
    }
  }

  /** Machines insert different records, and later phases ask for those of all. */
  @Test
  void recordsThatMachinesInsertedAreThereForLaterPhases() throws Exception {
    try (Runner.Session session = start()) {
      session.run(Phase.LOAD, RECORDS, NOBODY);
      long records = RECORDS;
      for (String phase : List.of("D", "A", "D", "A")) {
        Measurement measured = session.run(Phase.of(phase), records, NOBODY);
        assertThat(measured.failure()).as(phase).isEmpty();
        records += measured.work().inserted();
        assertThat(FaultyStoreClient.size()).isEqualTo((int) records);
      }
      assertThat(records).isGreaterThan(RECORDS + 1000);
    }
  }

  @Test
  void aPhaseByTimeWithATargetIsDealtOut() throws Exception {
    draft.set(Settings.DURATION, Duration.ofMillis(300)).set(Settings.TARGET, Target.of(4000));
    try (Runner.Session session = start(NoopClient.class, 3)) {
      session.run(Phase.LOAD, RECORDS, NOBODY);
      Measurement a = session.run(Phase.of("A"), RECORDS, NOBODY);

      assertThat(a.failure()).isEmpty();
      assertThat(a.onMachines()).hasSize(3);
      assertThat(a.pace().offeredOpsS()).isEqualTo(4000);
      assertThat(a.work().good()).isBetween(1L, 1203L);
    }
  }

  /** No machine is faster than its part of the rate, and all together are not faster than all. */
  @Test
  void theRatesOfTheMachinesAddUpToTheTarget() throws Exception {
    draft.set(Settings.TARGET, Target.of(6000));
    try (Runner.Session session = start(NoopClient.class, 2)) {
      session.run(Phase.LOAD, RECORDS, NOBODY);
      Measurement a = session.run(Phase.of("A"), RECORDS, NOBODY);

      assertThat(a.failure()).isEmpty();
      assertThat(a.work().good()).isEqualTo(3001);
      assertThat(a.pace().offeredOpsS()).isEqualTo(6000);
      assertThat(a.work().seconds()).isGreaterThan(0.999 * 3000 / 6000);
      assertThat(a.onMachines())
          .allSatisfy(each -> assertThat(each.throughputOpsS()).isLessThan(3000 * 1.001));
    }
  }

  /** The store is right; only the clients of the second machine are not. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "drops-updates | A    | (stale: ",
        "mixes-up      | load | (foreign: ",
        "fails-once    | load | 1 operation failed (INSERT ERROR: 1)",
      })
  void aFaultOfOneMachineOfTwoIsFoundAndTheMachineNamed(String fault, String phase, String reason)
      throws Exception {
    fleet.with(1, fault);
    try (Runner.Session session = start()) {
      Measurement measured = session.run(Phase.LOAD, RECORDS, NOBODY);
      if (!phase.equals("load")) {
        assertThat(measured.failure()).isEmpty();
        measured = session.run(Phase.of(phase), RECORDS, NOBODY);
      }
      assertThat(measured.valid()).isFalse();
      assertThat(measured.failure())
          .get()
          .asString()
          .contains(reason)
          .endsWith(" on machine 2 (host1)");
    }
  }

  @Test
  void aMachineThatCannotStartAWorkerEndsTheRunAndNotTheExperiment() throws Exception {
    fleet.without(1);
    try (Runner.Session session = start()) {
      assertThat(session.run(Phase.LOAD, RECORDS, NOBODY).failure())
          .get(STRING)
          .contains("machine 2 (host1): ", "java");
    }
  }

  @Test
  void aMachineThatCannotBeginIsTheReasonAndNotThoseThatWaitForIt() throws Exception {
    fleet.with(1, "cannot-connect");
    try (Runner.Session session = start()) {
      for (int again = 0; again < 2; again++) {
        assertThat(session.run(Phase.LOAD, RECORDS, NOBODY).failure())
            .get()
            .asString()
            .startsWith("machine 2 (host1): thread ")
            .contains(" of 2 ", "no connection");
      }
    }
  }

  @Test
  void aMachineThatBeginsLateMakesThePhaseInvalid() throws Exception {
    fleet.late(1, Duration.ofMillis(1500));
    try (Runner.Session session = start()) {
      assertThat(session.run(Phase.LOAD, RECORDS, NOBODY).failure())
          .get()
          .asString()
          .matches("machine 2 \\(host1\\) .*\\d+\\.\\d s .*");
    }
  }
}
