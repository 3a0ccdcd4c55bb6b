package org.pmemycsb.pmemkv;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.pmemycsb.store.MemoryFolder;

/** A small file system of its own in main memory, gone again on close; needs root. */
final class Mount implements AutoCloseable {
  private final Path folder;
  private final Thread atExit = new Thread(this::unmount);

  private Mount(Path folder) {
    this.folder = folder;
    // A JVM that ends in the middle of a test must not leave a mount behind.
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  /** Mounts a tmpfs, or skips the test and says what was missing. */
  static Mount tmpfs(String options) throws IOException, InterruptedException {
    Path folder = MemoryFolder.create();
    Process mount =
        new ProcessBuilder("mount", "-t", "tmpfs", "-o", options, "tmpfs", folder.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(mount.getInputStream().readAllBytes());
    if (mount.waitFor() != 0) {
      Files.delete(folder);
      String missing =
          "NOT TESTED: behaviour on a full or read-only file system; it needs root and the right to"
              + " mount ("
              + output.strip()
              + ")";
      System.err.println(missing);
      abort(missing);
    }
    return new Mount(folder);
  }

  Path folder() {
    return folder;
  }

  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(atExit);
    unmount();
  }

  private void unmount() {
    try {
      int status = new ProcessBuilder("umount", folder.toString()).inheritIO().start().waitFor();
      if (status != 0) {
        // Busy: it goes away with its last user.
        new ProcessBuilder("umount", "-l", folder.toString()).inheritIO().start().waitFor();
      }
      Files.deleteIfExists(folder);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException("cannot unmount " + folder, e);
    }
  }
}
