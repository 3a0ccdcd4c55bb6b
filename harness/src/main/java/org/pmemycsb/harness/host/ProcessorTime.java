package org.pmemycsb.harness.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The time of this machine's processors since it started, in the kernel's ticks.
 *
 * @param total ticks of all processors, idle ones included
 * @param busy ticks in which programs ran, or the kernel on their behalf. Interrupts are left out:
 *     the kernel does not charge them to any process
 * @param steal ticks that the hypervisor gave to others
 * @param own ticks of a process, of those that it started, and so on; those that have ended too
 * @param throttling by a limit of the control group of this process
 */
record ProcessorTime(long total, long busy, long steal, long own, Throttling throttling) {
  private static final Path PROC = Path.of("/proc");

  /** The time of this machine and of a process; empty if unknown. */
  static Optional<ProcessorTime> now(long process) {
    try {
      // The own time first: ticks between the two readings count for other programs.
      long own = ownTicks(process);
      return Optional.of(of(Files.readString(PROC.resolve("stat")), own, Throttling.now(PROC)));
    } catch (IOException | RuntimeException untold) {
      return Optional.empty();
    }
  }

  /** From the text of {@code /proc/stat}: proc_stat(5). */
  static ProcessorTime of(String stat, long own, Throttling throttling) {
    String[] columns = stat.lines().findFirst().orElse("").split("\\s+");
    // user, nice, system, idle, iowait, irq, softirq, steal
    long[] ticks = Arrays.stream(columns, 1, 9).mapToLong(Long::parseLong).toArray();
    long busy = ticks[0] + ticks[1] + ticks[2];
    return new ProcessorTime(Arrays.stream(ticks).sum(), busy, ticks[7], own, throttling);
  }

  private static long ownTicks(long process) {
    return ProcessHandle.of(process).stream()
        .flatMap(root -> Stream.concat(Stream.of(root), root.descendants()))
        .mapToLong(
            each -> {
              try {
                return ProcessStat.of(Files.readString(PROC.resolve(each.pid() + "/stat"))).ticks();
              } catch (IOException ended) {
                return 0;
              }
            })
        .sum();
  }
}
