package org.pmemycsb.harness.analysis;

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
import org.HdrHistogram.Histogram;
import org.pmemycsb.harness.client.outcome.HistogramLogs;
import org.pmemycsb.harness.client.outcome.Latencies;
import org.pmemycsb.harness.plan.design.CallKind;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Latency;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.statistics.Estimate;
import org.pmemycsb.harness.statistics.Sample;

/**
 * Latencies of one kind of calls of a cell, from the histograms of its valid repeats. Percentiles
 * that are not {@link Latency#known known} are absent.
 *
 * @param micros microseconds by percentile, with all calls of all valid repeats in one distribution
 * @param samples the percentile in each invocation
 */
public record Percentiles(
    SortedMap<Double, Double> micros, SortedMap<Double, List<Sample>> samples, double maxMicros) {
  public static final List<Double> ALL = List.of(50.0, 75.0, 90.0, 95.0, 99.0, 99.9, 99.99, 99.999);
  private static final double NANOS_PER_MICRO = 1e3;

  private record Run(Conditions key, int invocation, CallKind calls, Histogram nanos) {}

  /** The geometric mean over the invocations, with its interval; empty if it is not known. */
  public Optional<Estimate> mean(double percentile) {
    return Estimate.of(
        samples.getOrDefault(percentile, List.of()).stream().mapToDouble(Sample::figure).toArray());
  }

  /**
   * Reads the histograms of a result folder. Missing and damaged files are left out; the journal
   * still has some percentiles. So are cells that did not sustain their target.
   *
   * @param remarks takes one line about missing or damaged files
   */
  public static Map<Conditions, Map<CallKind, Percentiles>> read(
      Path histograms, List<PhaseResult> phases, Consumer<String> remarks) {
    Set<Conditions> unsustained =
        phases.stream()
            .filter(phase -> phase.valid() && phase.measurement().pace().unsustained())
            .map(PhaseResult::conditions)
            .collect(Collectors.toSet());
    List<Run> runs = new ArrayList<>();
    List<String> damaged = new ArrayList<>();
    for (PhaseResult phase : phases) {
      Path file = histograms.resolve(HistogramLogs.fileName(phase.run()));
      if (!phase.valid() || unsustained.contains(phase.conditions())) {
        continue;
      }
      try {
        if (Files.exists(file)) {
          runs.addAll(runs(phase, HistogramLogs.read(file, phase.phase())));
        } else if (isKept(phase)) {
          damaged.add(file + " is missing");
        }
      } catch (HistogramLogs.DamagedException broken) {
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
    Map<Conditions, Map<CallKind, Percentiles>> all = new LinkedHashMap<>();
    Cells.grouped(runs, run -> List.of(run.key, run.calls))
        .values()
        .forEach(
            alike ->
                all.computeIfAbsent(alike.get(0).key, none -> new EnumMap<>(CallKind.class))
                    .put(alike.get(0).calls, of(alike)));
    return all;
  }

  private static List<Run> runs(PhaseResult phase, Latencies latencies) {
    List<Run> runs = new ArrayList<>();
    for (CallKind calls : CallKind.values()) {
      latencies
          .of(calls)
          .map(nanos -> new Run(phase.conditions(), phase.origin().invocation(), calls, nanos))
          .ifPresent(runs::add);
    }
    return runs;
  }

  /** Whether a phase has a file with histograms. Trials of a search have none. */
  private static boolean isKept(PhaseResult phase) {
    return phase.conditions().runner().equals(RunnerKind.TRACE.id())
        && phase.measurement().capacity() == null
        && phase.measurement().work().good() > 0;
  }

  private static Percentiles of(List<Run> runs) {
    Histogram sum = new Histogram(3);
    runs.forEach(run -> sum.add(run.nanos));
    SortedMap<Double, Double> micros = new TreeMap<>();
    SortedMap<Double, List<Sample>> samples = new TreeMap<>();
    for (double percentile : ALL) {
      Latency.micros(percentile, sum).ifPresent(all -> micros.put(percentile, all));
      List<Sample> known = new ArrayList<>();
      for (Run run : runs) {
        Latency.micros(percentile, run.nanos)
            .ifPresent(figure -> known.add(new Sample(run.invocation, figure)));
      }
      if (known.size() == runs.size()) {
        samples.put(percentile, known);
      }
    }
    return new Percentiles(micros, samples, sum.getMaxValue() / NANOS_PER_MICRO);
  }

  /** A percentile as text: {@code 99}, {@code 99.9}. */
  public static String name(double percentile) {
    return percentile == Math.rint(percentile)
        ? Integer.toString((int) percentile)
        : Double.toString(percentile);
  }
}
