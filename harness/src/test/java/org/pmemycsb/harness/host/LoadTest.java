package org.pmemycsb.harness.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadTest {
  private static final Throttling NO_LIMIT = new Throttling(0, 0);

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
    assertThat(ProcessStat.of(stat(11, "a) S 99 (b", 10, 200, 20)))
        .as("with 100 ms of children that ended")
        .isEqualTo(new ProcessStat(2070, 230, 1));
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
      for (long end = System.nanoTime() + 10_000_000_000L;
          millis < 50 && System.nanoTime() < end; ) {
        Thread.sleep(20);
        millis = ProcessorTime.now(shell.pid()).orElseThrow().own();
      }
      assertThat(millis).as("of the child").isGreaterThanOrEqualTo(50);
    } finally {
      shell.descendants().forEach(ProcessHandle::destroyForcibly);
      shell.destroyForcibly();
    }
  }

  @Test
  void stolenTimeAndInterruptsAreNoPrograms() {
    ProcessorTime time =
        ProcessorTime.of(
            "cpu  100 20 30 1000 50 7 8 40 9 9\ncpu0 1 1 1 1 1 1 1 1 1 1\n", 60, NO_LIMIT);

    assertThat(time).isEqualTo(new ProcessorTime(12550, 1500, 400, 60, NO_LIMIT));
  }

  @Test
  void whatIsNotOursIsOthers() {
    ProcessorTime from = new ProcessorTime(1000, 100, 10, 50, new Throttling(20, 5));
    ProcessorTime to = new ProcessorTime(2000, 700, 60, 450, new Throttling(70, 30));

    assertThat(LoadSample.between(from, to, "now", 5))
        .isEqualTo(new LoadSample("now", 5, 0.4, 0.2, 0.05, 0.5));
  }

  private static List<LoadSample> samples(int quiet, int disturbed) {
    List<LoadSample> all =
        new ArrayList<>(Collections.nCopies(quiet, new LoadSample("t", 5, 0.5, 0.04, 0.01, 0)));
    all.addAll(Collections.nCopies(disturbed, new LoadSample("t", 5, 0.5, 0.08, 0.03, 0)));
    return all;
  }

  @Test
  void aMachineIsBusyWhenMoreThanATwentiethOfTheSamplesIsDisturbed() {
    assertThat(LoadSummary.of(samples(95, 5)).orElseThrow().busy()).isFalse();
    assertThat(LoadSummary.of(samples(94, 6)).orElseThrow().busy()).isTrue();
    assertThat(LoadSummary.of(List.of())).isEmpty();
  }

  @Test
  void aRunLeavesSamplesAndTornLinesAreLeftOut(@TempDir Path folder) throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/stat")), "this machine lacks /proc/stat");
    LoadSampler sampler = LoadSampler.start(folder);
    Thread.sleep(100);
    sampler.close();
    Files.write(
        folder.resolve(LoadSampler.FILE),
        "{\"at\":\"2026\377".getBytes(StandardCharsets.ISO_8859_1),
        StandardOpenOption.APPEND);

    List<LoadSample> samples = LoadSampler.read(folder);

    assertThat(samples).hasSize(1);
    assertThat(samples.get(0).own() + samples.get(0).others() + samples.get(0).steal())
        .isBetween(0.0, 1.01);
  }
}
