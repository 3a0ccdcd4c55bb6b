package org.pmemycsb.harness.host;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The time of this machine's processors since it started, in milliseconds.
 *
 * @param total of all processors, idle ones included
 * @param busy in which programs ran, or the kernel on their behalf. Interrupts are left out: the
 *     kernel does not charge them to any process
 * @param steal that the hypervisor gave to others
 * @param own of a process, of those that it started, and so on; those that have ended too
 * @param throttling by a limit of the control group of this process
 */
record ProcessorTime(long total, long busy, long steal, long own, Throttling throttling) {

  /** The time of this machine and of a process; empty if unknown. */
  static Optional<ProcessorTime> now(long process) {
    try {
      // The own time first: time between the two readings counts for other programs.
      long own = own(process);
      String stat = KernelFile.text(KernelFile.PROC.resolve("stat"));
      return Optional.of(of(stat, own, Throttling.now(KernelFile.PROC)));
    } catch (RuntimeException untold) {
      return Optional.empty();
    }
  }

  /** From the text of {@code /proc/stat}: proc_stat(5). */
  static ProcessorTime of(String stat, long own, Throttling throttling) {
    // user, nice, system, idle, iowait, irq, softirq, steal
    long[] millis =
        Stream.of(KernelFile.value(stat, "cpu").split(" "))
            .limit(8)
            .mapToLong(ticks -> Long.parseLong(ticks) * ProcessStat.MILLIS_PER_TICK)
            .toArray();
    long busy = millis[0] + millis[1] + millis[2];
    return new ProcessorTime(Arrays.stream(millis).sum(), busy, millis[7], own, throttling);
  }

  private static long own(long process) {
    return ProcessHandle.of(process).stream()
        .flatMap(root -> Stream.concat(Stream.of(root), root.descendants()))
        .map(each -> KernelFile.text(KernelFile.PROC.resolve(each.pid() + "/stat")))
        .filter(text -> !text.isEmpty())
        .mapToLong(text -> ProcessStat.of(text).millis())
        .sum();
  }
}
