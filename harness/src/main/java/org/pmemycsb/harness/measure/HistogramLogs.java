package org.pmemycsb.harness.measure;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.pmemycsb.harness.Checksum;
import org.pmemycsb.harness.trace.OperationKind;

/**
 * Writes a phase's histograms in the log format of HdrHistogram, for its own tools to open.
 *
 * <p>A log has one interval, the phase, and in it a histogram of nanoseconds for each kind of
 * operation, tagged by its name: {@code READ}, and {@code Intended-READ} from the intended start.
 * The last line is a comment with the checksum of all lines before it.
 */
public final class HistogramLogs {
  private static final String HEAD =
      "[latencies in nanoseconds; Interval_Max in milliseconds; the last line is a checksum]";
  private static final String END = "#[checksum ";

  private HistogramLogs() {}

  /** The name of the file with the histograms of a phase of a run. */
  public static String fileName(String run, String phase) {
    return run.replaceAll("[^A-Za-z0-9.-]+", "_") + "_" + phase + ".hlog";
  }

  public static void write(PhaseMeasurement phase, Path file) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    HistogramLogWriter log = new HistogramLogWriter(out);
    log.outputComment(HEAD);
    log.outputLogFormatVersion();
    log.outputStartTime(phase.startedAtMillis());
    log.setBaseTime(phase.startedAtMillis());
    log.outputBaseTime(phase.startedAtMillis());
    log.outputLegend();
    write(log, "", phase, phase.histograms());
    write(log, "Intended-", phase, phase.intendedHistograms());
    log.close();
    String text = out.toString(StandardCharsets.UTF_8);
    Files.writeString(file, text + END + Checksum.of(text) + "]\n");
  }

  /**
   * What is wrong with a file. Files of earlier versions have no checksum and are not judged.
   *
   * @param log the text of the file
   */
  public static Optional<String> damage(String log) {
    if (!log.startsWith("#" + HEAD)) {
      return Optional.empty();
    }
    int end = log.lastIndexOf(END);
    if (end < 0) {
      return Optional.of("is cut off");
    }
    String sum = log.substring(end + END.length()).strip();
    return sum.equals(Checksum.of(log.substring(0, end)) + "]")
        ? Optional.empty()
        : Optional.of("has a wrong checksum");
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
