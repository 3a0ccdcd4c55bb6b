package org.pmemycsb.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
  private static final long NANOS_PER_MILLI = 1_000_000;
  // A latency is known to a quarter of its doubling.
  private static final long STALL_NANOS =
      (long) (FaultyClient.STALL_MILLIS * NANOS_PER_MILLI * 0.87);
  private static final Pattern BEGIN = Pattern.compile("#\\[StartTime: (\\d+)\\.(\\d{3})");

  @TempDir private Path folder;

  /** Most calls take no time, so only a sample of them is timed; no stall may fall through it. */
  @Test
  void everyPlantedStallIsSeenAtItsTime() throws Exception {
    Path planted = folder.resolve("planted");
    Path experiment =
        Files.writeString(
            folder.resolve("stalls.yaml"),
            """
            databases: [{faulty: {fault: stalls, file: %s}}]
            phases: [load, A]
            records: 1000
            duration: 7s
            repeats: 1
            """
                .formatted(planted));
    Path results = folder.resolve("results");
    Path medium = Files.createDirectories(folder.resolve("medium"));
    HarnessProcess.runHere(
            "run", experiment.toString(), "--pmem", medium.toString(), "--out", results.toString())
        .hasStatus(0);

    PhaseResult phase = new Journal(results).read().get(1);
    Path log =
        ResultFolder.histograms(results)
            .resolve(HistogramLogs.fileName(phase.run(), phase.phase()));
    Intervals overTime = HistogramLogs.read(log).overTime();
    long interval = overTime.nanos() / NANOS_PER_MILLI;
    List<Long> found =
        IntStream.range(0, overTime.calls().size())
            .filter(i -> overTime.calls().get(i).getMaxValue() >= STALL_NANOS)
            .mapToObj(i -> i * interval)
            .toList();
    long begin = begin(log);
    List<Long> after =
        Files.readAllLines(planted).stream()
            .map(line -> Long.parseLong(line) - begin)
            .filter(at -> at >= 0)
            .toList();
    // 7 s have room for ten; a busy machine makes each longer. The last one may end with the phase.
    assertThat(after).hasSizeGreaterThan(3);
    assertThat(found).as("of %s", after).hasSizeGreaterThanOrEqualTo(after.size() - 1);
    // Later ones have other times: the clock stands still while further operations are recorded.
    assertThat(found.get(0))
        .isBetween(
            after.get(0) - interval, after.get(0) + FaultyClient.STALL_MILLIS * 2 + interval);
    assertThat(results.resolve("report.html"))
        .content()
        .contains("id=\"over-time\"", "phase A, 1 thread");
  }

  /** When the phase began, in milliseconds since 1970. */
  private static long begin(Path log) throws Exception {
    Matcher begin = BEGIN.matcher(Files.readString(log));
    assertThat(begin.find()).as("start time in %s", log).isTrue();
    return Long.parseLong(begin.group(1) + begin.group(2));
  }
}
