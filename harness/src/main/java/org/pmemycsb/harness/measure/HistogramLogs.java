package org.pmemycsb.harness.measure;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.pmemycsb.harness.trace.OperationKind;

/**
 * Writes a phase's histograms in the log format of HdrHistogram, for its own tools to open.
 *
 * <p>A log has one interval, the phase, and in it a histogram of nanoseconds for each kind of
 * operation, tagged by its name: {@code READ}, and {@code Intended-READ} from the intended start.
 */
public final class HistogramLogs {

  private HistogramLogs() {}

  /** The name of the file with the histograms of a phase of a run. */
  public static String fileName(String run, String phase) {
    return run.replaceAll("[^A-Za-z0-9.-]+", "_") + "_" + phase + ".hlog";
  }

  public static void write(PhaseMeasurement phase, Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      HistogramLogWriter log = new HistogramLogWriter(out);
      log.outputComment("[latencies in nanoseconds; Interval_Max in milliseconds]");
      log.outputLogFormatVersion();
      log.outputStartTime(phase.startedAtMillis());
      log.setBaseTime(phase.startedAtMillis());
      log.outputBaseTime(phase.startedAtMillis());
      log.outputLegend();
      write(log, "", phase, phase.histograms());
      write(log, "Intended-", phase, phase.intendedHistograms());
      log.close();
    }
  }

  private static void write(
      HistogramLogWriter log,
      String prefix,
      PhaseMeasurement phase,
      Map<OperationKind, Histogram> histograms) {
    histograms.forEach(
        (kind, histogram) -> {
          Histogram interval = histogram.copy();
          interval.setTag(prefix + kind.label());
          interval.setStartTimeStamp(phase.startedAtMillis());
          interval.setEndTimeStamp(
              phase.startedAtMillis() + Math.max(1, phase.durationNanos() / 1_000_000));
          log.outputIntervalHistogram(interval);
        });
  }
}
