package org.pmemycsb.harness.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.host.MemoryControl.Version;

class MemoryControlTest {
  @TempDir private Path folder;
  private Path proc;
  private Path groups;

  @BeforeEach
  void machine() throws IOException {
    proc = Files.createDirectories(folder.resolve("proc"));
    groups = Files.createDirectory(folder.resolve("cgroup"));
    write(proc.resolve("meminfo"), "MemTotal:       24683520 kB\nMemFree:  1 kB\n");
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private void process(String mount, String group) throws IOException {
    write(proc.resolve("self/mountinfo"), "22 1 0:5 / /proc rw - proc proc rw\n" + mount + "\n");
    write(proc.resolve("self/cgroup"), "3:cpuset:/other\n" + group + "\n");
  }

  private Path group(String name) throws IOException {
    Path group = groups.resolve(name);
    write(group.resolve("cgroup.procs"), "");
    return group;
  }

  private void firstVersion(String root) throws IOException {
    process(
        "35 31 0:32 %s %s rw,relatime - cgroup cgroup rw,memory".formatted(root, groups),
        "4:memory:/harness");
  }

  private void secondVersion() throws IOException {
    process("41 31 0:38 / %s rw,relatime - cgroup2 cgroup2 rw".formatted(groups), "0::/user/scope");
  }

  @Test
  void firstVersionMakesGroupsBelowItsOwn() throws IOException {
    Path own = group("harness");
    firstVersion("/");
    MemoryControl control = MemoryControl.find(proc);
    assertThat(control).isEqualTo(new MemoryControl(Version.V1, own, own, 24683520L << 10));
  }

  @Test
  void mountInAContainerMayBeginAtTheGroup() throws IOException {
    group("");
    firstVersion("/harness");
    assertThat(MemoryControl.find(proc).own()).isEqualTo(groups);
  }

  @Test
  void firstVersionLimitsReadsBackAndCounts() throws IOException {
    Path own = group("harness");
    firstVersion("/");
    MemoryControl control = MemoryControl.find(proc);
    Path made = group("harness/made");
    MemoryGroup group = new MemoryGroup(Version.V1, made);
    write(made.resolve("memory.swappiness"), "60");
    assertThat(group.limit(64 << 20)).isEqualTo(64 << 20);
    assertThat(made.resolve("memory.limit_in_bytes")).hasContent("67108864");
    assertThat(made.resolve("memory.swappiness")).hasContent("0");
    write(own.resolve("memory.limit_in_bytes"), "1000\n");
    assertThat(group.limit()).isEqualTo(1000);
    assertThat(control.mostBytes()).isEqualTo(1000);
    write(own.resolve("memory.limit_in_bytes"), "9223372036854771712\n");
    assertThat(group.limit()).isEqualTo(64 << 20);
    assertThat(control.mostBytes()).isEqualTo(24683520L << 10);
    write(made.resolve("memory.oom_control"), "oom_kill_disable 0\nunder_oom 0\noom_kill 3\n");
    assertThat(group.kills()).isEqualTo(3);
    write(made.resolve("memory.stat"), "cache 900\nrss 100\nshmem 70\ntotal_rss 5\n");
    assertThat(group.unreclaimable(50)).isEqualTo(120);
    assertThat(group.unreclaimable(500)).isEqualTo(100);
  }

  @Test
  void secondVersionTakesTheNearestGroupThatGivesMemoryToOthers() throws IOException {
    Path user = group("user");
    Path own = group("user/scope");
    group("");
    // As the kernel has them: this group has processes, so it gives no controller to others.
    write(user.resolve("cgroup.subtree_control"), "cpu memory\n");
    Files.createDirectory(own.resolve("cgroup.subtree_control"));
    secondVersion();
    MemoryControl control = MemoryControl.find(proc);
    assertThat(control.version()).isEqualTo(Version.V2);
    assertThat(control.own()).isEqualTo(own);
    assertThat(control.parent()).isEqualTo(user);
  }

  @Test
  void secondVersionLimitsReadsBackAndCounts() throws IOException {
    Path made = group("user/made");
    MemoryGroup group = new MemoryGroup(Version.V2, made);
    write(made.resolve("memory.swap.max"), "max");
    assertThat(group.limit(1 << 20)).isEqualTo(1 << 20);
    assertThat(made.resolve("memory.max")).hasContent("1048576");
    assertThat(made.resolve("memory.swap.max")).hasContent("0");
    write(made.resolve("memory.max"), "max\n");
    assertThat(group.limit()).isEqualTo(Long.MAX_VALUE);
    write(made.resolve("memory.events"), "low 0\noom 2\noom_kill 1\noom_group_kill 0\n");
    assertThat(group.kills()).isEqualTo(1);
    write(made.resolve("memory.stat"), "anon 100\nfile 900\nshmem 70\n");
    assertThat(group.unreclaimable(70)).isEqualTo(100);
  }

  private void assertRefused(String why) {
    assertThatThrownBy(() -> MemoryControl.find(proc))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageMatching("memory: .* " + why + " .*; run .*");
  }

  @Test
  void machineWithoutControlGroupsIsRefused() throws IOException {
    process("22 1 0:6 / /sys rw - sysfs sysfs rw", "0::/");
    assertRefused("kernel");
  }

  @Test
  void groupThatGivesNoMemoryToOthersIsRefused() throws IOException {
    Path own = group("user/scope");
    Files.createDirectory(own.resolve("cgroup.subtree_control"));
    secondVersion();
    assertRefused("process");
  }
}
