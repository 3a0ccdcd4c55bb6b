package org.pmemycsb.pmemkv;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** The lock (flock) that libpmemobj holds on the file of an open pool. */
final class PoolLock {
  private PoolLock() {}

  /** Whether a process, this one included, has the pool open; false when that cannot be told. */
  static boolean isHeld(Path file) {
    return PmemkvNative.lockState(PmemkvNative.bytes(file), false) == 1;
  }

  /** Removes the file unless a process has it open as a pool: 0 done, 1 in use, or -errno. */
  static int removeUnlessHeld(Path file) {
    return PmemkvNative.lockState(PmemkvNative.bytes(file), true);
  }

  /** Names the process that has the pool open, for a message. */
  static String holder(Path file) {
    try {
      List<String> locks = Files.readAllLines(Path.of("/proc/locks"), StandardCharsets.UTF_8);
      long device = ((Number) Files.getAttribute(file, "unix:dev")).longValue();
      long inode = ((Number) Files.getAttribute(file, "unix:ino")).longValue();
      OptionalLong pid = holder(locks, device, inode);
      if (pid.isPresent()) {
        long id = pid.getAsLong();
        return id == ProcessHandle.current().pid() ? "this process" : "process " + id;
      }
    } catch (IOException | RuntimeException e) {
      // This only improves the message. A container may hide the kernel's list of locks.
    }
    return "another process";
  }

  /** The process that holds a flock on a file, from the lines of /proc/locks. */
  static OptionalLong holder(List<String> locks, long device, long inode) {
    long major = device >>> 8 & 0xfff;
    long minor = device & 0xff | device >>> 12 & 0xfff00;
    String file = String.format(Locale.ROOT, "%02x:%02x:%d", major, minor, inode);
    for (String line : locks) {
      String[] words = line.strip().split("\\s+");
      if (words.length > 5 && words[1].equals("FLOCK") && words[5].equals(file)) {
        long pid = Long.parseLong(words[4]);
        return pid > 0 ? OptionalLong.of(pid) : OptionalLong.empty();
      }
    }
    return OptionalLong.empty();
  }
}
