package org.pmemycsb.harness.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThrottlingTest {
  @TempDir private Path folder;

  private Throttling now(String mount, String group) throws IOException {
    Path self = Files.createDirectories(folder.resolve("proc/self"));
    Files.writeString(self.resolve("mountinfo"), mount.formatted(folder) + "\n");
    Files.writeString(self.resolve("cgroup"), group + "\n");
    return Throttling.now(folder.resolve("proc"));
  }

  private void group(String name, String statistics) throws IOException {
    Path group = Files.createDirectories(folder.resolve(name));
    Files.writeString(group.resolve("cgroup.procs"), "");
    Files.writeString(group.resolve("cpu.stat"), statistics);
  }

  @Test
  void theLimitsOfAllGroupsAboveCount() throws IOException {
    group("cpu", "");
    group("cpu/pod", "nr_periods 100\nnr_throttled 40\nthrottled_time 5\n");
    group("cpu/pod/run", "nr_periods 10\nnr_throttled 1\nthrottled_time 5\n");

    assertThat(now("3 1 0:3 / %s/cpu rw - cgroup cgroup rw,cpu,cpuacct", "4:cpu,cpuacct:/pod/run"))
        .isEqualTo(new Throttling(110, 41));
  }

  @Test
  void theSecondVersionCountsLikewise() throws IOException {
    group("all", "usage_usec 7\nnr_periods 20\nnr_throttled 5\nthrottled_usec 9\n");

    assertThat(now("3 1 0:3 / %s/all rw - cgroup2 cgroup2 rw", "0::/"))
        .isEqualTo(new Throttling(20, 5));
  }

  @Test
  void withoutALimitOrGroupsNothingWaits() throws IOException {
    Throttling none = now("3 1 0:3 / %s/all rw - tmpfs tmpfs rw", "0::/");

    assertThat(none).isEqualTo(new Throttling(0, 0));
    assertThat(none.since(none)).isZero();
    assertThat(new Throttling(120, 60).since(new Throttling(20, 10))).isEqualTo(0.5);
  }
}
