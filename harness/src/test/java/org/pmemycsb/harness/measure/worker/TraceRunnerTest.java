package org.pmemycsb.harness.measure.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.client.outcome.HistogramLogs;
import org.pmemycsb.harness.client.replay.Workloads;
import org.pmemycsb.harness.client.trace.Trace;
import org.pmemycsb.harness.client.trace.TraceSpec;
import org.pmemycsb.harness.client.trace.Workload;
import org.pmemycsb.harness.host.Installation;
import org.pmemycsb.harness.host.workspace.ChildJvm;
import org.pmemycsb.harness.host.workspace.Conversation;
import org.pmemycsb.harness.measure.FaultyClient;
import org.pmemycsb.harness.measure.Live;
import org.pmemycsb.harness.measure.RunTask;
import org.pmemycsb.harness.measure.Runner;
import org.pmemycsb.harness.measure.Tasks;
import org.pmemycsb.harness.plan.design.FillOrder;
import org.pmemycsb.harness.plan.design.KeyDistribution;
import org.pmemycsb.harness.plan.design.Mix;
import org.pmemycsb.harness.plan.design.OperationCount;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.design.Sizes;
import org.pmemycsb.harness.plan.design.Target;
import org.pmemycsb.harness.plan.design.Work;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.ResultFolder;
import org.pmemycsb.harness.result.RunPart;
import org.pmemycsb.harness.result.Usage;

class TraceRunnerTest {
  @Test
  void aTargetATimeAndOperationsOfEachThreadAreThoseOfWorkloadsAndNotOfTheLoad(@TempDir Path folder)
      throws Exception {
    ExperimentDraft draft =
        new ExperimentDraft()
            .set(Settings.TARGET, Target.of(5000))
            .set(Settings.DURATION, Duration.ofMillis(500))
            .set(Settings.OPERATIONS, new OperationCount(500, true));
    RunTask task = Tasks.of(folder, draft, RunnerKind.TRACE, 3);

    assertThat(TraceRunner.command(task, Phase.LOAD, 10))
        .returns(0.0, load -> load.rate().target())
        .returns(0L, load -> load.extent().durationMillis())
        .returns(10L, load -> load.extent().operations());
    assertThat(TraceRunner.command(task, Phase.of("A"), 10))
        .returns(5000.0, a -> a.rate().target())
        .returns(500L, a -> a.extent().durationMillis())
        .returns(1500L, a -> a.extent().operations());
  }

  @Test
  void aWorkerNeedsNoFileOfAHistogram(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("h"), "BlockSize\t10\n0\t1\n1\t0\n2\t3\n3\t1\n");
    Workload workload =
        Workloads.typed(
            Map.of(
                "fieldlengthdistribution",
                "histogram",
                "fieldlengthhistogram",
                file.toString(),
                "zeropadding",
                "5",
                "keylength",
                "histogram:" + file));
    Files.delete(file);

    Workload there =
        Messages.JSON.readValue(Messages.JSON.writeValueAsString(workload), Workload.class);

