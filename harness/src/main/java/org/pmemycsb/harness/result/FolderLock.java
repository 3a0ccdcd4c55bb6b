package org.pmemycsb.harness.result;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.FileFailure;
import org.pmemycsb.spi.SafeFolder;

/**
 * The right to write into a result folder; one process has it at a time.
 *
 * <p>The kernel releases the lock when the process ends, also by a kill. The file stays: its
 * removal would let two processes lock two different files.
 */
public final class FolderLock implements AutoCloseable {
  /** The file with the lock, which names its holder; it is no part of the results. */
  public static final String FILE = ".owner.lock";

  private static final int LONGEST_PID = 20;

  private final Path folder;
  private final FileChannel file;
  private final boolean made;

  private FolderLock(Path folder, FileChannel file, boolean made) {
    this.folder = folder;
    this.file = file;
    this.made = made;
  }

  /**
   * Takes the lock of a new result folder.
   *
   * @throws ConfigurationException if another process holds it, something else is in the folder, or
   *     the folder cannot be written to
   */
  public static FolderLock takeNew(Path folder) {
    boolean ours = Files.exists(folder.resolve(FILE));
    try {
      if (!ours && Files.isDirectory(folder)) {
        refuseFull(folder); // before the lock, which would leave a file in it
      }
      FolderLock lock = take(folder);
      try {
        refuseFull(folder);
        return lock;
      } catch (IOException | RuntimeException refused) {
        lock.close();
        throw refused;
      }
    } catch (IOException failure) {
      throw new ConfigurationException(
          "--out: cannot write to " + folder + ": " + FileFailure.describe(failure), failure);
    }
  }

  private static void refuseFull(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      if (entries.anyMatch(entry -> !entry.endsWith(FILE))) {
        throw new ConfigurationException("--out: " + folder + " is not empty; name another folder");
      }
    }
  }

  /**
   * Takes the lock of a folder; makes the folder if it is not there.
   *
   * @throws ConfigurationException if another process holds it
   */
  public static FolderLock take(Path named) throws IOException {
    Path folder = named(named);
    boolean made = !Files.exists(folder);
    FileChannel file = SafeFolder.openLock(Files.createDirectories(folder).resolve(FILE));
    try {
      if (file.tryLock() == null) {
        throw new ConfigurationException(
            "%s: process %s writes into this result folder; wait for its end, or name another folder"
                .formatted(folder, holder(file)));
      }
      file.truncate(0);
      file.write(StandardCharsets.US_ASCII.encode(Long.toString(ProcessHandle.current().pid())), 0);
      return new FolderLock(folder, file, made);
    } catch (OverlappingFileLockException ours) {
      throw new IllegalStateException("this process has the lock of " + folder + " already", ours);
    } catch (IOException | RuntimeException failure) {
      file.close();
      throw failure;
    }
  }

  /** The folder that a user named. A link of the user is followed here once, and never again. */
  static Path named(Path folder) {
    try {
      return Files.isSymbolicLink(folder) ? folder.toRealPath() : folder;
    } catch (IOException broken) {
      return folder; // which cannot be opened, either
    }
  }

  private static String holder(FileChannel file) throws IOException {
    ByteBuffer pid = ByteBuffer.allocate(LONGEST_PID);
    file.read(pid, 0);
    return StandardCharsets.US_ASCII.decode(pid.flip()).toString();
  }

  public Path folder() {
    return folder;
  }

  /**
   * Empties the folder, and removes it if this process made it.
   *
   * @param why gets the failure if that is impossible
   */
  public void clear(Exception why) {
    try (Stream<Path> entries = Files.list(folder)) {
      for (Path each : made ? List.of(folder) : entries.toList()) {
        SafeFolder.delete(each);
      }
    } catch (IOException left) {
      why.addSuppressed(left);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
