package org.pmemycsb.cluster;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.pmemycsb.harness.measure.Fleet;
import org.pmemycsb.harness.measure.WorkerGroup;

/** Fleets whose workers are {@link Script}s. */
final class Fleets {
  private static final String VARIABLE = "SCRIPTED";
  private static final String HERE = Path.of("").toAbsolutePath().toString();

  /** Every script has this in its environment. */
  static final String MARK = VARIABLE + "=" + HERE;

  private Fleets() {}

  /** Spark keeps the first scratch folder for all fleets of a JVM, and makes it again. */
  static Fleet open(String url, int machines) throws IOException, InterruptedException {
    Path scratch = Files.createTempDirectory(Path.of("target"), "fleet-");
    List<Path> classPath =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(
                each ->
                    each.matches(
                        ".*(classes|/(pmem-ycsb-cluster|harness|adapter-spi|log4j-api)-[^/]*)"))
            .map(Path::of)
            .filter(Files::exists)
            .toList();
    return ServiceLoader.load(Fleet.Provider.class)
        .findFirst()
        .orElseThrow()
        .open(
            new Fleet.Terms(
                url, machines, classPath, scratch, Optional.empty(), System.out::println));
  }

  static WorkerGroup start(Fleet fleet, int machines, Duration deadline)
      throws IOException, InterruptedException {
    return fleet.start(
        machines,
        List.of(
            "-Xmx32m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            Script.class.getName(),
            Long.toString(deadline.toMillis())),
        Map.of(VARIABLE, HERE));
  }

  static WorkerGroup start(Fleet fleet, int machines) throws IOException, InterruptedException {
    return start(fleet, machines, Duration.ofMinutes(5));
  }

  /** The scripts that the tests of this clone have started. */
  static List<ProcessHandle> scripts() {
    return withEnvironment(MARK);
  }

  /** The processes of this machine that have this variable, {@code NAME=VALUE}. */
  static List<ProcessHandle> withEnvironment(String variable) {
    return ProcessHandle.allProcesses()
        .filter(each -> ("\0" + read(each, "environ")).contains("\0" + variable + "\0"))
        .toList();
  }

  /**
   * What /proc tells of a process.
   *
   * @param file {@code environ} or {@code cmdline}
   * @return empty for a process that has ended, or is another user's
   */
  static String read(ProcessHandle process, String file) {
    try {
      return Files.readString(
          Path.of("/proc", Long.toString(process.pid()), file), StandardCharsets.ISO_8859_1);
    } catch (IOException ended) {
      return "";
    }
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
