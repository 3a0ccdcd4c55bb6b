package org.pmemycsb.harness.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.CpuList;

/** On a tree of files as the kernel makes it: two nodes of two cores with two threads each. */
class ProcessorsTest {
  @TempDir private Path root;
  private Path sys;

  @BeforeEach
  void makeMachine() throws IOException {
    sys = root.resolve("sys");
    write("devices/system/cpu/online", "0-7\n");
    for (int cpu = 0; cpu < 8; cpu++) {
      String siblings = cpu % 4 + "," + (cpu % 4 + 4) + "\n";
      write("devices/system/cpu/cpu" + cpu + "/topology/thread_siblings_list", siblings);
    }
    write("devices/system/node/node0/cpulist", "0-1,4-5\n");
    write("devices/system/node/node1/cpulist", "2-3,6-7\n");
    write("devices/system/node/node2/cpulist", "\n");
  }

  private void write(String file, String text) throws IOException {
    Path path = sys.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private Processors read(String allowed) throws IOException {
    Path status =
        Files.writeString(
            root.resolve("status"),
            "Name:\tjava\nCpus_allowed:\tff\nCpus_allowed_list:\t%s\nMems_allowed_list:\t0-1\n"
                .formatted(allowed));
    return Processors.read(status, sys);
  }

  private static CpuList cpus(String text) {
    return CpuList.parse(text);
  }

  @Test
  void nodesAndCoresAreThoseOfTheKernel() throws IOException {
    Processors all = read("0-127");

    assertThat(all.allowed()).as("without those that are off").isEqualTo(cpus("0-7"));
    assertThat(all.nodes()).isEqualTo(Map.of(0, cpus("0-1,4-5"), 1, cpus("2-3,6-7")));
    assertThat(all.cores()).containsExactly(cpus("0,4"), cpus("1,5"), cpus("2,6"), cpus("3,7"));
    assertThat(all.memory()).isEqualTo(cpus("0-1"));
  }

  @Test
  void whatTheProcessMayNotUseIsLeftOut() throws IOException {
    Processors some = read("0,4,6");

    assertThat(some.nodes()).isEqualTo(Map.of(0, cpus("0,4"), 1, cpus("6")));
    assertThat(some.cores()).containsExactly(cpus("0,4"), cpus("6"));
  }

  @Test
  void halvesKeepTheThreadsOfACoreTogether() throws IOException {
    Processors all = read("0-7");

    assertThat(all.halves(cpus("0-7"))).containsExactly(cpus("0-1,4-5"), cpus("2-3,6-7"));
    assertThat(all.halves(cpus("2-3,6-7"))).containsExactly(cpus("2,6"), cpus("3,7"));
    assertThat(all.halves(cpus("0-2")))
        .as("the clients get the larger")
        .hasSize(2)
        .first()
        .isEqualTo(cpus("0-1"));
  }

  @Test
  void oneCoreIsHalvedByItsThreadsAndOneThreadNotAtAll() throws IOException {
    assertThat(read("0,4").halves(cpus("0,4"))).containsExactly(cpus("0"), cpus("4"));
    assertThat(read("4").halves(cpus("4"))).containsExactly(cpus("4"));
  }

  @Test
  void theNodeOfADeviceIsThatOfTheNearestThatTellsIt() throws IOException {
    write("devices/LNXSYSTM/ndbus0/region1/numa_node", "1\n");
    write("devices/LNXSYSTM/ndbus0/region1/pfn1.1/block/pmem1/size", "8\n");
    write("devices/pci/nvme/numa_node", "-1\n");
    write("devices/pci/nvme/block/nvme0n1/size", "8\n");
    write("devices/virtual/block/dm-0/size", "8\n");
    Path block = Files.createDirectories(sys.resolve("class/block"));
    link(block, "pmem1", "devices/LNXSYSTM/ndbus0/region1/pfn1.1/block/pmem1");
    link(block, "nvme0n1", "devices/pci/nvme/block/nvme0n1");
    link(block, "dm-0", "devices/virtual/block/dm-0");
    Processors all = read("0-7");

    assertThat(all.nodeOfDevice(Path.of("/dev/pmem1"))).isEqualTo(OptionalInt.of(1));
    for (String none : List.of("/dev/nvme0n1", "/dev/dm-0", "tmpfs", "/dev/gone", "/")) {
      assertThat(all.nodeOfDevice(Path.of(none))).as(none).isEmpty();
    }
  }

  private void link(Path block, String name, String device) throws IOException {
    Files.createSymbolicLink(block.resolve(name), sys.resolve(device));
  }

  @Test
  void aSystemWithoutTheFilesIsRefusedInOneLine() {
    assertThatThrownBy(() -> Processors.read(root.resolve("none"), sys))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("placement: ");
  }

  private static final String STATUS =
      "Name:\tredis-server\nState:\tS (sleeping)\nCpus_allowed_list:\t2-3\nMems_allowed_list:\t0-1\n";

  private static Binding binding(String cpus, OptionalInt node) {
    return new Binding(cpus(cpus), node, Path.of("/usr/bin/tool"));
  }

  @Test
  void aProcessElsewhereIsFound() {
    Binding bound = binding("2-3", OptionalInt.empty());

    assertThat(bound.difference(STATUS, "")).isEmpty();
    assertThat(binding("2", OptionalInt.empty()).difference(STATUS, ""))
        .contains("processors 2-3, not 2");
    assertThat(bound.difference(STATUS.replace("S (sl", "Z (sl"), "")).isEmpty();
    assertThat(bound.difference("", "")).as("it has ended").isEmpty();
  }

  @Test
  void memoryOfAnotherNodeIsFound() throws IOException {
    Binding bound = binding("2-3", OptionalInt.of(1));
    String maps = "55d0 %s file=/usr/bin/redis-server mapped=4 N1=4\n55e0 default heap\n";
    Files.writeString(root.resolve("numa_maps"), maps.formatted("bind:1"));

    assertThat(bound.difference(STATUS, Binding.memoryPolicy(root))).isEmpty();
    assertThat(bound.difference(STATUS, "default")).get(STRING).contains("default", "bind:1");
  }

  @Test
  void theToolBecomesTheCommand() {
    assertThat(binding("0,2-3", OptionalInt.empty()).command(List.of("/bin/x", "-c")))
        .containsExactly("/usr/bin/tool", "-c", "0,2-3", "/bin/x", "-c");
    assertThat(binding("0", OptionalInt.of(1)).command(List.of("/bin/x")))
        .containsExactly("/usr/bin/tool", "--physcpubind=0", "--membind=1", "/bin/x");
  }
}
