package org.pmemycsb.adapter.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** A tmpfs of a few megabytes; only root can mount one. */
record SmallFileSystem(Path folder) implements AutoCloseable {
  static SmallFileSystem mount(Path folder, String size) throws IOException {
    Assumptions.assumeTrue(
        "root".equals(System.getProperty("user.name")), "only root can mount a file system");
    run("mount", "-t", "tmpfs", "-o", "size=" + size + ",mode=755", "tmpfs", folder.toString());
    return new SmallFileSystem(folder);
  }

  private static void run(String... command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (process.onExit().join().exitValue() != 0) {
      throw new IOException(String.join(" ", command) + ": " + output.strip());
    }
  }

  @Override
  public void close() throws IOException {
    run("umount", folder.toString());
  }
}
