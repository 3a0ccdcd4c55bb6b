package org.pmemycsb.harness.cli;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import picocli.CommandLine.Option;

/** Where the data and the results of a command lie. */
final class PlaceOptions {
  private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

  /** The folder for the data, or null if none was named. */
  @Option(
      names = "--pmem",
      paramLabel = "DIR",
      description =
          "Folder for the data. Without it: a mounted DAX file system, or else shared memory.")
  Path pmem;

  /** The folder for the results, or null if none was named. */
  @Option(names = "--out", paramLabel = "DIR", description = "Folder for the results.")
  Path out;

  /** The folder for the results: the one named, or a new one that is called after what is done. */
  Path out(String name) {
    if (out == null) {
      out = Path.of("results", name + "-" + LocalDateTime.now().format(STAMP));
    }
    return out;
  }
}
