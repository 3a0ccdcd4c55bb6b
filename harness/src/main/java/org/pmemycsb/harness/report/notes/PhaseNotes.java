package org.pmemycsb.harness.report.notes;

import java.util.Comparator;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Note;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Usage;
import org.pmemycsb.harness.statistics.Step;

/** The notes about phases: stalls, unsteady throughput, short or cold measurements. */
final class PhaseNotes {
  private static final double STALL_SHARE = 0.01;
  private static final double LEAST_STALL_MILLIS = 50;
  private static final double WAIT_SHARE = 0.01;
  private static final double BUSY_BETWEEN = 0.1;

  private PhaseNotes() {}

  static void add(List<Note> notes, Results results) {
    stalls(notes, results);
    waited(notes, results);
    busyBetween(notes, results);
    unsteady(notes, results);
    shortPhases(notes, results);
    recordedAgain(notes, results);
    sampledLatencies(notes, results);
    coldStarts(notes, results);
    hitsForMisses(notes, results);
    uncheckedScans(notes, results);
  }

  private static void busyBetween(List<Note> notes, Results results) {
    String busy =
        Cells.grouped(
                results.phases().stream().filter(phase -> between(phase) > BUSY_BETWEEN).toList(),
                phase -> name(results, phase))
            .entrySet()
            .stream()
            .map(
                each ->
                    "%s (up to %.0f %% of a processor)"
                        .formatted(
                            each.getKey(),
                            100
                                * each.getValue().stream()
                                    .mapToDouble(PhaseNotes::between)
                                    .max()
                                    .orElseThrow()))
            .collect(Collectors.joining(", "));
    if (!busy.isEmpty()) {
      Notes.warn(
          notes,
          "While other databases were measured, some worked on, and slowed them: %s. Give --together"
              + " one.",
          busy);
    }
  }

  /** Processors that a phase kept busy between its iterations. */
  private static double between(PhaseResult phase) {
    Usage usage = phase.measurement().resources().usage();
    return phase.valid() && usage != null && usage.between() != null ? usage.between() : 0;
  }

  private static void uncheckedScans(List<Note> notes, Results results) {
    List<String> unchecked =
        results.experiment().databases().stream()
            .filter(DatabaseChoice::scansInUnknownOrder)
            .map(DatabaseChoice::label)
            .distinct()
            .toList();
    if (results.experiment().scans() && !unchecked.isEmpty()) {
      Notes.warn(
          notes,
          "The rows of scans were not checked, because their order is unknown: %s. Option %s=key"
              + " says that they come in the order of their keys.",
          String.join(", ", unchecked),
          DatabaseChoice.CLAIMED_SCAN_ORDER);
    }
  }

  // Floor and ceiling are short, whatever the number of operations.
  private static void shortPhases(List<Note> notes, Results results) {
    List<PhaseResult> phases = ofContenders(results);
    long tooShort =
        phases.stream()
            .filter(
                phase ->
                    phase.valid()
                        && phase.measurement().work().seconds() < Measurement.ENOUGH_SECONDS)
            .count();
    if (tooShort > 0) {
      Notes.warn(
          notes,
          "%d of %d phases lasted less than %.2f s. A pause of the machine or of the JVM changes"
              + " such a figure much. Give %s or, for a load, more --records.",
          tooShort,
          phases.size(),
          Measurement.ENOUGH_SECONDS,
          results.experiment().endsByTimeAlone() ? "a longer --duration" : "more --operations");
    }
  }

  private static List<PhaseResult> ofContenders(Results results) {
    Set<Conditions> asked =
        results.contenders().stream().map(Cell::key).collect(Collectors.toSet());
    return results.phases().stream().filter(phase -> asked.contains(phase.conditions())).toList();
  }

  private static void stalls(List<Note> notes, Results results) {
    List<PhaseResult> phases = ofContenders(results);
    List<PhaseResult> stalled =
        phases.stream()
            .filter(phase -> phase.valid() && isStalled(phase))
            .sorted(
                Comparator.comparingDouble((PhaseResult each) -> longestMillis(each)).reversed())
            .toList();
    if (!stalled.isEmpty()) {
      PhaseResult worst = stalled.get(0);
      Notes.warn(
          notes,
          "In %d of %d phases one operation took at least %s of the phase: a stall. The longest took %,.0f ms,"
              + " which is %s of phase %s of %s. A closed loop counts a stall as one slow operation."
              + " With --target, the operations that wait behind it count, too.",
          stalled.size(),
          phases.size(),
          Figures.percent(STALL_SHARE),
          longestMillis(worst),
          Figures.percent(longestMillis(worst) / 1e3 / worst.measurement().work().seconds()),
          worst.phase(),
          name(results, worst));
    }
  }

  /** The database, with its place if there are several. */
  private static String name(Results results, PhaseResult phase) {
    return Names.of(results.cells()).series(phase.conditions());
  }

  private static boolean isStalled(PhaseResult phase) {
    double millis = longestMillis(phase);
    return millis >= LEAST_STALL_MILLIS
        && millis / 1e3 >= STALL_SHARE * phase.measurement().work().seconds();
  }

  private static double longestMillis(PhaseResult phase) {
    Double longest = phase.measurement().latencies().longestUs();
    return longest == null ? 0 : longest / 1e3;
  }

