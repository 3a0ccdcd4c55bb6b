package org.pmemycsb.it.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.result.Journal;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.run.Workspace;

/** What can go wrong with a server of ours, on the real ones. */
class ServerFaultsTest {
  private static final boolean ROOT = "root".equals(System.getProperty("user.name"));

  private Path folder;
  private Path medium;

  @BeforeEach
  void makeMedium() throws IOException {
    // Where another user than root can pass through.
    folder = Files.createTempDirectory(Path.of("/dev/shm"), "faults-");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    medium = Files.createDirectory(folder.resolve("medium"));
  }

  @AfterEach
  void remove() throws IOException {
    Workspace.deleteTree(folder);
  }

  private HarnessProcess start(String out, String databases, long operations, int repeats)
      throws IOException {
    return HarnessProcess.start(
        folder,
        Map.of(),
        "run",
        "--db",
        databases,
        "--workloads",
        "A",
        "--records",
        "1000",
        "--operations",
        Long.toString(operations),
        "--repeats",
        Integer.toString(repeats),
        "--pmem",
        medium.toString(),
        "--out",
        folder.resolve(out).toString());
  }

  private List<PhaseResult> journal(String out) throws IOException {
    return new Journal(folder.resolve(out)).read();
  }

  /**
   * @param program its name as an expression: Debian's redis-server is a link to another name
   */
  private static ProcessHandle server(Process harness, String program) throws InterruptedException {
    while (harness.isAlive()) {
      Optional<ProcessHandle> found =
          harness
              .children()
              .filter(child -> child.info().command().orElse("").matches(".*/" + program))
              .findFirst();
      if (found.isPresent()) {
        return found.get();
      }
      Thread.sleep(5);
    }
    throw new AssertionError("there was no " + program);
  }

  @Tag("everything")
  @ParameterizedTest
  @CsvSource({"redis,redis-[a-z-]+,40000", "postgres,postgres,20000"})
  void aServerThatIsKilledMakesItsPhaseInvalidAndTheNextRunIsClean(
      String database, String program, long operations) throws Exception {
    HarnessProcess harness = start("out", database, operations, 2);
    harness.awaitMessage("  load ");
    ProcessHandle server = server(harness.process(), program);
    if (ROOT && database.equals("postgres")) {
      assertThat(server.info().user())
          .as("whose process it is")
          .isPresent()
          .get()
          .isNotEqualTo("root");
    }
    List<ProcessHandle> workers = harness.process().descendants().toList();
    server.destroyForcibly();
    HarnessProcess.Ended ended = harness.await().hasStatus(1);

    assertThat(journal("out")).hasSize(4);
    PhaseResult killed = journal("out").get(1);
    assertThat(killed.valid()).isFalse();
    assertThat(killed.reason())
        .containsIgnoringCase(database)
        .containsPattern("refused|killed|ended|gone|reached|terminating");
    assertThat(journal("out").subList(2, 4)).allMatch(PhaseResult::valid);
    assertThat(ended.complaint()).contains("INVALID: " + database + ", phase A");
    assertThat(medium).isEmptyDirectory();
    for (ProcessHandle worker : workers) {
      worker.onExit().get(20, TimeUnit.SECONDS);
    }
  }

  @Test
  void aPortThatIsTakenIsSaid() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      Path experiment =
          Files.writeString(
              folder.resolve("port.yaml"),
              "databases: [{postgres: {port: %d}}]\nrecords: 10\noperations: 10\nrepeats: 1\n"
                  .formatted(taken.getLocalPort()));
      HarnessProcess.Ended ended =
          HarnessProcess.runHere(
                  "run",
                  experiment.toString(),
                  "--quiet",
                  "--pmem",
                  medium.toString(),
                  "--out",
                  folder.resolve("out").toString())
              .hasStatus(2);
      assertThat(ended.err())
          .contains("port " + taken.getLocalPort() + " is taken")
          .hasLineCount(1);
      assertThat(medium).isEmptyDirectory();
    }
  }

  @Tag("everything")
  @ParameterizedTest
  @CsvSource({"redis,12m,INVALID: redis", "postgres,96m,INVALID: postgres"})
  void aFullDiskUnderTheServerIsAnInvalidCell(String database, String size, String message)
      throws Exception {
    assumeTrue(ROOT, "only root can mount a small file system");
    mount("mount", "-t", "tmpfs", "-o", "mode=755,size=" + size, "tmpfs", medium.toString());
    try {
      HarnessProcess.Ended ended =
          HarnessProcess.runHere(
                  "run",
                  "--db",
                  database,
                  "--workloads",
                  "A",
                  "--records",
                  "40000",
                  "--operations",
                  "1000",
                  "--value-size",
                  "2048",
                  "--repeats",
                  "1",
                  "--pmem",
                  medium.toString(),
                  "--out",
                  folder.resolve("out").toString(),
                  "--quiet")
              .hasStatus(1);
      assertThat(ended.complaint()).contains(message);
      assertThat(medium).isEmptyDirectory();
    } finally {
      mount("umount", medium.toString());
    }
  }

  private static void mount(String... command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes());
    assertThat(process.onExit().join().exitValue()).as(said).isZero();
  }

  @Tag("everything")
  @Test
  void harnessesBesideEachOtherDoNotDisturbEachOthersServers() throws Exception {
    HarnessProcess one = start("one", "redis,postgres", 4000, 1);
    HarnessProcess victim = start("victim", "redis", 1_000_000, 1);
    victim.awaitMessage("  load ");
    List<ProcessHandle> children = new ArrayList<>(victim.process().descendants().toList());
    victim.process().destroyForcibly().waitFor();

    // It removes what the victim left, while the first still works.
    HarnessProcess next = start("next", "redis", 1000, 1);
    next.await().hasStatus(0);
    one.await().hasStatus(0);

    assertThat(journal("one")).hasSize(4).allMatch(PhaseResult::valid);
    assertThat(journal("next")).hasSize(2).allMatch(PhaseResult::valid);
    for (ProcessHandle child : children) {
      child.onExit().get(20, TimeUnit.SECONDS);
    }
    assertThat(medium).isEmptyDirectory();
  }
}
