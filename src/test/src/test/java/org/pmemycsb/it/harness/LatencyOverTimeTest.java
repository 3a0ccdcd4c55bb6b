package org.pmemycsb.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.outcome.HistogramLogs;
import org.pmemycsb.harness.outcome.Intervals;
import org.pmemycsb.harness.result.Journal;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.ResultFolder;

/** A database that stands still now and then, through a whole run. */
class LatencyOverTimeTest {
  private static final double NANOS_PER_SECOND = 1e9;
  // A latency is known to a quarter of its doubling.
  private static final long STALL_NANOS = (long) (FaultyClient.STALL_MILLIS * 1e6 * 0.87);

  @TempDir private Path folder;

  /** Most calls take no time, so only a sample of them is timed; no stall may fall through it. */
  @Test
  void everyPlantedStallIsSeenAtItsTime() throws Exception {
    Path experiment =
        Files.writeString(
            folder.resolve("stalls.yaml"),
            """
            databases: [{faulty: {fault: stalls}}]
            phases: [load, A]
            records: 1000
            duration: 7s
            repeats: 1
            """);
    Path results = folder.resolve("results");
    Path medium = Files.createDirectories(folder.resolve("medium"));
    HarnessProcess.runHere(
            "run", experiment.toString(), "--pmem", medium.toString(), "--out", results.toString())
        .hasStatus(0);

    PhaseResult phase = new Journal(results).read().get(1);
    Intervals overTime =
        HistogramLogs.read(
                ResultFolder.histograms(results)
                    .resolve(HistogramLogs.fileName(phase.run(), phase.phase())))
            .overTime();
    List<Double> stalls =
        IntStream.range(0, overTime.calls().size())
            .filter(i -> overTime.calls().get(i).getMaxValue() >= STALL_NANOS)
            .mapToObj(i -> i * overTime.nanos() / NANOS_PER_SECOND)
            .toList();
    // 7 s have room for three; a busy machine may delay the last beyond the end, and may add
    // others.
    assertThat(stalls).anyMatch(first -> stalls.stream().anyMatch(next -> isPlanted(next - first)));
    assertThat(results.resolve("report.html"))
        .content()
        .contains("id=\"over-time\"", "phase A, 1 thread");
  }

  /** Whether so many seconds are what the client leaves between two stalls. */
  private static boolean isPlanted(double seconds) {
    return seconds > 2 && seconds < 3;
  }
}
