package org.pmemycsb.harness.outcome;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;
import org.pmemycsb.harness.Checksum;
import org.pmemycsb.harness.FileFailure;
import org.pmemycsb.harness.design.FileName;
import org.pmemycsb.harness.trace.OperationKind;

/**
 * Files with a phase's histograms, in the log format of HdrHistogram, for its own tools to open.
 *
 * <p>A log has a histogram of nanoseconds of the whole phase for each kind of operation, tagged by
 * its name: {@code READ}, and {@code Intended-READ} from the intended start. It also has coarser
 * histograms of all calls in each interval of the phase, tagged {@code Interval}, and a comment for
 * each collection of garbage: its begin in the phase and its length, in milliseconds. The last line
 * is a comment with the checksum of all lines before it.
 */
public final class HistogramLogs {
  private static final String HEAD =
      "[latencies in nanoseconds; Interval_Max in milliseconds; the last line is a checksum]";
  private static final String END = "#[checksum ";
  private static final String SERVICE = "";
  private static final String INTENDED = "Intended-";
  private static final String PAUSE = "[pause of the JVM: ";
  private static final String INTERVAL = "Interval";
  private static final long NANOS_PER_MILLI = 1_000_000;

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
    write(log, phase.time().startedAtMillis(), phase.latencies().overTime());
    phase
        .latencies()
        .overTime()
        .pauses()
        .forEach(pause -> log.outputComment(PAUSE + pause.atMillis() + " " + pause.millis() + "]"));
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

  private static void write(HistogramLogWriter log, long begin, Intervals over) {
    long millis = over.nanos() / NANOS_PER_MILLI;
    for (int i = 0; i < over.calls().size(); i++) {
      Histogram interval = over.calls().get(i).copy();
      interval.setTag(INTERVAL);
      interval.setStartTimeStamp(begin + i * millis);
      interval.setEndTimeStamp(begin + (i + 1) * millis);
      log.outputIntervalHistogram(interval);
    }
  }

  /** The histograms of a file, exactly as they were written. */
  public static Latencies read(Path file) throws DamagedException {
    try {
      byte[] bytes = Files.readAllBytes(file);
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
    List<Histogram> intervals = new ArrayList<>();
    HistogramLogReader reader = new HistogramLogReader(new ByteArrayInputStream(log));
    for (EncodableHistogram next = reader.nextIntervalHistogram();
        next != null;
        next = reader.nextIntervalHistogram()) {
      if (INTERVAL.equals(next.getTag())) {
        intervals.add((Histogram) next);
      } else {
        byTag.put(next.getTag(), (Histogram) next);
      }
    }
    return new Latencies(
        byKind(byTag, SERVICE), byKind(byTag, INTENDED), over(intervals).with(pauses(log)));
  }

  private static List<Intervals.Pause> pauses(byte[] log) {
    return new String(log, StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.startsWith("#" + PAUSE))
        .map(line -> line.substring(PAUSE.length() + 1, line.length() - 1).split(" "))
        .map(pause -> new Intervals.Pause(Long.parseLong(pause[0]), Long.parseLong(pause[1])))
        .toList();
  }

  private static Intervals over(List<Histogram> intervals) {
    if (intervals.isEmpty()) {
      return Intervals.NONE;
    }
    Histogram first = intervals.get(0);
    long seen = (first.getEndTimeStamp() - first.getStartTimeStamp()) * NANOS_PER_MILLI;
    // The reader's times are a millisecond off at some starts. Each length is twice the one before.
    long nanos = Intervals.SHORTEST_NANOS;
    while (nanos + nanos / 2 < seen) {
      nanos *= 2;
    }
    return new Intervals(nanos, intervals, List.of());
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
