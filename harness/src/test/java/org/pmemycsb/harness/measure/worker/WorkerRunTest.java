package org.pmemycsb.harness.measure.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.client.replay.Workloads;
import org.pmemycsb.harness.measure.FaultyClient;
import org.pmemycsb.harness.measure.FaultyStoreClient;
import org.pmemycsb.harness.measure.RunTask;
import org.pmemycsb.harness.measure.Runner;
import org.pmemycsb.harness.measure.WorkerGroup;
import org.pmemycsb.harness.plan.design.FillOrder;
import org.pmemycsb.harness.plan.design.Verify;
import org.pmemycsb.harness.plan.design.Work;
import org.pmemycsb.harness.result.Measurement;

/** A worker in this JVM: the load and workload A on a database with a fault. */
class WorkerRunTest {
  private static final int RECORDS = 1000;

  private ClassLoader before;

  @BeforeEach
  void countFromZero() {
    before = Thread.currentThread().getContextClassLoader();
    FaultyClient.reset();
    FaultyStoreClient.reset();
  }

  @AfterEach
  void restoreTheLoader() {
    Thread.currentThread().setContextClassLoader(before);
  }

  /** The outcome of the load, or of the workload where the load is valid. */
  private static Measurement run(String fault, boolean keepsRecords) throws Exception {
    return run(fault, keepsRecords, Map.of("readproportion", "0.5", "updateproportion", "0.5"));
  }

  private static Measurement run(String fault, boolean keepsRecords, Map<String, String> mix)
      throws Exception {
    WorkerRun worker = worker(fault, keepsRecords);
    Measurement load = made(worker, phase(true, mix, RECORDS));
    return load.valid() ? made(worker, phase(false, mix, RECORDS)) : load;
  }

  /** A phase of a worker, judged as the harness does it. */
  static Measurement made(WorkerRun worker, Messages.PhaseCommand command)
      throws IOException, InterruptedException {
    Messages.Part part = worker.run(command);
    String line = Messages.JSON.writeValueAsString(part);
    assertThat(line).doesNotContain("\n");
    assertThat(Messages.JSON.readValue(line, Messages.Part.class))
        .as("it crosses the pipe whole")
        .isEqualTo(part);
    WorkerGroup answers =
        new WorkerGroup() {
          @Override
          public void tell(List<String> lines) {}

          @Override
          public List<Answer> phase(List<String> lines, Runner.Listener listener) {
            return List.of(new Answer(0, "", Optional.of(line), Optional.empty(), 0, 0));
          }

          @Override
          public void close() {}
        };
    return Workers.of(answers).make(command, Workers.Keep.NONE, finished -> {});
  }

  private static WorkerRun worker(String fault, boolean keepsRecords) {
    return worker(fault, keepsRecords, keepsRecords ? Verify.FULL : Verify.OFF);
  }

  private static WorkerRun worker(String fault, boolean keepsRecords, Verify verify) {
    return worker(
        setup(
            (keepsRecords ? FaultyStoreClient.class : FaultyClient.class).getName(), fault, verify),
        new LinkedBlockingQueue<>());
  }

  static Messages.Setup setup(String client, String fault, Verify verify) {
    Properties properties = new Properties();
    properties.setProperty(FaultyClient.FAULT, fault);
    return new Messages.Setup(
        new RunTask.Client(client, List.of(), properties, Map.of(), true, false),
        2,
        verify,
        fault.equals("sticks") ? 1 : 60,
        new Messages.Records(2 * RECORDS, 1, List.of()),
        List.of(),
        Optional.empty());
  }

  /** A worker in this JVM, whose words nobody hears. */
  static WorkerRun worker(Messages.Setup setup, BlockingQueue<String> lines) {
    return new WorkerRun(setup, line -> {}, lines, WorkerRunTest.class.getClassLoader());
  }

  static Messages.PhaseCommand phase(boolean load, Map<String, String> mix, long records) {
    Map<String, String> workload = new HashMap<>();
    workload.put("fieldcount", "1");
    workload.put("fieldlength", "100");
    workload.put("updateproportion", "0");
    workload.putAll(mix);
    return new Messages.PhaseCommand(
        load
            ? Workloads.typed(workload).with(new Work.Load(FillOrder.SEQUENTIAL))
            : Workloads.typed(workload),
        new Messages.Extent(RECORDS, 0, 0, load ? 0 : records, 0, 7),
        new Messages.Rate(0, false, 0),
        Messages.ResultUse.none(false),
        Optional.empty(),
        List.of());
  }

