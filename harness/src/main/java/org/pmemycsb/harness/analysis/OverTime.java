package org.pmemycsb.harness.analysis;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.pmemycsb.harness.host.LoadSample;
import org.pmemycsb.harness.outcome.HistogramLogs;
import org.pmemycsb.harness.outcome.Intervals;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.PhaseResult;

/**
 * The latencies of one run of a cell over time.
 *
 * @param repeat which run: the one with the median throughput
 * @param stolenSeconds times in the phase about which the hypervisor took more than {@value
 *     #MUCH_STOLEN} of the processors
 * @param background growth in the phase of the counters that the database has for checkpoints,
 *     compactions and rewrites of its log, by their names
 */
public record OverTime(
    Conditions key,
    int repeat,
    Intervals intervals,
    List<Double> stolenSeconds,
    SortedMap<String, Long> background) {
  /** The most cells that are shown. */
  static final int MOST = 8;

  private static final double MUCH_STOLEN = 0.05;
  private static final double MICROS = 1e6;
  private static final Pattern BACKGROUND = Pattern.compile("(?i)checkpoint|compact|rewrite|stall");

  /** A run and the share of its time that its longest operation took. */
  private record Candidate(PhaseResult phase, double stall) {}

  /**
   * Reads those cells in which an operation took the largest shares of the phase, in the order of
   * the cells. A file that is missing or damaged is left out; {@link Percentiles} names it.
   */
  public static List<OverTime> read(
      Path histograms, List<PhaseResult> phases, List<Cell> cells, List<LoadSample> load) {
    List<PhaseResult> kept =
        phases.stream()
            .filter(phase -> phase.valid() && Files.exists(file(histograms, phase)))
            .toList();
    List<Conditions> order = cells.stream().map(Cell::key).toList();
    return Cells.grouped(kept, PhaseResult::conditions).values().stream()
        .map(OverTime::median)
        .map(phase -> new Candidate(phase, stall(phase)))
        .sorted(Comparator.comparingDouble(Candidate::stall).reversed())
        .limit(MOST)
        .map(Candidate::phase)
        .sorted(Comparator.comparingInt(phase -> order.indexOf(phase.conditions())))
        .flatMap(phase -> read(histograms, phase, load).stream())
        .toList();
  }

  private static PhaseResult median(List<PhaseResult> runs) {
    return runs.stream()
        .sorted(Comparator.comparingDouble(PhaseResult::throughputOpsS))
        .skip((runs.size() - 1) / 2)
        .findFirst()
        .orElseThrow();
  }

  private static Path file(Path histograms, PhaseResult phase) {
    return histograms.resolve(HistogramLogs.fileName(phase.run(), phase.phase()));
  }

  /** 0 with a target: then a long operation is one of many that waited. */
  private static double stall(PhaseResult phase) {
    Double longest = phase.measurement().latencies().longestUs();
    return longest == null ? 0 : longest / (phase.measurement().work().seconds() * MICROS);
  }

  private static Optional<OverTime> read(
      Path histograms, PhaseResult phase, List<LoadSample> load) {
    try {
      Intervals intervals = HistogramLogs.read(file(histograms, phase)).overTime();
      return intervals.calls().isEmpty()
          ? Optional.empty()
          : Optional.of(
              new OverTime(
                  phase.conditions(),
                  phase.origin().repeat(),
                  intervals,
                  stolen(phase, intervals, load),
                  background(phase)));
    } catch (HistogramLogs.DamagedException damaged) {
      return Optional.empty();
    }
  }

  private static SortedMap<String, Long> background(PhaseResult phase) {
    SortedMap<String, Long> all = new TreeMap<>(phase.state().serverStatistics());
    all.entrySet()
        .removeIf(each -> each.getValue() == 0 || !BACKGROUND.matcher(each.getKey()).find());
    return all;
  }

  private static List<Double> stolen(
      PhaseResult phase, Intervals intervals, List<LoadSample> load) {
    // The phase itself began earlier, with its preparation.
    long begin = intervals.calls().get(0).getStartTimeStamp();
    return load.stream()
        .filter(sample -> sample.steal() > MUCH_STOLEN)
        .map(
            sample ->
                (Instant.parse(sample.at()).toEpochMilli() - begin) / 1e3 - sample.seconds() / 2)
        .filter(at -> at >= 0 && at <= phase.measurement().work().seconds())
        .toList();
  }

  /** The seconds of a phase in which an interval begins. */
  public double begin(int interval) {
    return interval * intervals.nanos() / 1e9;
  }
}
