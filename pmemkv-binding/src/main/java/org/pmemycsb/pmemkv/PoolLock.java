package org.pmemycsb.pmemkv;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** The lock (flock) that libpmemobj holds on the file of an open pool. */
final class PoolLock {
  private PoolLock() {}

  /** Names the process that has the pool open, for a message; empty if it is not open. */
  static Optional<String> holder(Path file) {
    try {
      List<String> locks = Files.readAllLines(Path.of("/proc/locks"), StandardCharsets.UTF_8);
      long device = ((Number) Files.getAttribute(file, "unix:dev")).longValue();
      long inode = ((Number) Files.getAttribute(file, "unix:ino")).longValue();
      OptionalLong pid = holder(locks, device, inode);
      if (pid.isPresent()) {
        long id = pid.getAsLong();
        return Optional.of(id == ProcessHandle.current().pid() ? "this process" : "process " + id);
      }
    } catch (IOException | RuntimeException e) {
      // This only improves the message. A container may hide the kernel's list of locks.
    }
    return Optional.empty();
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
