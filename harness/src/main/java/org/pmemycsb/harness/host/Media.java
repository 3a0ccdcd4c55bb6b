package org.pmemycsb.harness.host;

import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.pmemycsb.spi.Medium;

/** The medium of a folder, and the folder to use when the user names none. */
public final class Media {
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");
  private static final long PROBE_BYTES = 2L << 20;
  private static final int OWNER_ONLY = 0600;

  private Media() {}

  /**
   * The medium of an existing, writable folder.
   *
   * <p>It detects persistent memory by mapping a file with MAP_SYNC, which Linux grants on a DAX
   * file system only (mmap(2)). Names and mount options can be wrong.
   *
   * @throws IOException if no file can be made in the folder
   */
  public static Medium of(Path folder) throws IOException {
    if (mapsSynchronously(folder)) {
      return Medium.DAX;
    }
    String type = mountOf(folder).map(Mount::type).orElse("unknown");
    return type.equals("tmpfs") || type.equals("ramfs") ? Medium.TMPFS : Medium.DISK;
  }

  /**
   * The folder to use when none is named: a mounted DAX file system that can be written to, or else
   * shared memory, or else the folder for temporary files.
   */
  public static Path defaultFolder() {
    return Stream.concat(
            mounts().stream().filter(Mount::dax).map(Mount::folder), Stream.of(SHARED_MEMORY))
        .filter(Files::isWritable)
        .findFirst()
        .orElseGet(() -> Path.of(System.getProperty("java.io.tmpdir")));
  }

  /** A folder on a disk that this user can write to; empty where there is none. */
  public static Optional<Path> diskFolder() {
    String cache =
        Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
            .orElse(System.getProperty("user.home") + "/.cache");
    return Stream.of("/var/tmp", cache, "")
        .map(Path::of)
        .map(Path::toAbsolutePath)
        .filter(Files::isDirectory)
        .filter(Files::isWritable)
        .filter(Media::isDisk)
        .findFirst();
  }

  private static boolean isDisk(Path folder) {
    try {
      return of(folder) == Medium.DISK;
    } catch (IOException unusable) {
      return false;
    }
  }

  /**
   * A line of the kernel's table of mounts.
   *
   * @param device behind it, as the kernel names it
   */
  public record Mount(String device, Path folder, String type, String options) {
    boolean dax() {
      return List.of(options.split(",")).stream()
          .anyMatch(option -> option.equals("dax") || option.equals("dax=always"));
    }
  }

  /** The current mounts; empty if unknown. */
  private static List<Mount> mounts() {
    try {
      return Files.readAllLines(Path.of("/proc/self/mounts")).stream()
          .map(line -> line.split(" "))
          .filter(columns -> columns.length >= 4)
          .map(text -> new Mount(text[0], folder(text[1]), text[2], text[3]))
          .toList();
    } catch (IOException unknown) {
      return List.of();
    }
  }

  private static Path folder(String escaped) {
    return Path.of(escaped.replace("\\040", " "));
  }

  public static Optional<Mount> mountOf(Path folder) {
    Path real;
    try {
      real = folder.toRealPath();
    } catch (IOException missing) {
      return Optional.empty();
    }
    return mounts().stream()
        .filter(mount -> real.startsWith(mount.folder()))
        // Of two mounts on one folder the later hides the earlier.
        .reduce(
            (found, next) ->
                next.folder().getNameCount() >= found.folder().getNameCount() ? next : found);
  }

  private static boolean mapsSynchronously(Path folder) throws IOException {
    LibC libc;
    try {
      libc = LibC.load();
    } catch (UnsatisfiedLinkError notLinux) {
      return false;
    }
    // A kill leaves no file behind, because the file has no name.
    int unnamed = libc.open(folder.toString(), LibC.O_RDWR | LibC.O_TMPFILE, OWNER_ONLY);
    if (unnamed >= 0) {
      return mapsSynchronously(libc, unnamed);
    }
    Path probe = Files.createTempFile(folder, ".pmem-ycsb-probe", null);
    try {
      int named = libc.open(probe.toString(), LibC.O_RDWR, OWNER_ONLY);
      return named >= 0 && mapsSynchronously(libc, named);
    } finally {
      Files.deleteIfExists(probe);
    }
  }

  private static boolean mapsSynchronously(LibC libc, int file) {
    try {
      if (libc.ftruncate(file, PROBE_BYTES) != 0) {
        return false;
      }
      int flags = LibC.MAP_SHARED_VALIDATE | LibC.MAP_SYNC;
      Pointer mapping = libc.mmap(Pointer.NULL, PROBE_BYTES, LibC.PROT_READ_WRITE, flags, file, 0);
      if (LibC.failed(mapping)) {
        return false;
      }
      libc.munmap(mapping, PROBE_BYTES);
      return true;
    } finally {
      libc.close(file);
    }
  }
}