    assertThat(there).isEqualTo(workload);
    for (String text : List.of("uniform:20B:29B", "lognormal:300B:8KiB", "zippydb")) {
      Sizes sizes = Sizes.of(text);
      String line = Messages.JSON.writeValueAsString(sizes);
      assertThat(Messages.JSON.readValue(line, Sizes.class)).isEqualTo(sizes);
    }
    for (Work work :
        List.of(
            new Work.Load(FillOrder.RANDOM),
            new Work.Draw(Mix.of(Map.of()), KeyDistribution.of("zipfian:0.8")),
            new Work.Draw(Mix.of(Map.of()), KeyDistribution.of("latest")),
            new Work.Replay("cache.trace", Optional.of(new Work.Pace(0.5, 12))))) {
      String line = Messages.JSON.writeValueAsString(workload.with(work));
      assertThat(Messages.JSON.readValue(line, Workload.class)).isEqualTo(workload.with(work));
    }
    try (Trace trace =
        Trace.record(
            new TraceSpec(there.with(new Work.Load(FillOrder.SEQUENTIAL)), 1, 100, 0, 0, 1))) {
      assertThat(trace.spec().shape().maxFieldLength()).isEqualTo(40);
      assertThat(trace.spec().keyFormat().name(7)).hasSizeBetween(10, 40);
    }
  }

  /** A task whose workload ends by time. */
  private static RunTask timed(Path folder, Duration time) throws IOException {
    return Tasks.of(
        folder,
        new ExperimentDraft()
            .set(Settings.PHASES, List.of(Phase.LOAD, Phase.of("A")))
            .set(Settings.DURATION, time),
        RunnerKind.TRACE);
  }

  private static RunTask faulty(Path folder, String fault, List<Process> started)
      throws IOException {
    // Longer than any test waits; the warm-up takes a tenth of it.
    return faulty(timed(folder, Duration.ofSeconds(20)), fault, started);
  }

  private static RunTask faulty(RunTask plain, String fault, List<Process> started) {
    Properties properties = new Properties();
    properties.setProperty(FaultyClient.FAULT, fault);
    return Tasks.with(
        plain,
        FaultyClient.class,
        properties,
        command -> {
          started.add(command.start());
          return started.get(started.size() - 1);
        });
  }

  @Test
  void aLibraryMayPrintOnStandardOutput(@TempDir Path folder) throws Exception {
    assertThat(make(faulty(folder, "prints", new ArrayList<>()), Phase.LOAD, operations -> {}))
        .returns(true, Measurement::valid)
        .returns(10L, measured -> measured.work().good());
  }

  @Test
  void aFileThatCannotBeWrittenIsNamedAndNoFaultOfTheDatabase(@TempDir Path folder)
      throws Exception {
    RunTask task = faulty(folder, "none", new ArrayList<>());
    Path file =
        ResultFolder.histograms(task.folders().results())
            .resolve(HistogramLogs.fileName(task.spec().id()));
    Files.createDirectories(file);
    assertThatThrownBy(() -> make(task, Phase.LOAD, operations -> {}))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(file + ": ");
  }

  @Test
  @Timeout(120)
  void thePhaseEndsWithTheServer(@TempDir Path folder) throws Exception {
    RunTask plain = faulty(folder, "none", new ArrayList<>());
    Path log = folder.resolve("log");
    Process server =
        plain
            .database()
            .servers()
            .start(
                new ProcessBuilder("sh", "-c", "read line; echo going down; exit 7")
                    .redirectOutput(log.toFile()));
    Measurement measured = make(plain, Phase.of("A"), operations -> endInput(server));
    assertThat(measured.failure()).get(STRING).contains("status 7; ", ": going down");
  }

  @Test
  @Timeout(120)
  void aJvmThatIsStoppedFailsThePhase(@TempDir Path folder) throws Exception {
    List<Process> started = new ArrayList<>();
    RunTask task = faulty(folder, "none", started);
    Measurement measured =
        make(task, Phase.of("A"), operations -> stop(started.get(0)), Duration.ofSeconds(1));
    assertThat(measured.failure()).get(STRING).contains("JVM ", " 6 s");
    started.get(0).onExit().join(); // it was killed
  }

  @Test
  void aJvmThatIsNotStoppedSaysSo() throws Exception {
    try (Conversation worker = new Conversation(worker().start())) {
      for (int i = 0; i < 2; i++) {
        assertThat(worker.answer(Duration.ofSeconds(60))).isEqualTo(Messages.ALIVE);
      }
    }
  }

  @Test
  @Timeout(120)
  void aJvmThatNobodyReadsEndsAtItsDeadline(@TempDir Path folder) throws Exception {
    Path full = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", full.toString()).start().waitFor()).isZero();
    try (RandomAccessFile pipe = new RandomAccessFile(full.toFile(), "rw")) {
      pipe.write(new byte[1 << 16]); // all that a pipe holds
      Process worker = worker("2").redirectOutput(full.toFile()).start();
      try {
        assertThat(worker.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(worker.exitValue()).isEqualTo(4);
      } finally {
        worker.destroyForcibly();
      }
    }
  }

  private static ProcessBuilder worker(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Installation.java().toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(WorkerMain.class.getName());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command);
  }

  private static void stop(Process process) {
    try {
      new ProcessBuilder("kill", "-STOP", Long.toString(process.pid())).start();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  @Test
  void whatAPhaseTakesIsReadForTheClientAndForTheServer(@TempDir Path folder) throws Exception {
    RunTask task = faulty(folder, "none", new ArrayList<>());
    Process server = task.database().servers().start(new ProcessBuilder("sh", "-c", "read line"));
    Usage usage = make(task, Phase.LOAD, operations -> {}).resources().usage();
    endInput(server);
    Usage alone =
        make(faulty(folder, "none", new ArrayList<>()), Phase.LOAD, operations -> {})
            .resources()
            .usage();

    assertThat(usage.operations()).isEqualTo(10);
    assertThat(usage.client().residentBytes()).as("of a JVM").isGreaterThan(10 << 20);
    assertThat(usage.server().residentBytes()).as("of a shell").isBetween(1L, 10L << 20);
    assertThat(alone.client().residentBytes()).isPositive();
    assertThat(alone.server()).as("a store in the clients").isNull();
  }

  private static void endInput(Process process) {
    try {
      process.getOutputStream().close();
    } catch (IOException ended) {
      return;
    }
  }

  private static Measurement make(RunTask task, Phase phase, Runner.Listener listener)
      throws Exception {
    return make(task, phase, listener, Duration.ofSeconds(60));
  }

  private static Measurement make(
      RunTask task, Phase phase, Runner.Listener listener, Duration patience) throws Exception {
    ChildJvm jvm =
        new ChildJvm(
            new Installation(task.folders().scratch(), System.getProperty("java.class.path")));
    try (Runner.Session session = new TraceRunner(jvm, patience, null).start(task)) {
      return session.run(phase, 10, listener);
    }
  }

  @Test
  void aDatabaseBesideOthersLoadsInItsTurnBehindALastPractice(@TempDir Path folder)
      throws Exception {
    List<String> events = Collections.synchronizedList(new ArrayList<>());
    RunTask plain = faulty(folder, "none", new ArrayList<>());
    Live.Reset reset = () -> events.add("emptied");
    RunTask beside =
        Changed.with(
            Changed.with(plain, "database.reset", Optional.of(reset)),
            "iteration",
            Duration.ofMillis(100));

    Measurement load =
        make(
            beside,
            Phase.LOAD,
            new Runner.Listener() {
              @Override
              public void operations(long finished) {}

              @Override
              public void enter(RunPart part) {
                if (part == RunPart.PHASE) {
                  events.add("measured");
                }
              }

              @Override
              public boolean turn() {
                events.add("turn");
                return true;
              }
            });

    assertThat(load.failure()).isEmpty();
    assertThat(events).startsWith("emptied").endsWith("turn", "emptied", "measured", "turn");
    assertThat(Collections.frequency(events, "turn")).isEqualTo(2);
  }

  @Test
  void aFreshJvmPractisesUntilItsCompilerIsIdleWhereTimeEndsAWorkload(@TempDir Path folder)
      throws Exception {
    RunTask timed = timed(folder, Duration.ofSeconds(1));
    RunTask counted = Tasks.of(folder, new ExperimentDraft(), RunnerKind.TRACE);
    long enough = timed.enoughToWarmUp();
    Duration little = Duration.ofMillis(1);

    assertThat(timed.isPractised(enough, little, false)).isFalse();
    assertThat(timed.isPractised(enough, little, true)).isTrue();
    assertThat(timed.isPractised(enough - 1, little, true)).isFalse();
    assertThat(timed.isPractised(1, RunTask.PRACTICE, true)).isTrue();
    assertThat(timed.isPractised(1, RunTask.MOST_PRACTICE, false)).isTrue();
    assertThat(counted.isPractised(enough, little, false)).isTrue();
  }
}
