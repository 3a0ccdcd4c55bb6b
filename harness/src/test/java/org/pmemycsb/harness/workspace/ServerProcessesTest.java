package org.pmemycsb.harness.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerProcessesTest {
  @TempDir Path folder;

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
        .endsWith("its log ends with: FATAL: No space left on device | ... | a | b | c");
  }

  @Test
  void theLastLinesOfTheLogAreEnoughIfTheyNameTheFullDisk() throws Exception {
    assertThat(endOf("No space left on device: 1", "a", "b", "No space left on device: 2"))
        .endsWith("its log ends with: a | b | No space left on device: 2");
    assertThat(endOf("a", "b", "c", "d")).endsWith("its log ends with: b | c | d");
  }
}
