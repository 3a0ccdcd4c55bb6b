package org.pmemycsb.cluster;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.pmemycsb.harness.run.Crew;
import org.pmemycsb.harness.run.Fleet;

/** Fleets whose workers are {@link Script}s. */
final class Fleets {
  private Fleets() {}

  /** Spark keeps the first scratch folder for all fleets of a JVM, and makes it again. */
  static Fleet open(String url, int machines) throws IOException, InterruptedException {
    Path scratch = Files.createTempDirectory(Path.of("target"), "fleet-");
    List<Path> classPath =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(each -> each.endsWith("classes") || each.contains("log4j-api"))
            .map(Path::of)
            .toList();
    return ServiceLoader.load(Fleet.Provider.class)
        .findFirst()
        .orElseThrow()
        .open(
            new Fleet.Terms(
                url, machines, classPath, scratch, Optional.empty(), System.out::println));
  }

  static Crew muster(Fleet fleet, int machines, Duration deadline)
      throws IOException, InterruptedException {
    return fleet.muster(
        machines,
        List.of(
            "-Xmx32m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            Script.class.getName(),
            Long.toString(deadline.toMillis())),
        Map.of("SCRIPTED", "yes"));
  }

  static Crew muster(Fleet fleet, int machines) throws IOException, InterruptedException {
    return muster(fleet, machines, Duration.ofMinutes(5));
  }

  /** The scripts that run on this machine. */
  static List<ProcessHandle> scripts() {
    return ProcessHandle.allProcesses()
        .filter(
            each ->
                each.info()
                    .commandLine()
                    .filter(line -> line.contains("cluster.Script"))
                    .isPresent())
        .toList();
  }

  /** Waits until no script is left; false if some are after this time. */
  static boolean gone(Duration patience) throws InterruptedException {
    long until = System.nanoTime() + patience.toNanos();
    while (!scripts().isEmpty()) {
      if (System.nanoTime() > until) {
        return false;
      }
      Thread.sleep(20);
    }
    return true;
  }
}
