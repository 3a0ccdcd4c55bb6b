package org.pmemycsb.harness.report.notes;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.RunPart;

/** The use of the time of all runs. */
public final class RunTime {
  private RunTime() {}

  /** One line for people; empty if no run has its time. */
  static Optional<String> describe(List<PhaseResult> phases) {
    Map<String, Double> seconds = new LinkedHashMap<>();
    phases.stream()
        .map(phase -> phase.origin().runSeconds())
        .filter(Objects::nonNull)
        .forEach(run -> run.forEach((part, time) -> seconds.merge(part, time, Double::sum)));
    double whole = seconds.values().stream().mapToDouble(Double::doubleValue).sum();
    if (whole <= 0) {
      return Optional.empty();
    }
    double outside = whole - seconds.getOrDefault(RunPart.PHASE.id(), 0.0);
    String parts =
        seconds.entrySet().stream()
            .filter(part -> !part.getKey().equals(RunPart.PHASE.id()))
            .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
            .map(part -> part.getKey() + " " + Figures.percent(part.getValue() / whole))
            .collect(Collectors.joining(", "));
    return Optional.of(
        "%s, of which %s outside the phases (%s)"
            .formatted(time(whole), Figures.percent(outside / whole), parts));
  }

  private static String time(double seconds) {
    long whole = Math.round(seconds);
    return whole < 60 ? whole + " s" : whole / 60 + " min " + whole % 60 + " s";
  }
}
