package org.pmemycsb.harness.client.outcome;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;
import org.pmemycsb.harness.Checksum;
import org.pmemycsb.harness.FileFailure;
import org.pmemycsb.harness.client.trace.OperationKind;
import org.pmemycsb.harness.plan.design.FileName;
import org.pmemycsb.spi.SafeFolder;

/**
 * Files with the histograms of a run, in the log format of HdrHistogram, for its own tools to open.
 *
 * <p>A log has a part for each phase, with a histogram of nanoseconds of the whole phase for each
 * kind of operation. Its tags are names: {@code A-READ}, and {@code A-Intended-READ} from the
 * intended start. The last line of a part is a comment with the checksum of its other lines.
 */
public final class HistogramLogs {
  private static final String HEAD =
      "[latencies in nanoseconds; Interval_Max in milliseconds; phase %s]";
  private static final Pattern PART = Pattern.compile("(?s)(.*?)#\\[checksum ([0-9a-f]{8})]\n");
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

  public static String fileName(String run) {
    return FileName.of(run) + ".hlog";
  }

  /** Adds a phase to a file, or replaces what is known of it there. */
  public static void write(PhaseMeasurement measured, String phase, Path file) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    HistogramLogWriter log = new HistogramLogWriter(out);
    long start = measured.time().startedAtMillis();
    log.outputComment(head(phase));
    log.outputLogFormatVersion();
    log.outputStartTime(start);
    log.setBaseTime(start);
    log.outputBaseTime(start);
    log.outputLegend();
    write(log, tag(phase, SERVICE), measured, measured.latencies().service());
    write(log, tag(phase, INTENDED), measured, measured.latencies().intended());
    log.close();
    String text = out.toString(StandardCharsets.UTF_8);
    FileFailure.write(file, others(file, phase) + text + "#[checksum " + Checksum.of(text) + "]\n");
  }

  private static String head(String phase) {
    return HEAD.formatted(FileName.of(phase));
  }

  private static String tag(String phase, String prefix) {
    return FileName.of(phase) + "-" + prefix;
  }

  /** The intact parts of other phases. */
  private static String others(Path file, String phase) throws IOException {
    return Files.exists(file)
        ? parts(file)
            .filter(part -> !isOf(phase, part) && isIntact(part))
            .map(MatchResult::group)
            .collect(Collectors.joining())
        : "";
  }

  private static Stream<MatchResult> parts(Path file) throws IOException {
    return PART.matcher(new String(SafeFolder.readFile(file), StandardCharsets.UTF_8)).results();
  }

  private static boolean isOf(String phase, MatchResult part) {
    return part.group(1).startsWith("#" + head(phase) + "\n");
  }

  private static boolean isIntact(MatchResult part) {
    return part.group(2).equals(Checksum.of(part.group(1)));
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

  /** The histograms of a phase, exactly as they were written. */
  public static Latencies read(Path file, String phase) throws DamagedException {
    try {
      MatchResult part =
          parts(file)
              .filter(each -> isOf(phase, each))
              .findFirst()
              .orElseThrow(() -> new DamagedException("lacks phase " + phase));
      if (!isIntact(part)) {
        throw new DamagedException("has a wrong checksum");
      }
      return parse(part.group(1).getBytes(StandardCharsets.UTF_8), phase);
    } catch (IOException unreadable) {
      throw new DamagedException("cannot be read: " + unreadable.getMessage());
    } catch (RuntimeException broken) {
      // The library reports damage by several kinds of unchecked exceptions.
      throw new DamagedException("is no log of histograms");
    }
  }

  private static Latencies parse(byte[] log, String phase) {
    Map<String, Histogram> byTag = new HashMap<>();
    HistogramLogReader reader = new HistogramLogReader(new ByteArrayInputStream(log));
    for (EncodableHistogram next = reader.nextIntervalHistogram();
        next != null;
        next = reader.nextIntervalHistogram()) {
      byTag.put(next.getTag(), (Histogram) next);
    }
    return new Latencies(byKind(byTag, tag(phase, SERVICE)), byKind(byTag, tag(phase, INTENDED)));
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
