package org.pmemycsb.harness.host;

import java.util.Arrays;

/**
 * The times and page faults of a process, and of its children that have ended and were waited for,
 * from {@code /proc/PID/stat}: proc_pid_stat(5). Neither OSHI nor ProcessHandle counts those
 * children.
 */
record ProcessStat(long userMillis, long systemMillis, long faults) {
  // USER_HZ of the kernel is 100 on every platform of this program.
  static final long MILLIS_PER_TICK = 10;

  static ProcessStat of(String text) {
    // The name in brackets may itself have brackets and spaces.
    String[] columns = text.substring(text.lastIndexOf(')') + 2).split(" ");
    // minflt, cminflt, majflt, cmajflt, utime, stime, cutime, cstime
    long[] of = Arrays.stream(columns, 7, 15).mapToLong(Long::parseLong).toArray();
    return new ProcessStat(
        (of[4] + of[6]) * MILLIS_PER_TICK,
        (of[5] + of[7]) * MILLIS_PER_TICK,
        of[0] + of[1] + of[2] + of[3]);
  }

  long millis() {
    return userMillis + systemMillis;
  }
}
