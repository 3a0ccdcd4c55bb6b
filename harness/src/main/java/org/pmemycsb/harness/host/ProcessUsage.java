package org.pmemycsb.harness.host;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongBinaryOperator;
import java.util.stream.Stream;

/**
 * The resources that some processes used, by the kernel's counters in {@code /proc}. A reading
 * takes some milliseconds, so it belongs before and after a measurement.
 *
 * @param userMillis milliseconds of processors, in steps of 10; with children that ended
 * @param systemMillis the same in the kernel
 * @param switches from one thread to another; those of threads that have ended are not known
 * @param faults of pages, with and without reading from a device
 * @param deviceReadBytes that the kernel read from devices for them
 * @param deviceWrittenBytes that they changed in files on devices: written by the kernel, at once
 *     or later
 * @param residentBytes the most main memory that each had since it began, added up. Memory that
 *     they may share, of files and shared mappings, counts once: for the process with most of it
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record ProcessUsage(
    long userMillis,
    long systemMillis,
    long switches,
    long faults,
    long deviceReadBytes,
    long deviceWrittenBytes,
    long residentBytes) {
  /**
   * The times and page faults of a process, and of its children that have ended and were waited
   * for, from {@code /proc/PID/stat}: proc_pid_stat(5). Neither OSHI nor ProcessHandle counts those
   * children.
   */
  record Stat(long userMillis, long systemMillis, long faults) {
    // USER_HZ of the kernel is 100 on every platform of this program.
    static final long MILLIS_PER_TICK = 10;

    static Stat of(String text) {
      // The name in brackets may itself have brackets and spaces.
      String[] columns = text.substring(text.lastIndexOf(')') + 2).split(" ");
      // minflt, cminflt, majflt, cmajflt, utime, stime, cutime, cstime
      long[] of = Arrays.stream(columns, 7, 15).mapToLong(Long::parseLong).toArray();
      return new Stat(
          (of[4] + of[6]) * MILLIS_PER_TICK,
          (of[5] + of[7]) * MILLIS_PER_TICK,
          of[0] + of[1] + of[2] + of[3]);
    }

    long millis() {
      return userMillis + systemMillis;
    }
  }

  private static final long KIB = 1024;

  /** The use of processes and of all that they started; empty if the kernel does not tell. */
  public static Optional<ProcessUsage> now(List<Long> processes) {
    List<Long> all =
        processes.stream()
            .flatMap(process -> ProcessHandle.of(process).stream())
            .flatMap(root -> Stream.concat(Stream.of(root), root.descendants()))
            .map(ProcessHandle::pid)
            .distinct()
            .toList();
    try {
      return Optional.of(read(KernelFile.PROC, all));
    } catch (IOException | RuntimeException untold) {
      return Optional.empty();
    }
  }

  /** The use of the processes that have a folder; the others have ended. */
  static ProcessUsage read(Path proc, List<Long> processes) throws IOException {
    ProcessUsage sum = new ProcessUsage(0, 0, 0, 0, 0, 0, 0);
    long mostShared = 0;
    for (long process : processes) {
      Path folder = proc.resolve(Long.toString(process));
      try {
        String status = Files.readString(folder.resolve("status"));
        long shared = kib(status, "RssFile") + kib(status, "RssShmem");
        long own = Math.max(0, kib(status, "VmHWM") - shared);
        sum = sum.plus(of(folder, own * KIB));
        mostShared = Math.max(mostShared, shared);
      } catch (IOException gone) {
        if (Files.exists(folder)) {
          throw gone;
        }
      }
    }
    return sum.plus(new ProcessUsage(0, 0, 0, 0, 0, 0, mostShared * KIB));
  }

  private static ProcessUsage of(Path folder, long residentBytes) throws IOException {
    Stat stat = Stat.of(Files.readString(folder.resolve("stat")));
    String io = Files.readString(folder.resolve("io"));
    return new ProcessUsage(
        stat.userMillis(),
        stat.systemMillis(),
        switches(folder.resolve("task")),
        stat.faults(),
        number(io, "read_bytes"),
        number(io, "write_bytes"),
        residentBytes);
  }

  /** The file of a process counts its first thread only. */
  private static long switches(Path threads) throws IOException {
    List<Path> all;
    try (Stream<Path> folders = Files.list(threads)) {
      all = folders.toList();
    }
    long sum = 0;
    for (Path thread : all) {
      try {
        String status = Files.readString(thread.resolve("status"));
        sum += number(status, "voluntary_ctxt_switches");
        sum += number(status, "nonvoluntary_ctxt_switches");
      } catch (IOException ended) {
        if (Files.exists(thread)) {
          throw ended;
        }
      }
    }
    return sum;
  }

  private static long kib(String status, String name) {
    return KernelFile.number(status, name).orElse(0);
  }

  private static long number(String text, String name) {
    return KernelFile.number(text, name).orElseThrow();
  }

  /** The use since an earlier reading, with the memory of now. */
  public ProcessUsage since(ProcessUsage earlier) {
    return with(earlier, (now, then) -> Math.max(0, now - then), residentBytes);
  }

  public ProcessUsage plus(ProcessUsage other) {
    return with(other, Long::sum, residentBytes + other.residentBytes);
  }

  /** The sum of two measurements of the same or similar processes, with the larger memory. */
  public ProcessUsage and(ProcessUsage another) {
    return with(another, Long::sum, Math.max(residentBytes, another.residentBytes));
  }

  private ProcessUsage with(ProcessUsage other, LongBinaryOperator of, long bytes) {
    return new ProcessUsage(
        of.applyAsLong(userMillis, other.userMillis),
        of.applyAsLong(systemMillis, other.systemMillis),
        of.applyAsLong(switches, other.switches),
        of.applyAsLong(faults, other.faults),
        of.applyAsLong(deviceReadBytes, other.deviceReadBytes),
        of.applyAsLong(deviceWrittenBytes, other.deviceWrittenBytes),
        bytes);
  }
}
