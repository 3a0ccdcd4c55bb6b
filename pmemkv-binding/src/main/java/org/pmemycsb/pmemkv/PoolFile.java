package org.pmemycsb.pmemkv;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The content at the path of a pool, by its first bytes. Only reads.
 *
 * @param layout the name of the pool's layout, given by its creator; empty if it is no pool
 */
record PoolFile(Content content, String layout) {
  enum Content {
    /** A libpmemobj pool. */
    POOL,
    /** Zeros only: the creation of a pool was cut short. */
    UNFINISHED,
    /** A device, or a description of a pool in several parts: libpmemobj checks it. */
    INDIRECT,
    FOLDER,
    /** A file that is something else. */
    OTHER
  }

  /** The pool's common header has a page; libpmemobj's own begins with the layout's name. */
  private static final int HEADER_BYTES = 4096;

  private static final int LAYOUT_BYTES = 1024;
  private static final byte[] SIGNATURE = "PMEMOBJ\0".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] SET_SIGNATURE = "PMEMPOOLSET".getBytes(StandardCharsets.US_ASCII);

  static PoolFile at(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      return new PoolFile(Content.FOLDER, "");
    }
    if (!Files.isRegularFile(path)) {
      return new PoolFile(Content.INDIRECT, "");
    }
    try (var in = Files.newInputStream(path)) {
      return of(in.readNBytes(HEADER_BYTES + LAYOUT_BYTES));
    }
  }

  /** Tells from a file's first bytes. */
  static PoolFile of(byte[] head) {
    if (startsWith(head, SET_SIGNATURE)) {
      return new PoolFile(Content.INDIRECT, "");
    }
    if (startsWith(head, SIGNATURE) && head.length == HEADER_BYTES + LAYOUT_BYTES) {
      int end = HEADER_BYTES;
      while (end < head.length && head[end] != 0) {
        end++;
      }
      return new PoolFile(
          Content.POOL, new String(head, HEADER_BYTES, end - HEADER_BYTES, StandardCharsets.UTF_8));
    }
    for (byte b : head) {
      if (b != 0) {
        return new PoolFile(Content.OTHER, "");
      }
    }
    return new PoolFile(Content.UNFINISHED, "");
  }

  /**
   * The engine that made the pool; empty when pmemkv did not. Before pmemkv 1.1, all engines wrote
   * the layout of cmap.
   */
  Optional<String> engine() {
    if (layout.equals("pmemkv")) {
      return Optional.of("cmap");
    }
    return layout.startsWith("pmemkv_")
        ? Optional.of(layout.substring("pmemkv_".length()))
        : Optional.empty();
  }

  private static boolean startsWith(byte[] bytes, byte[] prefix) {
    return bytes.length >= prefix.length
        && Arrays.equals(bytes, 0, prefix.length, prefix, 0, prefix.length);
  }

  /**
   * Names the process that has a pool open, for a message; empty if it is not open. libpmemobj
   * holds a lock (flock) on the file.
   */
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
