package org.pmemycsb.it.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/** Temporary folders in main memory, through which servers of other users can pass. */
public final class SharedMemory implements TempDirFactory {
  @Override
  public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext test)
      throws IOException {
    Path folder = Files.createTempDirectory(Path.of("/dev/shm"), "it-");
    return Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
  }
}
