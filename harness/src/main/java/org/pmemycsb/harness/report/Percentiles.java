package org.pmemycsb.harness.report;

import java.io.FileNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.pmemycsb.harness.measure.HistogramLogs;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.PhaseResult;

/**
 * Latencies of a cell from the histograms of its valid repeats, taken together: all operations of
 * all valid repeats in one distribution.
 *
 * @param count operations in it
 * @param micros microseconds by percentile; only percentiles above which at least {@value
 *     #FEWEST_ABOVE} operations lie, for of fewer nothing can be said
 * @param maxMicros the slowest operation
 */
record Percentiles(long count, SortedMap<Double, Double> micros, double maxMicros) {
  static final List<Double> ALL = List.of(50.0, 75.0, 90.0, 95.0, 99.0, 99.9, 99.99, 99.999);
  static final int FEWEST_ABOVE = 10;
  private static final double NANOS_PER_MICRO = 1e3;
  private static final String INTENDED = "Intended-";

  /** What operations do. */
  enum Kind {
    READ("READ", "SCAN"),
    WRITE("INSERT", "UPDATE", "DELETE");

    private final List<String> tags;

    Kind(String... tags) {
      this.tags = List.of(tags);
    }
  }

  /**
   * Reads the histograms of a result folder. What is missing or broken is left out: the median and
   * the 99th percentile of each phase stand in the journal. Cells whose target was not sustained
   * are left out, too.
   */
  static Map<Conditions, Map<Kind, Percentiles>> read(Path histograms, List<PhaseResult> phases) {
    Set<Conditions> unsustained =
        phases.stream()
            .filter(phase -> phase.valid() && phase.measurement().pace().unsustained())
            .map(PhaseResult::conditions)
            .collect(Collectors.toSet());
    Map<Conditions, Map<Kind, Histogram>> sums = new LinkedHashMap<>();
    for (PhaseResult phase : phases) {
      Path file = histograms.resolve(HistogramLogs.fileName(phase.run(), phase.phase()));
      if (phase.valid() && !unsustained.contains(phase.conditions()) && Files.isRegularFile(file)) {
        read(file, sums.computeIfAbsent(phase.conditions(), key -> new EnumMap<>(Kind.class)));
      }
    }
    Map<Conditions, Map<Kind, Percentiles>> all = new LinkedHashMap<>();
    sums.forEach(
        (key, byKind) -> {
          Map<Kind, Percentiles> known = new EnumMap<>(Kind.class);
          byKind.forEach((kind, sum) -> known.put(kind, of(sum)));
          all.put(key, known);
        });
    return all;
  }

  private static void read(Path file, Map<Kind, Histogram> sums) {
    Map<String, Histogram> byTag = new LinkedHashMap<>();
    try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
      while (reader.hasNext()) {
        EncodableHistogram next = reader.nextIntervalHistogram();
        if (next instanceof Histogram histogram && histogram.getTag() != null) {
          byTag.put(histogram.getTag(), histogram);
        }
      }
    } catch (FileNotFoundException | RuntimeException broken) {
      // The library tells of damage by several kinds of unchecked exceptions.
      return;
    }
    // Under a target, what counts is the time since an operation was to start.
    String prefix =
        byTag.keySet().stream().anyMatch(tag -> tag.startsWith(INTENDED)) ? INTENDED : "";
    for (Kind kind : Kind.values()) {
      for (String tag : kind.tags) {
        Histogram found = byTag.get(prefix + tag);
        if (found != null && found.getTotalCount() > 0) {
          sums.computeIfAbsent(kind, none -> new Histogram(3)).add(found);
        }
      }
    }
  }

  private static Percentiles of(Histogram sum) {
    SortedMap<Double, Double> micros = new TreeMap<>();
    for (double percentile : ALL) {
      if (percentile == 50 || sum.getTotalCount() * (100 - percentile) / 100 >= FEWEST_ABOVE) {
        micros.put(percentile, sum.getValueAtPercentile(percentile) / NANOS_PER_MICRO);
      }
    }
    return new Percentiles(sum.getTotalCount(), micros, sum.getMaxValue() / NANOS_PER_MICRO);
  }
}
