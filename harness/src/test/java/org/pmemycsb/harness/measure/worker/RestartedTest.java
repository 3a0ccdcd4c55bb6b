package org.pmemycsb.harness.measure.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.client.replay.Workloads;
import org.pmemycsb.harness.client.trace.KeyFormat;
import org.pmemycsb.harness.feature.restart.RestartRun;
import org.pmemycsb.harness.host.workspace.ServerProcesses;
import org.pmemycsb.harness.measure.FaultyStoreClient;
import org.pmemycsb.harness.measure.Feature;
import org.pmemycsb.harness.measure.Live;
import org.pmemycsb.harness.measure.RunTask;
import org.pmemycsb.harness.measure.Runner;
import org.pmemycsb.harness.measure.Tasks;
import org.pmemycsb.harness.measure.TestServer;
import org.pmemycsb.harness.measure.WorkerGroup;
import org.pmemycsb.harness.measure.worker.Messages.PhaseCommand;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.design.Verify;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.spi.DatabaseException;

/** A restart by a worker in this JVM, of a store that outlives the worker. */
class RestartedTest {
  private static final int RECORDS = 1000;

  @TempDir private Path folder;
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

  /** A server, or a store in the process of its clients; it takes at least 20 ms to start. */
  private static final class Server implements TestServer {
    private final boolean inClients;
    private boolean starts = true;

    Server(boolean inClients) {
      this.inClients = inClients;
    }

    @Override
    public boolean livesInClient() {
      return inClients;
    }

    @Override
    public void restart() throws DatabaseException {
      if (!starts) {
        throw new DatabaseException("port taken");
      }
      LockSupport.parkNanos(20_000_000);
    }
  }

  /** Clients of a restart; workers of one run, one after another, in this JVM. */
  private static class Clients implements Runner.Session {
    final Verify verify;
    int patienceSeconds = 60;
    long operationsAfter = RECORDS;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private WorkerRun worker;

    Clients(Verify verify) {
      this.verify = verify;
    }

    private WorkerRun worker() {
      String client = FaultyStoreClient.class.getName();
      return WorkerRunTest.worker(
          Changed.with(
              WorkerRunTest.setup(client, "none", verify), "patienceSeconds", patienceSeconds),
          lines);
    }

    @Override
    public Measurement run(Phase phase, long records, Runner.Listener listener)
        throws IOException, InterruptedException {
      worker = worker();
      return WorkerRunTest.made(worker, command(true, RECORDS));
    }

    @Override
    public Measurement run(
        Phase phase, long records, Runner.Variant variant, Runner.Listener listener)
        throws IOException, InterruptedException {
      if (!variant.isUp()) {
        lines.add(listener.turn() ? Messages.GO : WorkerGroup.ABORT);
      }
      long operations = variant.isUp() ? RECORDS : operationsAfter;
      return WorkerRunTest.made(worker, command(false, operations).as(variant));
    }

    @Override
    public void renewClients() {
      worker = worker();
    }

    @Override
    public void close() {}

    private static PhaseCommand command(boolean load, long operations) {
      Map<String, String> mix = Map.of("readproportion", "0.5", "updateproportion", "0.5");
      return Changed.with(WorkerRunTest.phase(load, mix, RECORDS), "extent.operations", operations);
    }
  }

  /** Loads the records, and restarts their database. */
  private Measurement restarted(Clients clients, Server server) throws Exception {
    RunTask task =
        Tasks.of(
            folder,
            new ExperimentDraft().set(Settings.PHASES, List.of(Phase.LOAD, Phase.RESTART)),
            RunnerKind.TRACE);
    Feature restart =
        RestartRun.of(
                new Feature.Opening(task.experiment(), task.spec(), null, null, null, part -> {}))
            .orElseThrow();
    restart.opened(
        new Live(
            server,
            true,
            server.inClients,
            new ServerProcesses(ProcessBuilder::start),
            Optional.empty()));
    assertThat(clients.run(Phase.LOAD, RECORDS, finished -> {}).failure()).isEmpty();
    return restart.make(task, clients, Phase.RESTART, RECORDS, finished -> {}).orElseThrow();
  }

  @Test
  void theTimesOfAServerBeginWithItsOwn() throws Exception {
    Measurement restarted = restarted(new Clients(Verify.FULL), new Server(false));

    assertThat(restarted.failure()).isEmpty();
    assertThat(restarted.work().good()).isEqualTo(RECORDS);
    assertThat(restarted.start().restart().upSeconds()).isGreaterThanOrEqualTo(0.02);
    assertThat(restarted.start().restart().answerSeconds())
        .isGreaterThan(restarted.start().restart().upSeconds());
  }

  @Test
  void aServerThatDoesNotStartAgainIsTheReason() throws Exception {
    Server server = new Server(false);
    server.starts = false;

    assertThat(restarted(new Clients(Verify.FULL), server).failure())
        .get(STRING)
        .contains(": port taken");
  }

  @ParameterizedTest
  @EnumSource
  void aFreshProcessFindsWhatAnotherOneWrote(Verify verify) throws Exception {
    Measurement restarted = restarted(new Clients(verify), new Server(true));

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
    Clients clients =
        new Clients(verify) {
          @Override
          public void renewClients() {
            super.renewClients();
            for (int i = 25; i < RECORDS; i += 17) { // watched by the sample, but for the first
              FaultyStoreClient.lose(keys().name(i));
            }
          }
        };
    clients.operationsAfter = 1;

    assertThat(restarted(clients, new Server(true)).failure())
        .get()
        .asString()
        .contains("missing: ");
  }

  @Test
  void aDatabaseThatLostAllRecordsGivesNoRightAnswer() throws Exception {
    Clients clients =
        new Clients(Verify.FULL) {
          @Override
          public void renewClients() {
            super.renewClients();
            FaultyStoreClient.reset();
          }
        };

    clients.patienceSeconds = 3;

    assertThat(restarted(clients, new Server(true)).failure())
        .get(STRING)
        .contains(" 3 s ", ": NOT_FOUND");
  }

  private static KeyFormat keys() {
    return KeyFormat.of(Workloads.typed(Map.of("fieldcount", "1", "fieldlength", "100")).keys());
  }
}
