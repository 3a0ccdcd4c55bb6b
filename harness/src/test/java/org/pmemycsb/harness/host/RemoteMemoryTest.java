package org.pmemycsb.harness.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.plan.design.CpuList;
import org.pmemycsb.harness.plan.design.Placement;
import org.pmemycsb.harness.plan.settings.Settings;

/** On a tree of files as the kernel makes it: two nodes with processors, and two without. */
class RemoteMemoryTest {
  @TempDir private Path root;

  @BeforeEach
  void makeMachine() throws IOException {
    node(0, "0-3\n");
    node(1, "4-7\n");
    node(2, "\n");
    node(3, "\n");
  }

  private void node(int number, String processors) throws IOException {
    Path folder = root.resolve("sys/devices/system/node/node" + number);
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("cpulist"), processors);
  }

  private static Placement placement(String text) {
    return Settings.PLACEMENT.parse(List.of(text));
  }

  /** What is said if this process may use these processors. */
  private Optional<String> reads(String nodes, String allowed, String placement)
      throws IOException {
    Path status =
        Files.writeString(
            root.resolve("status"),
            "Cpus_allowed_list:\t%s\nMems_allowed_list:\t0-3\n".formatted(allowed));
    return RemoteMemory.reads(
        CpuList.parse(nodes), placement(placement), status, root.resolve("sys"));
  }

  @ParameterizedTest
  @CsvSource({
    "2, 0-7, none, node 2 (no processors: CXL or PMem as memory)",
    "2-3, 0-7, split, nodes 2-3 (no processors: CXL or PMem as memory)",
    "1, 0-3, none, node 1 (the run's processors are on another node)",
    "1, 0-7, 0-1/2-3, node 1 (the run's processors are on another node)",
    "'1,2', 0-3, none, nodes 1-2 (the run's processors are on another node)",
    "1, 0-7, none,", // it may be the run's own
    "1, 0-7, 0-3/4,",
    "'0,2', 0-3, none,", // some of the memory is near
    "4, 0-3, none,", // the kernel does not know the node
  })
  void aNodeWithoutProcessorsOfTheRunIsNamed(
      String nodes, String allowed, String placement, String named) throws IOException {
    assertThat(reads(nodes, allowed, placement))
        .isEqualTo(Optional.ofNullable(named).map(node -> "reads from NUMA " + node));
  }

  @ParameterizedTest
  @CsvSource({
    "'rw,relatime,size=4k,mpol=bind:1', default, 1",
    "'rw,mpol=bind=static:2-3,inode64', default, 2-3",
    "'rw,mpol=bind:0,2,huge=always', default, '0,2'",
    "'rw,mpol=bind:1', bind:0, 1",
    "'rw,relatime', bind:1, 1",
    "'rw,relatime', default, ",
    "'rw,relatime', prefer:1, ",
    "'rw,mpol=prefer:1', bind:2, ",
    "'rw,mpol=interleave:0-1', default, ",
    "'rw,relatime', '', ",
  })
  void theMountBindsMemoryOrElseTheProcess(String options, String policy, String nodes) {
    assertThat(RemoteMemory.nodes(options, policy))
        .isEqualTo(Optional.ofNullable(nodes).map(CpuList::parse));
  }

  @Test
  void aFolderThatIsNotOnATmpfsHasNoNode() {
    assertThat(RemoteMemory.reads(Path.of("/proc"), Placement.NONE)).isEmpty();
    assertThat(RemoteMemory.reads(root.resolve("gone"), Placement.NONE)).isEmpty();
  }
}
