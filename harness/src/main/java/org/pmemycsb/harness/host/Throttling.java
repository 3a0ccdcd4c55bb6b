package org.pmemycsb.harness.host;

import java.nio.file.Path;
import java.util.List;

/**
 * The periods (usually of 0.1 s) of a limit of processor time, as containers have it. When a
 * control group has used up the time of a period, the kernel stops its processes until the next
 * one.
 *
 * @param periods of the group of this process and of those above it; 0 without a limit
 * @param stopped those of them in which the time was used up
 */
record Throttling(long periods, long stopped) {
  /**
   * Up to now.
   *
   * @param proc the kernel's folder of processes
   */
  static Throttling now(Path proc) {
    List<Path> groups =
        ControlGroups.first(proc, "cpu").or(() -> ControlGroups.second(proc)).stream()
            .flatMap(ControlGroups::upwards)
            .map(group -> group.resolve("cpu.stat"))
            .toList();
    return new Throttling(sum(groups, "nr_periods"), sum(groups, "nr_throttled"));
  }

  private static long sum(List<Path> statistics, String name) {
    return statistics.stream().mapToLong(file -> ControlGroups.count(file, name)).sum();
  }

  /** The share of the periods since another time in which all waited, from 0 to 1. */
  double since(Throttling before) {
    return (stopped - before.stopped) / (double) Math.max(1, periods - before.periods);
  }
}
