package org.pmemycsb.harness.outcome;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;
import org.pmemycsb.harness.Checksum;
import org.pmemycsb.harness.FileFailure;
import org.pmemycsb.harness.design.FileName;
import org.pmemycsb.harness.trace.OperationKind;
import org.pmemycsb.spi.SafeFolder;

/**
 * Files with a phase's histograms, in the log format of HdrHistogram, for its own tools to open.
 *
 * <p>A log has a histogram of nanoseconds of the whole phase for each kind of operation, tagged by
 * its name: {@code READ}, and {@code Intended-READ} from the intended start. The last line is a
 * comment with the checksum of all lines before it.
 */
public final class HistogramLogs {
  private static final String HEAD =
      "[latencies in nanoseconds; Interval_Max in milliseconds; the last line is a checksum]";
  private static final String END = "#[checksum ";
  private static final String SERVICE = "";
  private static final String INTENDED = "Intended-";

  private HistogramLogs() {}

  /** A file of histograms cannot be used; the message says why. */
  public static final class DamagedException extends Exception {
    private static final long serialVersionUID = 1L;

    DamagedException(String message) {
      super(message);
    }
  }

  public static String fileName(String run, String phase) {
    return FileName.of(run, phase) + ".hlog";
  }

  public static void write(PhaseMeasurement phase, Path file) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    HistogramLogWriter log = new HistogramLogWriter(out);
    log.outputComment(HEAD);
    log.outputLogFormatVersion();
    log.outputStartTime(phase.time().startedAtMillis());
    log.setBaseTime(phase.time().startedAtMillis());
    log.outputBaseTime(phase.time().startedAtMillis());
    log.outputLegend();
    write(log, SERVICE, phase, phase.latencies().service());
    write(log, INTENDED, phase, phase.latencies().intended());
    log.close();
    String text = out.toString(StandardCharsets.UTF_8);
    FileFailure.write(file, text + END + Checksum.of(text) + "]\n");
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
          interval.setStartTimeStamp(phase.time().startedAtMillis());
          interval.setEndTimeStamp(
              phase.time().startedAtMillis()
                  + Math.max(1, phase.time().durationNanos() / 1_000_000));
          log.outputIntervalHistogram(interval);
        });
  }

  /** The histograms of a file, exactly as they were written. */
  public static Latencies read(Path file) throws DamagedException {
    try {
      byte[] bytes = SafeFolder.readFile(file);
      check(new String(bytes, StandardCharsets.UTF_8));
      return parse(bytes);
    } catch (IOException unreadable) {
      throw new DamagedException("cannot be read: " + unreadable.getMessage());
    } catch (RuntimeException broken) {
      // The library reports damage by several kinds of unchecked exceptions.
      throw new DamagedException("is no log of histograms");
    }
  }

  private static void check(String log) throws DamagedException {
    int end = log.lastIndexOf(END);
    if (end < 0) {
      throw new DamagedException("is cut off");
    }
    if (!log.substring(end + END.length())
        .strip()
        .equals(Checksum.of(log.substring(0, end)) + "]")) {
      throw new DamagedException("has a wrong checksum");
    }
  }

  private static Latencies parse(byte[] log) {
    Map<String, Histogram> byTag = new HashMap<>();
    HistogramLogReader reader = new HistogramLogReader(new ByteArrayInputStream(log));
    for (EncodableHistogram next = reader.nextIntervalHistogram();
        next != null;
        next = reader.nextIntervalHistogram()) {
      byTag.put(next.getTag(), (Histogram) next);
    }
    return new Latencies(byKind(byTag, SERVICE), byKind(byTag, INTENDED));
  }

  private static Map<OperationKind, Histogram> byKind(Map<String, Histogram> byTag, String prefix) {
    Map<OperationKind, Histogram> known = new EnumMap<>(OperationKind.class);
    for (OperationKind kind : OperationKind.values()) {
      Histogram histogram = byTag.get(prefix + kind.label());
      if (histogram != null) {
        known.put(kind, histogram);
      }
    }
    return known;
  }
}
