package org.pmemycsb.harness.host.workspace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.pmemycsb.harness.host.MemoryControl;

/**
 * A control group in which the kernel limits the main memory of a harness's databases. It is empty
 * between two runs.
 *
 * <p>Memory counts in the group in which its process was when it first used it. So a process that
 * only stays in the group while a database is open in it counts for the memory of the database, and
 * for none that it had before.
 */
public record MemoryGroup(MemoryControl control, Path folder) {
  // The kernel needs some moments for the end of a process.
  private static final int ATTEMPTS = 500;
  private static final long PAUSE_MILLIS = 10;
  private static final String SELF = "0";
  // The shell enters the group, and replaces itself by the command.
  private static final String ENTER = "echo " + SELF + " >\"$0\" && exec \"$@\"";

  /**
   * Sets the limit. The kernel refuses one below the memory of processes that are about to end.
   *
   * @return the limit that the kernel has
   */
  public long limit(long bytes) throws IOException {
    for (int left = ATTEMPTS; ; left--) {
      try {
        return control.limit(folder, bytes);
      } catch (IOException busy) {
        if (left == 1) {
          throw busy;
        }
        pause();
      }
    }
  }

  /** How many of its processes the kernel has killed because of the limit. */
  public long kills() {
    return control.kills(folder);
  }

  /** As {@link MemoryControl#unreclaimable}. */
  public long unreclaimable(long onTmpfs) {
    return control.unreclaimable(folder, onTmpfs);
  }

  /** The command behind one that enters the group first. Both have one process id. */
  public List<String> command(List<String> command) {
    List<String> all =
        new ArrayList<>(
            List.of("/bin/sh", "-c", ENTER, folder.resolve(MemoryControl.PROCESSES).toString()));
    all.addAll(command);
    return all;
  }

  /** Puts this process into a group, or back into the one that it came from. */
  public static void enter(Path group) throws IOException {
    Files.writeString(group.resolve(MemoryControl.PROCESSES), SELF);
  }

  /** Kills the processes of a group, and removes it; a group that is gone is no error. */
  static void remove(Path group) throws IOException {
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
      return Files.readAllLines(group.resolve(MemoryControl.PROCESSES));
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
