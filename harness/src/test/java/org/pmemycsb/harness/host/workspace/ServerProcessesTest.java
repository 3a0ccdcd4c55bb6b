package org.pmemycsb.harness.host.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Restartable;

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
  private record Server(Process process) implements Restartable {
    @Override
    public void crash() {
      process.destroyForcibly().onExit().join();
    }

    @Override
    public void restart() {}

    @Override
    public Properties clientProperties() {
      return new Properties();
    }

    @Override
    public void reset() {}

    @Override
    public String version() {
      return "1";
    }

    @Override
    public Durability effectiveDurability() {
      return Durability.NONE;
    }

    @Override
    public void close() {}
  }
}
