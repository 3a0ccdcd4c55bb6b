package org.pmemycsb.harness.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.host.LoadSampler.Sample;
import org.pmemycsb.harness.host.LoadSampler.Times;
import org.pmemycsb.harness.host.ProcessUsage.Stat;

class LoadTest {
  @TempDir private Path folder;

  private static String stat(long pid, String name, long parent, long user, long system) {
    return pid
        + " ("
        + name
        + ") S "
        + parent
        + " 1 1 0 -1 4194560 1 0 0 0 "
        + user
        + " "
        + system
        + " 7 3 20 0 1 0 100 1 1";
  }

  @Test
  void theNameOfAProcessMayHoldAnything() {
    assertThat(Stat.of(stat(11, "a) S 99 (b", 10, 200, 20)))
        .as("with 100 ms of children that ended")
        .isEqualTo(new Stat(2070, 230, 1));
  }

  @Test
  void theTimeOfAProcessIsThatOfAllThatItStarted() throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/stat")), "this machine lacks /proc/stat");
    // The outer shell stays idle; its child works until it is killed.
    String work = "sh -c 'while :; do :; done' & echo $!; wait";
    Process shell = new ProcessBuilder("sh", "-c", work).start();
    try {
      shell.inputReader().readLine();
      long millis = 0;
      for (long end = System.nanoTime() + 60_000_000_000L;
          millis < 50 && System.nanoTime() < end; ) {
        Thread.sleep(20);
        millis = Times.now(shell.pid(), KernelFile.PROC).orElseThrow().own();
      }
      assertThat(millis).as("of the child").isGreaterThanOrEqualTo(50);
    } finally {
      shell.descendants().forEach(ProcessHandle::destroyForcibly);
      shell.destroyForcibly();
    }
  }

  /** The times by a tree of files as the kernel makes it; without those of a process. */
  private Times now(String mount, String group) throws IOException {
    Path self = Files.createDirectories(folder.resolve("proc/self"));
    Files.writeString(
        folder.resolve("proc/stat"),
        "cpu  100 20 30 1000 50 7 8 40 9 9\ncpu0 1 1 1 1 1 1 1 1 1 1\n");
    Files.writeString(self.resolve("mountinfo"), mount.formatted(folder) + "\n");
    Files.writeString(self.resolve("cgroup"), group + "\n");
    Times all = Times.now(ProcessHandle.current().pid(), folder.resolve("proc")).orElseThrow();
    return new Times(all.total(), all.busy(), all.steal(), 0, all.periods(), all.stopped());
  }

  private void group(String name, String statistics) throws IOException {
    Path group = Files.createDirectories(folder.resolve(name));
    Files.writeString(group.resolve("cgroup.procs"), "");
    Files.writeString(group.resolve("cpu.stat"), statistics);
  }

  @Test
  void stolenTimeAndInterruptsAreNoPrograms() throws IOException {
    assertThat(now("3 1 0:3 / %s/all rw - tmpfs tmpfs rw", "0::/"))
        .as("without a limit of processor time")
        .isEqualTo(new Times(12550, 1500, 400, 0, 0, 0));
  }

  @Test
  void theLimitsOfAllGroupsAboveCount() throws IOException {
    group("cpu", "");
    group("cpu/pod", "nr_periods 100\nnr_throttled 40\nthrottled_time 5\n");
    group("cpu/pod/run", "nr_periods 10\nnr_throttled 1\nthrottled_time 5\n");
    group("all", "usage_usec 7\nnr_periods 20\nnr_throttled 5\nthrottled_usec 9\n");

    assertThat(now("3 1 0:3 / %s/cpu rw - cgroup cgroup rw,cpu,cpuacct", "4:cpu,cpuacct:/pod/run"))
        .isEqualTo(new Times(12550, 1500, 400, 0, 110, 41));
    assertThat(now("3 1 0:3 / %s/all rw - cgroup2 cgroup2 rw", "0::/"))
        .isEqualTo(new Times(12550, 1500, 400, 0, 20, 5));
  }

  @Test
  void whatIsNotOursIsOthers() {
    Times from = new Times(1000, 100, 10, 50, 20, 5);
    Times to = new Times(2000, 700, 60, 450, 70, 30);

    assertThat(to.since(from, "now", 5)).isEqualTo(new Sample("now", 5, 0.4, 0.2, 0.05, 0.5));
    assertThat(from.since(from, "now", 5).throttled()).isZero();
  }

  private static List<Sample> samples(int quiet, int disturbed) {
    List<Sample> all =
        new ArrayList<>(Collections.nCopies(quiet, new Sample("t", 5, 0.5, 0.04, 0.01, 0)));
    all.addAll(Collections.nCopies(disturbed, new Sample("t", 5, 0.5, 0.08, 0.03, 0)));
    return all;
  }

  @Test
  void aMachineIsBusyWhenMoreThanATwentiethOfTheSamplesIsDisturbed() {
    assertThat(LoadSummary.of(samples(95, 5)).orElseThrow().busy()).isFalse();
    assertThat(LoadSummary.of(samples(94, 6)).orElseThrow().busy()).isTrue();
    assertThat(LoadSummary.of(List.of())).isEmpty();
  }

  @Test
  void aRunLeavesSamplesAndTornLinesAreLeftOut() throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/stat")), "this machine lacks /proc/stat");
    LoadSampler sampler = LoadSampler.start(folder);
    Thread.sleep(100);
    sampler.close();
    Files.write(
        folder.resolve(LoadSampler.FILE),
        "{\"at\":\"2026\377".getBytes(StandardCharsets.ISO_8859_1),
        StandardOpenOption.APPEND);

    List<Sample> samples = LoadSampler.read(folder);

    assertThat(samples).hasSize(1);
    assertThat(samples.get(0).own() + samples.get(0).others() + samples.get(0).steal())
        .isBetween(0.0, 1.01);
  }
}
