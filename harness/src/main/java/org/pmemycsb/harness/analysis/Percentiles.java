package org.pmemycsb.harness.analysis;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.pmemycsb.harness.design.RunnerKind;
import org.pmemycsb.harness.measure.HistogramLogs;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Latency;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.statistics.Estimate;
import org.pmemycsb.harness.statistics.MedianInterval;

/**
 * Latencies of a cell from the histograms of its valid repeats. Only percentiles are there above
 * which at least {@value Latency#FEWEST_ABOVE} operations lie.
 *
 * @param micros microseconds by percentile, with all operations of all valid repeats in one
 *     distribution
 * @param runs the median over the valid repeats of the percentile of each, with its interval
 * @param maxMicros the slowest operation
 */
public record Percentiles(
    SortedMap<Double, Double> micros, SortedMap<Double, Estimate> runs, double maxMicros) {
  public static final List<Double> ALL = List.of(50.0, 75.0, 90.0, 95.0, 99.0, 99.9, 99.99, 99.999);
  private static final double NANOS_PER_MICRO = 1e3;
  private static final String INTENDED = "Intended-";

  /** What operations do. */
  public enum Kind {
    READ("READ", "SCAN"),
    WRITE("INSERT", "UPDATE", "DELETE");

    private final List<String> tags;

    Kind(String... tags) {
      this.tags = List.of(tags);
    }
  }

  /** A file of histograms cannot be used; the message says why. */
  private static final class DamagedException extends Exception {
    private static final long serialVersionUID = 1L;

    DamagedException(String message) {
      super(message);
    }
  }

  /**
   * Reads the histograms of a result folder. What is missing or damaged is left out: some
   * percentiles of each phase stand in the journal. Cells whose target was not sustained are left
   * out, too.
   *
   * @param remarks told in one line which files are missing or damaged, if any are
   */
  public static Map<Conditions, Map<Kind, Percentiles>> read(
      Path histograms, List<PhaseResult> phases, Consumer<String> remarks) {
    Set<Conditions> unsustained =
        phases.stream()
            .filter(phase -> phase.valid() && phase.measurement().pace().unsustained())
            .map(PhaseResult::conditions)
            .collect(Collectors.toSet());
    Map<Conditions, Map<Kind, List<Histogram>>> runs = new LinkedHashMap<>();
    List<String> damaged = new ArrayList<>();
    for (PhaseResult phase : phases) {
      Path file = histograms.resolve(HistogramLogs.fileName(phase.run(), phase.phase()));
      if (!phase.valid() || unsustained.contains(phase.conditions())) {
        continue;
      }
      if (!Files.exists(file)) {
        if (isKept(phase)) {
          damaged.add(file + " is missing");
        }
        continue;
      }
      try {
        Map<Kind, Histogram> one = read(file);
        Map<Kind, List<Histogram>> known =
            runs.computeIfAbsent(phase.conditions(), key -> new EnumMap<>(Kind.class));
        one.forEach((kind, all) -> known.computeIfAbsent(kind, none -> new ArrayList<>()).add(all));
      } catch (DamagedException broken) {
        damaged.add(file + " " + broken.getMessage());
      }
    }
    if (!damaged.isEmpty()) {
      remarks.accept(
          "%s%s; their latencies are left out of percentiles over all runs. Restore them from a copy, or leave it so"
              .formatted(
                  damaged.get(0),
                  damaged.size() == 1 ? "" : ", and so on for " + damaged.size() + " files"));
    }
    Map<Conditions, Map<Kind, Percentiles>> all = new LinkedHashMap<>();
    runs.forEach(
        (key, byKind) -> {
          Map<Kind, Percentiles> known = new EnumMap<>(Kind.class);
          byKind.forEach((kind, each) -> known.put(kind, of(each)));
          all.put(key, known);
        });
    return all;
  }

  /**
   * Whether the runner of a phase keeps its histograms, which the trials of a search have none of.
   */
  private static boolean isKept(PhaseResult phase) {
    return phase.conditions().runner().equals(RunnerKind.TRACE.id())
        && phase.measurement().capacity() == null
        && phase.measurement().good() > 0;
  }

  private static Map<Kind, Histogram> read(Path file) throws DamagedException {
    Map<String, Histogram> byTag = new LinkedHashMap<>();
    try {
      byte[] bytes = Files.readAllBytes(file);
      Optional<String> damage = HistogramLogs.damage(new String(bytes, StandardCharsets.UTF_8));
      if (damage.isPresent()) {
        throw new DamagedException(damage.get());
      }
      HistogramLogReader reader = new HistogramLogReader(new ByteArrayInputStream(bytes));
      while (reader.hasNext()) {
        EncodableHistogram next = reader.nextIntervalHistogram();
        if (next instanceof Histogram histogram && histogram.getTag() != null) {
          byTag.put(histogram.getTag(), histogram);
        }
      }
    } catch (IOException unreadable) {
      throw new DamagedException("cannot be read: " + unreadable.getMessage());
    } catch (RuntimeException broken) {
      // The library tells of damage by several kinds of unchecked exceptions.
      throw new DamagedException("is no log of histograms");
    }
    if (byTag.isEmpty()) {
      throw new DamagedException("has no histogram");
    }
    Map<Kind, Histogram> sums = new EnumMap<>(Kind.class);
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
    return sums;
  }

  private static Percentiles of(List<Histogram> runs) {
    Histogram sum = new Histogram(3);
    runs.forEach(sum::add);
    SortedMap<Double, Double> micros = new TreeMap<>();
    SortedMap<Double, Estimate> medians = new TreeMap<>();
    for (double percentile : ALL) {
      if (isKnown(percentile, sum)) {
        micros.put(percentile, micros(percentile, sum));
      }
      if (runs.stream().allMatch(run -> isKnown(percentile, run))) {
        double[] all = runs.stream().mapToDouble(run -> micros(percentile, run)).toArray();
        medians.put(percentile, MedianInterval.of(all));
      }
    }
    return new Percentiles(micros, medians, sum.getMaxValue() / NANOS_PER_MICRO);
  }

  /** A percentile as text: {@code 99}, {@code 99.9}. */
  public static String name(double percentile) {
    return percentile == Math.rint(percentile)
        ? Integer.toString((int) percentile)
        : Double.toString(percentile);
  }

  private static boolean isKnown(double percentile, Histogram of) {
    return percentile == 50 || Latency.known(percentile, of.getTotalCount());
  }

  private static double micros(double percentile, Histogram of) {
    return of.getValueAtPercentile(percentile) / NANOS_PER_MICRO;
  }
}
