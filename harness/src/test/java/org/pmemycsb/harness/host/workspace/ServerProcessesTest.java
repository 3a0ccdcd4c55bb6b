package org.pmemycsb.harness.host.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.measure.TestServer;
import org.pmemycsb.spi.DatabaseException;

class ServerProcessesTest {
  @TempDir Path folder;

  private final ServerProcesses processes = new ServerProcesses(ProcessBuilder::start);

  @AfterEach
  void end() {
    processes.close();
  }

  private Process sleeping() throws IOException {
    return processes.start(new ProcessBuilder("sleep", "1000"));
  }

  @Test
  void aCrashThatAProcessSurvivesIsRefused() throws Exception {
    Process killed = sleeping();
    Process survivor = sleeping();

    assertThatThrownBy(() -> processes.crash(new Server(killed)))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("process " + survivor.pid() + " ");
  }

  @Test
  void aCrashThatKillsAllIsNoEndOfTheirOwn() throws Exception {
    Process killed = sleeping();

    processes.crash(new Server(killed));

    assertThat(killed.isAlive()).isFalse();
    assertThat(processes.ownEnd()).isEmpty();
  }

  @Test
  void aServerThatRunsHasNoEnd() throws Exception {
    processes.start(new ProcessBuilder("false")).waitFor();
    Process server = sleeping();
    processes.watchTheLiving();
    assertThat(processes.ownEnd(Duration.ofMillis(50))).isEmpty();
    server.destroyForcibly().waitFor();
    assertThat(processes.ownEnd(Duration.ZERO)).get(STRING).contains("status 137 (signal 9");
  }

  @Test
  void whatAnAdapterLeavesIsKilled() throws Exception {
    // It ignores SIGTERM.
    Process left =
        processes.start(new ProcessBuilder("sh", "-c", "trap '' TERM; while :; do sleep 1; done"));

    processes.close();

    assertThat(left.isAlive()).isFalse();
  }

  private String endOf(String... lines) throws Exception {
    ServerProcesses servers = new ServerProcesses(ProcessBuilder::start);
    String script = "printf '%s\\n' '" + String.join("' '", lines) + "'; exit 1";
    servers.start(
        new ProcessBuilder("sh", "-c", script).redirectOutput(folder.resolve("log").toFile()));
    return servers.ownEnd(Duration.ofSeconds(30)).orElseThrow();
  }

  @Test
  void aFullDiskIsNamedAlsoIfTheServerPrintedMoreAfterIt() throws Exception {
    assertThat(
            endOf(
                "ready",
                "PANIC: No space left on device",
                "recovers",
                "x",
                "FATAL: No space left on device",
                "a",
                "b",
                "c"))
        .endsWith(": FATAL: No space left on device | ... | a | b | c");
  }

  @Test
  void theLastLinesOfTheLogAreEnoughIfTheyNameTheFullDisk() throws Exception {
    assertThat(endOf("No space left on device: 1", "a", "b", "No space left on device: 2"))
        .endsWith(": a | b | No space left on device: 2");
    assertThat(endOf("a", "b", "c", "d")).endsWith(": b | c | d");
  }

  /** Its crash kills one process. */
  private record Server(Process process) implements TestServer {
    @Override
    public void crash() {
      process.destroyForcibly().onExit().join();
    }
  }
}
