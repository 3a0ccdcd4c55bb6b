package org.pmemycsb.it.packages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Programs that stand for those of the machine. */
final class Scripts {
  private Scripts() {}

  /** Writes a script of bash that everybody can start. */
  static void write(Path file, String text) throws IOException {
    Files.writeString(file, "#!/bin/bash\n" + text + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
