package org.pmemycsb.harness.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.OptionalLong;

/** The space that files take, which is less than their size where they have holes. */
public final class DiskUse {
  // A file that is removed meanwhile makes du fail.
  private static final int ATTEMPTS = 3;

  private DiskUse() {}

  /**
   * The bytes that a folder and its content occupy on the medium, in whole KiB; empty if unknown.
   * It asks du(1), because Java cannot tell.
   */
  public static OptionalLong of(Path folder) {
    try {
      for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        Process du =
            new ProcessBuilder("du", "-sk", folder.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String text = new String(du.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (du.onExit().join().exitValue() == 0) {
          return OptionalLong.of(Long.parseLong(text.split("\\s", 2)[0]) << 10);
        }
      }
    } catch (IOException | NumberFormatException unknown) {
      return OptionalLong.empty();
    }
    return OptionalLong.empty();
  }
}
