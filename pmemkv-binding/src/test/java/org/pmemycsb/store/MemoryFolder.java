package org.pmemycsb.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/** Temporary folders in main memory where the system has them: pools are slow on a disk. */
public final class MemoryFolder implements TempDirFactory {
  @Override
  public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context)
      throws IOException {
    return create();
  }

  public static Path create() throws IOException {
    Path shm = Path.of("/dev/shm");
    return Files.isWritable(shm)
        ? Files.createTempDirectory(shm, "pmem-ycsb-test-")
        : Files.createTempDirectory("pmem-ycsb-test-");
  }
}
