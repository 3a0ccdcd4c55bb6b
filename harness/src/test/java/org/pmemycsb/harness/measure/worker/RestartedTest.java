package org.pmemycsb.harness.measure.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmemycsb.harness.client.replay.Workloads;
import org.pmemycsb.harness.client.trace.KeyFormat;
import org.pmemycsb.harness.measure.ClientFeature;
import org.pmemycsb.harness.measure.FaultyClient;
import org.pmemycsb.harness.measure.FaultyStoreClient;
import org.pmemycsb.harness.measure.worker.Messages.PhaseCommand;
import org.pmemycsb.harness.plan.design.FillOrder;
import org.pmemycsb.harness.plan.design.Verify;
import org.pmemycsb.harness.plan.design.Work;
import org.pmemycsb.harness.result.Measurement;
import site.ycsb.DB;

/** The part of a restart that a worker makes, on a store that outlives the worker. */
class RestartedTest {
  private static final int RECORDS = 1000;
  private static final long SERVER_NANOS = 2_000_000_000;

  private ClassLoader before;

  @BeforeEach
  void empty() {
    before = Thread.currentThread().getContextClassLoader();
    FaultyStoreClient.reset();
  }

  @AfterEach
  void restoreTheLoader() {
    Thread.currentThread().setContextClassLoader(before);
  }

  private static WorkerRun worker(Verify verify, long serverNanos) {
    return worker(verify, serverNanos, FaultyStoreClient.class.getName(), List.of());
  }

  private static WorkerRun worker(
      Verify verify, long serverNanos, String client, List<ClientFeature.Settings> features) {
    return new WorkerRun(
        new Messages.Setup(
            new Messages.Client(client, List.of(), false, Map.of(FaultyClient.FAULT, "none"), true),
            2,
            verify,
            1,
            new Messages.Records(2 * RECORDS, 1, List.of()),
            features,
            Optional.empty()),
        new Replies(new PrintStream(OutputStream.nullOutputStream())),
        new LinkedBlockingQueue<>(List.of(Messages.RESTARTED + serverNanos)),
        RestartedTest.class.getClassLoader());
  }

  private static PhaseCommand phase(boolean load) {
    Map<String, String> workload =
        Map.of(
            "fieldcount", "1",
            "fieldlength", "100",
            "readproportion", "0.5",
            "updateproportion", "0.5");
    return new PhaseCommand(
        load
            ? Workloads.typed(workload).with(new Work.Load(FillOrder.SEQUENTIAL))
            : Workloads.typed(workload),
        new Messages.Extent(RECORDS, 0, 0, load ? 0 : RECORDS, 0, 7),
        new Messages.Rate(0, false, 0),
        new Messages.ResultUse(false, Optional.empty(), Optional.empty()),
        Optional.empty());
  }

  /** Loads and updates the records. */
  private static WorkerRun written(Verify verify, long serverNanos) throws Exception {
    WorkerRun worker = worker(verify, serverNanos);
    assertThat(WorkerRunTest.made(worker, phase(true)).failure()).isEmpty();
    assertThat(WorkerRunTest.made(worker, phase(false).beforeRestart(true)).failure()).isEmpty();
    return worker;
  }

  private static Measurement restarted(WorkerRun worker) throws Exception {
    return WorkerRunTest.made(worker, phase(false).afterRestart(1));
  }

  @Test
  void theTimesOfAServerBeginWithItsOwn() throws Exception {
    Measurement restarted = restarted(written(Verify.FULL, SERVER_NANOS));

    assertThat(restarted.failure()).isEmpty();
    assertThat(restarted.work().good()).isEqualTo(RECORDS);
    assertThat(restarted.start().restart().upSeconds()).isEqualTo(2);
    assertThat(restarted.start().restart().answerSeconds()).isGreaterThan(2);
  }

  /** A limit that nobody can enter. */
  record NoLimit() implements ClientFeature.Settings, ClientFeature {
    @Override
    public ClientFeature make() {
      return this;
    }

    @Override
    public void connects() throws IOException {
      throw new IOException("no such group");
    }
  }

  @Test
  void aStoreThatIsToBeKilledOpensWithinTheLimitOfItsMemory() {
    WorkerRun worker = worker(Verify.OFF, 0, "no.such.Client", List.of(new NoLimit()));

    assertThatThrownBy(() -> WorkerRunTest.made(worker, phase(false).beforeRestart(true)))
        .isInstanceOf(IOException.class)
        .hasMessage("no such group");
  }

  @ParameterizedTest
  @EnumSource
  void aFreshProcessFindsWhatAnotherOneWrote(Verify verify) throws Exception {
    written(verify, 0);
    Measurement restarted = restarted(worker(verify, 0));

    assertThat(restarted.failure()).isEmpty();
    assertThat(restarted.replay().valuesChecked() > 0).isEqualTo(verify != Verify.OFF);
    assertThat(restarted.start().restart().upSeconds()).isPositive();
    assertThat(restarted.start().restart().answerSeconds())
        .isGreaterThanOrEqualTo(restarted.start().restart().upSeconds());
  }

  /** The audit reads records that no operation asks for. */
  @ParameterizedTest
  @EnumSource(names = "OFF", mode = EnumSource.Mode.EXCLUDE)
  void aRecordThatIsGoneIsAFault(Verify verify) throws Exception {
    written(verify, 0);
    WorkerRun fresh = worker(verify, 0);
    DB client = new FaultyStoreClient();
    client.setProperties(new Properties());
    client.getProperties().setProperty(FaultyClient.FAULT, "none");
    client.init();
    PhaseCommand after = phase(false).afterRestart(1);
    for (int i = 25; i < RECORDS; i += 17) { // watched by the sample, but for the first
      client.delete("usertable", keys().name(i));
    }
    PhaseCommand reads =
        new PhaseCommand(
            after.workload(),
            new Messages.Extent(1, 0, 0, RECORDS, 0, 7),
            after.rate(),
            after.use(),
            after.numbering());

    assertThat(WorkerRunTest.made(fresh, reads).failure()).get().asString().contains("missing: ");
  }

  @Test
  void aDatabaseThatLostAllRecordsGivesNoRightAnswer() throws Exception {
    WorkerRun worker = written(Verify.FULL, SERVER_NANOS);
    FaultyStoreClient.reset();

    assertThat(restarted(worker).failure())
        .contains("no right answer came in 1 s after the restart; the last one: NOT_FOUND");
  }

  private static KeyFormat keys() {
    return KeyFormat.of(
        Workloads.typed(new HashMap<>(Map.of("fieldcount", "1", "fieldlength", "100"))).keys());
  }
}
