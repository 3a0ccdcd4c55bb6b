package org.pmemycsb.harness.cli;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.pmemycsb.harness.host.Place;
import org.pmemycsb.harness.run.Workspaces;
import picocli.CommandLine.Option;

/** Where the data and the results of a command lie. */
final class PlaceOptions {
  private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

  /** The folder of the place {@code pmem}, or null if none was named. */
  @Option(
      names = "--pmem",
      paramLabel = "DIR",
      description =
          "Folder of the place pmem. Without it: a mounted DAX file system, or else shared memory.")
  Path pmem;

  /** The folder for the results, or null if none was named. */
  @Option(names = "--out", paramLabel = "DIR", description = "Folder for the results.")
  Path out;

  /** The place pmem. */
  Place pmem() {
    return Place.open(Place.PMEM, pmem == null ? Place.defaults().get(Place.PMEM) : pmem);
  }

  /** Workspaces on places; reports on standard error the remains that it removes. */
  static Workspaces workspaces(List<Place> places) {
    return Workspaces.open(
        places,
        left ->
            System.err.printf("pmem-ycsb: removed %s, left by a harness that was killed%n", left));
  }

  /** The folder for the results: the one named, or a new one that is called after what is done. */
  Path out(String name) {
    if (out == null) {
      out = Path.of("results", name + "-" + LocalDateTime.now().format(STAMP));
    }
    return out;
  }
}
