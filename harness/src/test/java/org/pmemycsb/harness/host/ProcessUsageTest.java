package org.pmemycsb.harness.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessUsageTest {
  private static final long MIB = 1 << 20;

  @TempDir private Path proc;

  private void process(long pid, int ticks, int hwmMiB, int sharedMiB, int... switches)
      throws IOException {
    Path folder = Files.createDirectories(proc.resolve(Long.toString(pid)));
    // 1 + 2 + 3 + 4 faults; user and system time of the process and of its ended children.
    Files.writeString(
        folder.resolve("stat"),
        "%d (a) b) S 1 1 1 0 -1 4194560 1 2 3 4 %d 20 30 40 20 0 1 0 100 1 1"
            .formatted(pid, ticks));
    Files.writeString(folder.resolve("io"), "rchar: 9\nread_bytes: 4096\nwrite_bytes: 8192\n");
    Files.writeString(
        folder.resolve("status"),
        "VmHWM:\t%8d kB\nRssAnon:\t 1 kB\nRssFile:\t%8d kB\nRssShmem:\t%8d kB\n"
            .formatted(hwmMiB * 1024, 1024, (sharedMiB - 1) * 1024));
    for (int i = 0; i < switches.length; i++) {
      Path thread = Files.createDirectories(folder.resolve("task").resolve("" + (pid + i)));
      Files.writeString(
          thread.resolve("status"),
          "voluntary_ctxt_switches:\t%d\nnonvoluntary_ctxt_switches:\t1\n".formatted(switches[i]));
    }
  }

  @Test
  void processesAreAddedUpWithTheirThreadsAndEndedChildren() throws Exception {
    process(10, 100, 50, 10, 5, 6);
    process(20, 180, 70, 30, 7);

    assertThat(ProcessUsage.read(proc, List.of(10L, 20L)))
        .isEqualTo(
            // 40 MiB of each are its own, and 30 MiB of the second may be shared with the first.
            new ProcessUsage(3400, 1200, 18 + 3, 20, 8192, 16384, (40 + 40 + 30) * MIB));
  }

  @Test
  void aProcessThatHasEndedIsLeftOut() throws Exception {
    process(10, 100, 50, 10, 5);

    assertThat(ProcessUsage.read(proc, List.of(10L, 11L)))
        .isEqualTo(ProcessUsage.read(proc, List.of(10L)));
  }

  @Test
  void growthIsThatOfCountersAndMemoryThatOfTheEnd() {
    ProcessUsage early = new ProcessUsage(1, 2, 3, 4, 5, 6, 7);
    ProcessUsage late = new ProcessUsage(2, 4, 6, 8, 10, 12, 20);

    assertThat(late.since(early)).isEqualTo(new ProcessUsage(1, 2, 3, 4, 5, 6, 20));
    assertThat(early.since(late).switches()).as("a thread has ended").isZero();
    assertThat(late.and(early)).isEqualTo(new ProcessUsage(3, 6, 9, 12, 15, 18, 20));
  }

  /** The work of a process that has ended belongs to the one that started it. */
  @Test
  void aWholeTreeOfProcessesIsRead() throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/self/io")), "this machine lacks /proc/self/io");
    String work = "sh -c 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done'; echo; read line";
    Process shell = new ProcessBuilder("sh", "-c", work).start();
    try {
      shell.inputReader().readLine();
      ProcessUsage usage = ProcessUsage.now(List.of(shell.pid())).orElseThrow();

      assertThat(usage.userMillis()).isGreaterThan(50);
      assertThat(usage.faults()).isPositive();
      assertThat(usage.residentBytes()).isBetween(100_000L, 100 * MIB);
    } finally {
      shell.destroyForcibly();
    }
  }
}
