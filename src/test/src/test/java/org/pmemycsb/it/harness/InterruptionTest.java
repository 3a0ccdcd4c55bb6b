package org.pmemycsb.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.result.Journal;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.spi.SafeFolder;

/** However the harness ends, no finished run is lost and nothing stays behind. */
class InterruptionTest {
  private static final int RUNS = 2;
  private static final int PHASES = 2;

  @TempDir private Path folder;
  private Path medium;
  private Path disk;
  private Path out;

  @BeforeEach
  void makePlaces() throws IOException {
    medium = Files.createDirectory(folder.resolve("medium"));
    disk = Files.createDirectory(folder.resolve("disk"));
    out = folder.resolve("out");
  }

  /** Starts the experiment, or resumes it. */
  private HarnessProcess start() throws IOException {
    String run = "run --place pmem=%s --place disk=%s ";
    if (Files.exists(out.resolve("environment.json"))) {
      return HarnessProcess.start(folder, Map.of(), run + "--resume %s", medium, disk, out);
    }
    if (Files.exists(out)) { // killed before the folder was whole: no result folder yet
      assertThat(out.resolve(Journal.FILE)).doesNotExist();
      SafeFolder.delete(out);
    }
    Path experiment =
        Files.writeString(
            folder.resolve("slow.yaml"),
            """
            db: [{faulty: {fault: slow, place: [disk, pmem]}}]
            workloads: [load, A]
            records: 300
            operations: 300
            repeats: 1
            """);
    return HarnessProcess.start(
        folder, Map.of(), run + "--out %s %s", medium, disk, out, experiment);
  }

  private List<PhaseResult> journal() throws IOException {
    return new Journal(out).read();
  }

  private void assertComplete() throws IOException {
    List<PhaseResult> phases = journal();
    assertThat(phases).hasSize(RUNS * PHASES).allMatch(PhaseResult::valid);
    Set<String> once = new HashSet<>();
    phases.forEach(phase -> assertThat(once.add(phase.run() + phase.phase())).isTrue());
    assertThat(Files.readAllLines(out.resolve("summary.csv"))).hasSize(1 + 2 * PHASES);
    assertNothingIsLeft();
  }

  private void assertNothingIsLeft() {
    assertThat(medium).isEmptyDirectory();
    assertThat(disk).isEmptyDirectory();
  }

  private static List<ProcessHandle> childrenOf(Process harness) {
    return harness.descendants().toList();
  }

  private static void assertGone(List<ProcessHandle> children) throws Exception {
    for (ProcessHandle child : children) {
      child.onExit().get(60, TimeUnit.SECONDS);
    }
  }

  @Test
  void sigintKeepsWhatIsFinishedStopsWhatWasStartedAndSaysHowToGoOn() throws Exception {
    HarnessProcess harness = start();
    harness.awaitMessage("run 2 of 2");
    List<ProcessHandle> children = childrenOf(harness.process());
    new ProcessBuilder("kill", "-INT", Long.toString(harness.process().pid())).start().waitFor();
    HarnessProcess.Ended ended = harness.await().hasStatus(130);

    assertThat(ended.complaint()).contains("interrupted").contains("--resume " + out);
    assertNothingIsLeft();
    assertGone(children);
    assertThat(journal()).hasSize(PHASES);

    start().await().hasStatus(0);
    assertComplete();
  }

  @Test
  void sigkillLosesAndRepeatsNoFinishedRunAndTheNextStartCleansBothPlaces() throws Exception {
    HarnessProcess harness = start();
    harness.awaitMessage("run 2 of 2");
    List<ProcessHandle> children = childrenOf(harness.process());
    harness.process().destroyForcibly().waitFor();
    List<PhaseResult> before = journal();
    assertThat(before).hasSize(PHASES);
    assertThat(medium).isNotEmptyDirectory();
    assertThat(disk).isNotEmptyDirectory();

    assertThat(start().await().hasStatus(0).complaint())
        .contains("removed " + medium, "removed " + disk);

    assertGone(children);
    assertComplete();
    assertThat(journal()).containsAll(before);
    assertThat(Files.readAllLines(out.resolve(Journal.FILE))).hasSize(RUNS * PHASES);
  }

  @Test
  void controlCOnATerminalDoesTheSame() throws Exception {
    HarnessProcess harness =
        HarnessProcess.startOnTerminal(
            folder, "run --db faulty{fault=slow} --place pmem=%s --out %s", medium, out);
    harness.awaitMessage("run 1 of");
    List<ProcessHandle> children = childrenOf(harness.process());
    harness.process().getOutputStream().write(3);
    harness.process().getOutputStream().flush();
    HarnessProcess.Ended ended = harness.await().hasStatus(130);

    assertThat(ended.out()).contains("interrupted").contains("--resume " + out);
    assertNothingIsLeft();
    assertGone(children);
  }

  /** The trace is long, so it is still read when the signal comes. */
  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void sigintWhileATraceIsConvertedEndsAtOnceAndLeavesNothing() throws Exception {
    Path trace = folder.resolve("long.csv");
    try (RandomAccessFile file = new RandomAccessFile(trace.toFile(), "rw")) {
      for (long line = 1; line <= 4000; line++) { // keys of 16 MiB of zeros, which take no space
        file.writeBytes("0,");
        file.seek(line << 24);
        file.writeBytes(",3,7,1,get,0\n");
      }
    }
    HarnessProcess harness =
        HarnessProcess.start(folder, Map.of(), "convert --format twitter %s %s", trace, out);
    while (!hasOpen(harness.process(), trace)) {
      Thread.sleep(20);
    }
    new ProcessBuilder("kill", "-INT", Long.toString(harness.process().pid())).start().waitFor();
    harness.await().hasStatus(130);

    assertThat(out).doesNotExist();
    assertThat(Path.of(out + ".part")).doesNotExist();
  }

  private static boolean hasOpen(Process process, Path file) throws IOException {
    Path opened = Path.of("/proc", Long.toString(process.pid()), "fd");
    try (DirectoryStream<Path> all = Files.newDirectoryStream(opened)) {
      for (Path each : all) {
        if (Files.isSymbolicLink(each) && Files.readSymbolicLink(each).equals(file)) {
          return true;
        }
      }
    }
    return false;
  }

  @Tag("everything")
  @Test
  void sigkillAtTwentyMomentsLosesNoFinishedRunAndTheNextStartCleansUp() throws Exception {
    Random random = new Random(20);
    int kills = 0;
    int known = 0;
    while (kills < 20) {
      HarnessProcess harness = start();
      boolean ended = harness.process().waitFor(300 + random.nextInt(3500), TimeUnit.MILLISECONDS);
      List<ProcessHandle> children = childrenOf(harness.process());
      harness.process().destroyForcibly().waitFor();
      assertGone(children);
      int finished = journal().size();
      assertThat(finished).as("phases in the journal").isGreaterThanOrEqualTo(known);
      known = finished;
      kills++;
      if (ended) {
        harness.await().hasStatus(0);
        assertComplete();
        // Done before the kills are: begin anew.
        SafeFolder.delete(out);
        known = 0;
      }
    }
    start().await().hasStatus(0);
    assertComplete();
  }
}
