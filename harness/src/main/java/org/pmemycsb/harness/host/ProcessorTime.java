package org.pmemycsb.harness.host;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the processors of this machine have done since it started, in the kernel's ticks.
 *
 * @param total ticks of all processors, idle ones included
 * @param busy ticks in which programs ran, or the kernel on their behalf. Interrupts are left out:
 *     those that a client and its server cause over the loopback belong to no process
 * @param steal ticks that the hypervisor gave to others
 * @param own ticks of a process, of those that it started, and so on; those that have ended too
 */
record ProcessorTime(long total, long busy, long steal, long own) {
  private static final Path PROC = Path.of("/proc");

  /** Of this machine and the process with this number; empty where the kernel does not tell. */
  static Optional<ProcessorTime> now(long process) {
    try {
      // The own time first: what is missed of it between the two readings counts as others'.
      long own = ownTicks(stats(), process);
      return Optional.of(of(Files.readString(PROC.resolve("stat")), own));
    } catch (IOException | RuntimeException untold) {
      return Optional.empty();
    }
  }

  /** From the text of {@code /proc/stat}: proc_stat(5). */
  static ProcessorTime of(String stat, long own) {
    String[] columns = stat.lines().findFirst().orElse("").split("\\s+");
    long[] ticks = new long[8];
    for (int i = 0; i < ticks.length; i++) {
      ticks[i] = Long.parseLong(columns[i + 1]);
    }
    long total = 0;
    for (long each : ticks) {
      total += each;
    }
    // user, nice, system, idle, iowait, irq, softirq, steal
    return new ProcessorTime(total, ticks[0] + ticks[1] + ticks[2], ticks[7], own);
  }

  /** The ticks of a process and its descendants, from the lines of {@code /proc/PID/stat}. */
  static long ownTicks(List<String> stats, long process) {
    Map<Long, List<Long>> children = new HashMap<>();
    Map<Long, Long> ticks = new HashMap<>();
    for (String stat : stats) {
      // The name stands in brackets and may hold anything, brackets and spaces too.
      int end = stat.lastIndexOf(')');
      String[] columns = stat.substring(end + 2).split(" ");
      long pid = Long.parseLong(stat.substring(0, stat.indexOf(' ')));
      children.computeIfAbsent(Long.parseLong(columns[1]), parent -> new ArrayList<>()).add(pid);
      // utime, stime, and those of children that have ended and were waited for.
      long sum = 0;
      for (int column = 11; column <= 14; column++) {
        sum += Long.parseLong(columns[column]);
      }
      ticks.put(pid, sum);
    }
    long own = 0;
    Set<Long> seen = new HashSet<>();
    List<Long> open = new ArrayList<>(List.of(process));
    while (!open.isEmpty()) {
      long pid = open.remove(open.size() - 1);
      if (seen.add(pid)) {
        own += ticks.getOrDefault(pid, 0L);
        open.addAll(children.getOrDefault(pid, List.of()));
      }
    }
    return own;
  }

  private static List<String> stats() throws IOException {
    List<String> all = new ArrayList<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path process : processes) {
        try {
          all.add(Files.readString(process.resolve("stat")));
        } catch (IOException ended) {
          continue;
        }
      }
    }
    return all;
  }
}
