package org.pmemycsb.harness.host;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The part of files that the kernel holds in main memory. */
public final class PageCache {
  private static final LibC C = LibC.load();

  private PageCache() {}

  /**
   * @param bytes their size
   * @param cached bytes of them in the page cache
   */
  public record Held(long bytes, long cached) {
    private Held and(Held other) {
      return new Held(bytes + other.bytes, cached + other.cached);
    }
  }

  /**
   * Writes all files of folders to their media, and asks the kernel to forget them.
   *
   * @return the state afterwards; pages that a process has mapped stay
   */
  public static Held drop(List<Path> folders) throws IOException {
    Held all = new Held(0, 0);
    for (Path folder : folders) {
      for (Path file : files(folder)) {
        all = all.and(drop(file));
      }
    }
    return all;
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> found = Files.walk(folder)) {
      return found.filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)).toList();
    }
  }

  private static Held drop(Path path) throws IOException {
    long bytes = Files.size(path);
    int file = C.open(path.toString(), LibC.O_RDONLY, 0);
    if (file < 0) {
      throw failed(path, "opened");
    }
    try {
      if (C.fsync(file) != 0 || C.posix_fadvise(file, 0, 0, LibC.DONT_NEED) != 0) {
        throw failed(path, "taken out of the page cache");
      }
      return new Held(bytes, bytes == 0 ? 0 : Math.min(bytes, cached(path, file, bytes)));
    } finally {
      C.close(file);
    }
  }

  private static long cached(Path path, int file, long bytes) throws IOException {
    Pointer mapping = C.mmap(null, bytes, LibC.PROT_READ, LibC.MAP_SHARED, file, 0);
    if (LibC.failed(mapping)) {
      throw failed(path, "mapped");
    }
    long size = C.getpagesize();
    long pages = (bytes + size - 1) / size;
    try (Memory resident = new Memory(pages)) {
      if (C.mincore(mapping, bytes, resident) != 0) {
        throw failed(path, "looked for in the page cache");
      }
      long held = 0;
      for (long page = 0; page < pages; page++) {
        held += resident.getByte(page) & 1;
      }
      return held * size;
    } finally {
      C.munmap(mapping, bytes);
    }
  }

  private static IOException failed(Path path, String what) {
    return new IOException(
        "%s cannot be %s (errno %d)".formatted(path, what, Native.getLastError()));
  }
}