  private static void waited(List<Note> notes, Results results) {
    List<PhaseResult> slowed =
        results.phases().stream()
            .filter(phase -> phase.valid() && waitingShare(phase) >= WAIT_SHARE)
            .sorted(Comparator.comparingDouble(PhaseNotes::waitingShare).reversed())
            .toList();
    if (!slowed.isEmpty()) {
      PhaseResult worst = slowed.get(0);
      Notes.warn(
          notes,
          "In %d of %d phases the database was faster than its operations could be recorded. The threads"
              + " waited for them, at most %s of the time (phase %s of %s), so these throughputs are"
              + " too low. With --duration, the clock of a workload stops meanwhile; that of a load"
              + " or a recorded trace does not.",
          slowed.size(),
          results.phases().size(),
          Figures.percent(waitingShare(worst)),
          worst.phase(),
          name(results, worst));
    }
  }

  private static double waitingShare(PhaseResult phase) {
    Conditions of = phase.conditions();
    int clients = of.threads() * Math.max(1, of.machines());
    return phase.measurement().replay().stalledSeconds()
        / (clients * phase.measurement().work().seconds());
  }

  private static void unsteady(List<Note> notes, Results results) {
    List<Cell> judged = results.contenders().stream().filter(Cell::valid).toList();
    List<Cell> unsteady = judged.stream().filter(Cell::isUnsteady).toList();
    if (!unsteady.isEmpty()) {
      Notes.warn(
          notes,
          "%d of %s not steady (%s in the tables of throughput): %sthe throughput still rose or fell"
              + " at the end, or changed suddenly.%s Longer phases give other figures.",
          unsteady.size(),
          Plural.of(judged.size(), "cell") + Plural.choose(unsteady.size(), " was", " were"),
          Notes.UNSTEADY,
          unsteady.stream().anyMatch(cell -> cell.throughput().samples().size() > 1)
              ? "in most runs, "
              : "",
          largestStep(results, unsteady.stream().map(Cell::key).collect(Collectors.toSet())));
    }
  }

  /** A sentence about the largest sudden change; empty if there is none. */
  private static String largestStep(Results results, Set<Conditions> unsteady) {
    return results.phases().stream()
        .filter(phase -> phase.valid() && unsteady.contains(phase.conditions()))
        .filter(phase -> phase.measurement().series().step().isPresent())
        .max(Comparator.comparingDouble(phase -> stepOf(phase).ratio()))
        .map(
            phase ->
                String.format(
                    Locale.ROOT,
                    " The largest change was in phase %s of %s, after %.2f s of %.2f s: from %,.0f to"
                        + " %,.0f operations per second.",
                    phase.phase(),
                    name(results, phase),
                    phase.measurement().series().secondsOf(stepOf(phase)),
                    phase.measurement().work().seconds(),
                    stepOf(phase).before(),
                    stepOf(phase).after()))
        .orElse("");
  }

  private static Step stepOf(PhaseResult phase) {
    return phase.measurement().series().step().orElseThrow();
  }

  private static void recordedAgain(List<Note> notes, Results results) {
    long again =
        results.phases().stream()
            .filter(phase -> phase.valid() && phase.measurement().replay().segments() != null)
            // The segments of a short load are repeats of it.
            .filter(phase -> !phase.conditions().phase().equals(Phase.LOAD.id()))
            .filter(phase -> phase.conditions().machines() == 0)
            .count();
    if (again > 0) {
      Notes.explain(
          notes,
          "In %d of %d phases the database used up the operations that were prepared for it. It made"
              + " them again, or the harness stopped the clock and all threads and prepared more.",
          again,
          results.phases().size());
    }
  }

  private static void sampledLatencies(List<Note> notes, Results results) {
    IntSummaryStatistics sampled =
        results.phases().stream()
            .filter(PhaseResult::valid)
            .map(phase -> phase.measurement().latencies().every())
            .filter(Objects::nonNull)
            .mapToInt(every -> every)
            .summaryStatistics();
    if (sampled.getCount() > 0) {
      Notes.explain(
          notes,
          "In %d of %d phases the latency of one in %s operations was recorded, at random. For all"
              + " operations, reading the clock would take more than 1 %% of the time there.",
          sampled.getCount(),
          results.phases().size(),
          sampled.getMin() == sampled.getMax()
              ? sampled.getMin()
              : sampled.getMin() + " to " + sampled.getMax());
    }
  }

  private static void hitsForMisses(List<Note> notes, Results results) {
    for (Phase phase : results.experiment().phases()) {
      phase
          .trace()
          .filter(trace -> trace.hitsForMisses() > 0)
          .ifPresent(
              trace ->
                  Notes.warn(
                      notes,
                      "Phase %s finds %,d records that had expired or been evicted when its trace"
                          + " was recorded: %s of its operations. No record expires in the replay.",
                      phase.id(),
                      trace.hitsForMisses(),
                      Figures.percent((double) trace.hitsForMisses() / trace.operations())));
    }
  }

  private static void coldStarts(List<Note> notes, Results results) {
    List<PhaseResult> phases = ofContenders(results);
    List<PhaseResult> cold =
        phases.stream()
            .filter(PhaseResult::valid)
            .filter(phase -> phase.measurement().start().warmUp() != null)
            .filter(phase -> !phase.measurement().start().warmUp().steady())
            .toList();
    if (!cold.isEmpty()) {
      Notes.warn(
          notes,
          "In %d of %d phases the warm-up ended at its limit (%.1f s): the JVM still compiled, or the"
              + " throughput still changed. First of them: %s of %s.",
          cold.size(),
          phases.size(),
          cold.get(0).measurement().start().warmUp().seconds(),
          cold.get(0).phase(),
          name(results, cold.get(0)));
    }
  }
}
