package org.pmemycsb.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.measure.Fleet;
import org.pmemycsb.harness.measure.WorkerGroup;

/** A true cluster of Spark with two machines, in which something is killed. */
@Tag("everything")
@Timeout(600)
class LostMachineTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String LOST =
      "machine [12] \\(127\\.0\\.0\\.1\\): the executor was lost: .*";
  private static final List<String> LONG = List.of("work 90000 1", "work 90000 1");
  private static final List<String> SHORT = List.of("work 10 1", "work 10 1");

  @TempDir private static Path clusterFolder;
  @TempDir private Path folder;
  private static Standalone cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = new Standalone(clusterFolder, 2);
  }

  @AfterAll
  static void stop() throws IOException {
    cluster.close();
  }

  @AfterEach
  void nothingIsLeft() throws Exception {
    assertThat(Fleets.gone(SOON)).isTrue();
  }

  private static Fleet open(Standalone in, int machines) throws Exception {
    // Many JVMs start at the same time, on a machine that may be busy.
    System.setProperty(SparkFleet.PATIENCE, machines == 2 ? "120s" : "45s");
    return Fleets.open(in.url(), machines);
  }

  /** Does it once, when all machines are in the phase. */
  private static List<WorkerGroup.Answer> during(WorkerGroup group, Runnable deed)
      throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    return group.phase(
        LONG,
        operations -> {
          if (operations == 2 && !done.getAndSet(true)) {
            deed.run();
          }
        });
  }

  private static void assertWhole(Fleet fleet) throws Exception {
    try (WorkerGroup next = Fleets.start(fleet, 2)) {
      assertThat(next.phase(SHORT, none -> {})).allMatch(answer -> answer.line().isPresent());
    }
  }

  private static void assertFailed(List<WorkerGroup.Answer> answers, String pattern) {
    assertThat(answers)
        .hasSize(2)
        .allSatisfy(answer -> assertThat(answer.failure().orElseThrow()).matches(pattern));
  }

  private static void signal(String signal, ProcessHandle process) {
    try {
      new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
    } catch (IOException | InterruptedException failed) {
      throw new IllegalStateException(failed);
    }
  }

  @Test
  void aMachineThatIsLostForGoodIsFoundAndAnotherTakesItsPlace() throws Exception {
    try (Fleet fleet = open(cluster, 2)) {
      try (WorkerGroup group = Fleets.start(fleet, 2)) {
        assertFailed(during(group, () -> cluster.worker(1).destroyForcibly()), LOST);
        assertThat(Fleets.gone(SOON)).isTrue();
      }
      SparkFleet impatient = (SparkFleet) fleet;
      impatient.patience = 3;
      assertTooFew(fleet);
      try (WorkerGroup alone = Fleets.start(fleet, 1)) {
        assertThat(alone.phase(List.of("work 10 1"), none -> {}))
            .singleElement()
            .matches(answer -> answer.line().isPresent());
      }
      // Only the first run waits, or a long plan would wait once for each.
      impatient.patience = 10_000;
      assertTooFew(fleet);
      cluster.addWorker();
      while (impatient.executors() < 2) {
        Thread.sleep(100);
      }
      assertWhole(fleet);
    }
  }

  private static void assertTooFew(Fleet fleet) {
    assertThatThrownBy(() -> Fleets.start(fleet, 2))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll(
            "1 of 2 machines", "spark.pmemycsb.patience", "PMEM_YCSB_SPARK_CONF");
  }

  @Test
  void aKilledHarnessLeavesNothing() throws Exception {
    Path log = folder.resolve("harness.log");
    Process harness = harness(log);
    while (!Files.readString(log).contains("runs")) {
      assertThat(harness.isAlive()).as(Files.readString(log)).isTrue();
      Thread.sleep(50);
    }
    assertThat(Fleets.scripts()).hasSize(2);
    harness.destroyForcibly();
    assertThat(Fleets.gone(SOON)).isTrue();
    for (int i = 0; i < 2; i++) {
      for (ProcessHandle each : Standalone.executors(cluster.worker(i))) {
        each.onExit().get();
      }
    }
  }

  @Test
  void whatWorkersAreToldIsInNoCommandEnvironmentOrLog() throws Exception {
    String secret = "s3cret-of-the-cluster";
    Map<String, String> settings =
        Map.of(
            "spark.authenticate", "true",
            "spark.authenticate.secret", secret,
            "spark.network.crypto.enabled", "true");
    Path defaults = folder.resolve("defaults.conf");
    Files.write(
        defaults, settings.entrySet().stream().map(e -> e.getKey() + " " + e.getValue()).toList());
    settings.forEach(System::setProperty);
    try (Standalone guarded = new Standalone(folder, 2, "--properties-file", defaults.toString());
        Fleet fleet = open(guarded, 2);
        WorkerGroup group = Fleets.start(fleet, 2)) {
      group.tell(List.of("remember passw0rd", "remember passw0rd"));
      List<String> seen = new ArrayList<>();
      List<WorkerGroup.Answer> answers =
          group.phase(List.of("work 2500 1", "work 2500 1"), operations -> seen.addAll(visible()));
      assertThat(answers).allMatch(answer -> answer.line().orElseThrow().endsWith(" passw0rd"));
      assertThat(seen)
          .anyMatch(each -> each.contains("cluster.Script"))
          .noneMatch(each -> each.contains("passw0rd"))
          .filteredOn(each -> each.contains(Fleets.MARK))
          .isNotEmpty()
          .noneMatch(each -> each.contains(secret));
      assertThat(guarded.said()).contains("Running Spark").doesNotContain("passw0rd", secret);
    } finally {
      settings.keySet().forEach(System::clearProperty);
    }
  }

  /** Commands and environments of Spark's processes and of the workers. */
  private static List<String> visible() {
    List<String> all = new ArrayList<>();
    for (ProcessHandle each : ProcessHandle.current().descendants().toList()) {
      all.add(Fleets.read(each, "cmdline"));
      all.add(Fleets.read(each, "environ"));
    }
    return all;
  }

  private Process harness(Path log) throws Exception {
    List<String> command =
        Standalone.java(
            "-Xmx512m",
            "-cp",
            System.getProperty("java.class.path"),
            LostMachineTest.class.getName(),
            cluster.url());
    Files.writeString(log, "");
    return cluster.start(command, log);
  }

  /** A harness that runs until it is killed. */
  public static void main(String[] arguments) throws Exception {
    System.setProperty(SparkFleet.PATIENCE, "90s");
    try (Fleet fleet = Fleets.open(arguments[0], 2);
        WorkerGroup group = Fleets.start(fleet, 2)) {
      group.phase(
          LONG,
          operations -> {
            if (operations == 2) {
              System.out.println("runs");
            }
          });
    }
  }

  @Test
  void tooFewMachinesAreOneLine() {
    assertThatThrownBy(() -> open(cluster, 3))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("cluster " + cluster.url() + ": ")
        // On a busy machine, not even these two may be there by then.
        .hasMessageMatching(".*: [0-2] of 3 machines .*45 s; .*");
    assertThat(IntStream.range(0, 2).filter(i -> cluster.worker(i).isAlive()).count()).isEqualTo(2);
  }

  /** What leaves the fleet usable. */
  @Nested
  class OneFleet {
    private static Fleet fleet;

    @BeforeAll
    static void open() throws Exception {
      fleet = LostMachineTest.open(cluster, 2);
    }

    @AfterAll
    static void close() {
      fleet.close();
    }

    @Test
    void phasesStartTogetherAndALateOneIsAwaited() throws Exception {
      try (WorkerGroup group = Fleets.start(fleet, 2)) {
        // Longer than Spark waits for a silent executor.
        List<WorkerGroup.Answer> answers = group.phase(List.of("slow 12000", "slow 0"), none -> {});
        assertThat(answers).allMatch(answer -> answer.line().equals(Optional.of("started ")));
        for (int i = 0; i < 5; i++) {
          answers = group.phase(SHORT, none -> {});
          List<String[]> words =
              answers.stream().map(answer -> answer.line().orElseThrow().split(" ")).toList();
          assertThat(words.get(0)[0]).isNotEqualTo(words.get(1)[0]);
        }
      }
    }

    @Test
    void aKilledExecutorIsFoundAndTheNextRunIsWhole() throws Exception {
      try (WorkerGroup group = Fleets.start(fleet, 2)) {
        List<ProcessHandle> executors = Standalone.executors(cluster.worker(0));
        assertFailed(during(group, () -> executors.forEach(ProcessHandle::destroyForcibly)), LOST);
        assertThat(Fleets.gone(SOON)).isTrue();
      }
      assertWhole(fleet);
    }

    @Test
    void aStoppedExecutorIsFoundAndTheNextRunIsWhole() throws Exception {
      try (WorkerGroup group = Fleets.start(fleet, 2, Duration.ofSeconds(60))) {
        List<ProcessHandle> executors = Standalone.executors(cluster.worker(0));
        assertFailed(during(group, () -> executors.forEach(each -> signal("STOP", each))), LOST);
        // What cannot be told ends by its deadline.
        assertThat(Fleets.gone(Duration.ofSeconds(120))).isTrue();
      }
      assertWhole(fleet);
    }
  }
}
