package org.pmemycsb.it.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.pmemycsb.spi.SafeFolder;

/** A folder in shared memory for the data of an audit. Closing checks that the audit emptied it. */
record AuditMedium(Path folder) implements AutoCloseable {
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  AuditMedium() throws IOException {
    this(create());
  }

  private static Path create() throws IOException {
    assumeTrue(Files.isWritable(SHARED_MEMORY), "this machine lacks a writable /dev/shm");
    Path folder = Files.createTempDirectory(SHARED_MEMORY, "it-audit");
    // PostgreSQL's own user must pass through.
    return Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
  }

  @Override
  public void close() throws IOException {
    try {
      assertThat(folder).isEmptyDirectory();
    } finally {
      SafeFolder.delete(folder);
    }
  }
}