  @ParameterizedTest
  @CsvSource({"0, 1000", "100, 10", "5000, 250", "60000, 1000"})
  void aPhaseByTimeHasEnoughSamplesToJudgeItsSteadiness(long duration, long interval) {
    assertThat(WorkerRun.seriesInterval(duration)).hasMillis(interval);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void withoutAFaultThePhasesAreValid(boolean keepsRecords) throws Exception {
    Measurement outcome = run("none", keepsRecords);

    assertThat(outcome.failure()).isEmpty();
    assertThat(outcome.work().good()).isEqualTo(RECORDS);
    assertThat(outcome.replay().valuesChecked() > 0).isEqualTo(keepsRecords);
  }

  @Test
  void aLoadForPracticeIsNotReadBack() throws Exception {
    WorkerRun worker = worker("none", true);
    Messages.PhaseCommand load = phase(true, Map.of(), RECORDS);

    assertThat(made(worker, load.asRehearsal(Duration.ZERO)).replay().valuesChecked()).isZero();
    assertThat(made(worker, load).replay().valuesChecked()).isPositive();
  }

  /** A database that skips writes of equal bytes would be measured without its writes. */
  @ParameterizedTest
  @CsvSource({"OFF, 100, constant", "SAMPLE, 20, constant", "FULL, 100, uniform"})
  void everyUpdateOfEveryPhaseHasOtherBytes(Verify verify, String length, String distribution)
      throws Exception {
    Map<String, String> mix =
        Map.of(
            "fieldcount", "3",
            "fieldlength", length,
            "fieldlengthdistribution", distribution,
            "minfieldlength", "8",
            "updateproportion", "0.5",
            "readmodifywriteproportion", "0.5");
    WorkerRun worker = worker("refuses-equal-bytes", true, verify);

    assertThat(made(worker, phase(true, mix, RECORDS)).failure()).isEmpty();
    for (int phase = 0; phase < 2; phase++) {
      assertThat(made(worker, phase(false, mix, RECORDS)).failure()).isEmpty();
    }
  }

  @Test
  void aClientMayReuseTheMemoryOfTheReadBefore() throws Exception {
    Map<String, String> mix =
        Map.of(
            "readproportion", "0.5", "readmodifywriteproportion", "0.3", "insertproportion", "0.2");
    Measurement outcome = run("reuses-buffers", true, mix);

    assertThat(outcome.failure()).isEmpty();
    assertThat(outcome.replay().valuesChecked()).isPositive();
    assertThat(run("reuses-buffers", true, Map.of("reusebuffers", "false")).failure())
        .get()
        .asString()
        .contains("reuse buffers");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fails                     | 10 operations failed (INSERT ERROR: 10)",
        "finds-nothing             | READ NOT_FOUND",
        "throws                    | purpose",
        "cannot-connect            | no connection",
        "one-thread-cannot-connect | too many connections",
        "sticks                    | 1 of 2 threads died; thread ",
      })
  void aFaultOfAClientIsTheReason(String fault, String reason) throws Exception {
    assertThat(run(fault, false).failure()).get().asString().contains(reason);
  }

  @ParameterizedTest
  @CsvSource({"drops-updates,STALE", "returns-stale-values,STALE", "tears-a-value,CORRUPT"})
  void aWrongValueIsTheReason(String fault, String kind) throws Exception {
    assertThat(run(fault, true).failure()).get().asString().containsIgnoringCase(kind);
  }

  private static final Map<String, String> DELETES =
      Map.of(
          "readproportion", "0.4",
          "insertproportion", "0.2",
          "deleteproportion", "0.2",
          "missproportion", "0.2");

  @Test
  void deletesMissesAndInsertsOfARightDatabaseAreValid() throws Exception {
    Measurement outcome = run("none", true, DELETES);

    assertThat(outcome.failure()).isEmpty();
    assertThat(outcome.work().good()).isEqualTo(RECORDS);
    assertThat(outcome.work().inserted()).as("less those deleted").isBetween(-60L, 60L);
  }

  /** The second phase must know which records the first one deleted. */
  @Test
  void aPhaseBeginsWithTheRecordsThatDeletesLeft() throws Exception {
    WorkerRun worker = worker("none", true);
    made(worker, phase(true, DELETES, RECORDS));
    Measurement first = made(worker, phase(false, DELETES, RECORDS));
    Measurement second = made(worker, phase(false, DELETES, RECORDS + first.work().inserted()));

    assertThat(second.failure()).isEmpty();
    assertThat(second.work().good()).isEqualTo(RECORDS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "forgets-deletes | (resurrected: ",
        "invents-records | phantom: ",
        "misses-falsely  | MISSING user",
      })
  void aRecordThatMustNotOrMustBeThereIsTheReason(String fault, String reason) throws Exception {
    assertThat(run(fault, true, DELETES).failure()).get().asString().contains(reason);
  }

  @Test
  void aWrongWorkloadIsTheReason() throws Exception {
    Messages.PhaseCommand wrong = phase(false, Map.of("scanlengthdistribution", "none"), RECORDS);

    assertThat(made(worker("none", false), wrong).failure())
        .hasValueSatisfying(why -> assertThat(why).contains("none"));
  }
}
