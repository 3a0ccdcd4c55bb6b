package org.pmemycsb.harness.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A control group in which the kernel limits the main memory of a harness's databases. It is empty
 * between two runs.
 *
 * <p>Memory counts in the group in which its process was when it first used it. So a process that
 * only stays in the group while a database is open in it counts for the memory of the database, and
 * for none that it had before.
 */
public record MemoryGroup(MemoryControl.Version version, Path folder) {
  // The kernel needs some moments for the end of a process.
  private static final int ATTEMPTS = 500;
  private static final long PAUSE_MILLIS = 10;
  private static final String SELF = "0";
  // The shell enters the group, and replaces itself by the command.
  private static final String ENTER = "echo " + SELF + " >\"$0\" && exec \"$@\"";

  /**
   * Limits its memory, without use of swap space. The kernel refuses a limit below the memory of
   * processes that are about to end.
   *
   * @return the limit that the kernel has now: that of the group, or a smaller one above it
   */
  public long limit(long bytes) throws IOException {
    Path swap = folder.resolve(version.swap);
    if (Files.exists(swap)) {
      Files.writeString(swap, "0");
    }
    for (int left = ATTEMPTS; ; left--) {
      try {
        Files.writeString(folder.resolve(version.limit), Long.toString(bytes));
        return limit();
      } catch (IOException busy) {
        if (left == 1) {
          throw busy;
        }
        pause();
      }
    }
  }

  /** The limit that holds for it; the largest number for none. */
  long limit() {
    return ControlGroups.upwards(folder)
        .map(each -> KernelFile.text(each.resolve(version.limit)).strip())
        .filter(text -> text.matches("\\d{1,18}"))
        .mapToLong(Long::parseLong)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /** How many of its processes the kernel has killed because of the limit. */
  public long kills() {
    return ControlGroups.count(folder.resolve(version.kills), "oom_kill");
  }

  /**
   * Its memory that is no copy of a file on a disk.
   *
   * @param onTmpfs bytes of its files on a tmpfs, which do not count
   */
  public long unreclaimable(long onTmpfs) {
    Path statistics = folder.resolve("memory.stat");
    return ControlGroups.count(statistics, version.anonymous)
        + Math.max(0, ControlGroups.count(statistics, "shmem") - onTmpfs);
  }

  /** The command behind one that enters the group first. Both have one process id. */
  public List<String> command(List<String> command) {
    List<String> all =
        new ArrayList<>(
            List.of("/bin/sh", "-c", ENTER, folder.resolve(ControlGroups.PROCESSES).toString()));
    all.addAll(command);
    return all;
  }

  /** Puts this process into a group, or back into the one that it came from. */
  public static void enter(Path group) throws IOException {
    Files.writeString(group.resolve(ControlGroups.PROCESSES), SELF);
  }

  /** Kills the processes of a group, and removes it; a group that is gone is no error. */
  public static void remove(Path group) throws IOException {
    for (int left = ATTEMPTS; Files.isDirectory(group); left--) {
      for (String process : processes(group)) {
        ProcessHandle.of(Long.parseLong(process)).ifPresent(ProcessHandle::destroyForcibly);
      }
      try {
        Files.delete(group);
      } catch (IOException busy) {
        if (left == 1) {
          throw busy;
        }
        pause();
      }
    }
  }

  private static List<String> processes(Path group) throws IOException {
    try {
      return Files.readAllLines(group.resolve(ControlGroups.PROCESSES));
    } catch (NoSuchFileException gone) {
      return List.of();
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }
}
