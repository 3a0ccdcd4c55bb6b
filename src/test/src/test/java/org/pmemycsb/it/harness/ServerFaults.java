package org.pmemycsb.it.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.pmemycsb.harness.result.Journal;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.spi.SafeFolder;

/** Runs of the harness in a folder of their own, and what goes wrong with their servers. */
final class ServerFaults implements AutoCloseable {
  private static final boolean ROOT = "root".equals(System.getProperty("user.name"));

  private final Path folder;
  private final Path medium;

  ServerFaults() throws IOException {
    // Where another user than root can pass through.
    folder = Files.createTempDirectory(Path.of("/dev/shm"), "faults-");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    medium = Files.createDirectory(folder.resolve("medium"));
  }

  Path folder() {
    return folder;
  }

  Path medium() {
    return medium;
  }

  /**
   * @param database the arguments that name it
   */
  HarnessProcess start(String out, String database, long operations, int repeats)
      throws IOException {
    return HarnessProcess.start(
        folder,
        Map.of(),
        """
        run --output details --workloads A --records 1000 --calibrate 0 --operations %s
        --repeats %s --place pmem=%s --out %s
        """
            + database,
        operations,
        repeats,
        medium,
        folder.resolve(out));
  }

  List<PhaseResult> journal(String out) throws IOException {
    return new Journal(folder.resolve(out)).read();
  }

  /**
   * Kills the server in workload A of the first of two runs. That phase must be INVALID, the other
   * run valid, and nothing left.
   *
   * @param program the name of the server's program as an expression: Debian's redis-server is a
   *     link to another name
   * @return the phase of the killed server
   */
  PhaseResult killTheServer(String database, String program, long operations) throws Exception {
    HarnessProcess harness = start("out", database, operations, 2);
    harness.awaitMessage("  load ");
    ProcessHandle server = server(harness.process(), program);
    if (ROOT && server.info().command().orElse("").endsWith("/postgres")) {
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
    assertThat(killed.reason()).containsPattern("refused|killed|ended|gone|reached|terminating");
    assertThat(journal("out").subList(2, 4)).allMatch(PhaseResult::valid);
    assertThat(ended.complaint()).contains("INVALID: " + killed.conditions().described() + ": ");
    assertThat(medium).isEmptyDirectory();
    for (ProcessHandle worker : workers) {
      worker.onExit().get(60, TimeUnit.SECONDS);
    }
    return killed;
  }

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

  /**
   * Loads 80 MB of values onto a smaller file system, which must be an INVALID cell.
   *
   * @param size of the file system, as mount takes it
   */
  void fillTheDisk(String database, String size, String message) throws IOException {
    assumeTrue(ROOT, "only root can mount a small file system");
    mount("mount", "-t", "tmpfs", "-o", "mode=755,size=" + size, "tmpfs", medium.toString());
    try {
      HarnessProcess.Ended ended =
          HarnessProcess.runHere(
                  """
                  run --output quiet --workloads A --records 5000 --operations 1000
                  --value-size 16KiB --repeats 1 --calibrate 0 --place pmem=%s --out %s
                  """
                      + database,
                  medium,
                  folder.resolve("out"))
              .hasStatus(1);
      assertThat(ended.complaint()).containsIgnoringCase(message);
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

  @Override
  public void close() throws IOException {
    SafeFolder.delete(folder);
  }
}
