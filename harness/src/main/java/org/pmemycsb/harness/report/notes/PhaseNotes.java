package org.pmemycsb.harness.report.notes;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Machine;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Usage;
import org.pmemycsb.harness.statistics.Step;

/** The notes about phases: stalls, unsteady throughput, cold measurements, machines that lag. */
final class PhaseNotes {
  private static final double STALL_SHARE = 0.01;
  private static final double LEAST_STALL_MILLIS = 50;
  private static final double WAIT_SHARE = 0.01;
  private static final double BUSY_BETWEEN = 0.1;

  // More would push the other notes off the screen.
  private static final int NAMED_MACHINES = 5;

  private final NoteList notes;
  private final Results results;
  private final Names names;
  private final List<PhaseResult> all;
  // Floor and ceiling are short, whatever the number of operations.
  private final List<PhaseResult> contenders;

  private PhaseNotes(NoteList notes, Results results) {
    this.notes = notes;
    this.results = results;
    this.names = Names.of(results.cells());
    this.all = results.phases();
    Set<Conditions> asked =
        results.contenders().stream().map(Cell::key).collect(Collectors.toSet());
    this.contenders = all.stream().filter(phase -> asked.contains(phase.conditions())).toList();
  }

  static void add(NoteList notes, Results results) {
    PhaseNotes phases = new PhaseNotes(notes, results);
    phases.stalls();
    phases.waited();
    phases.busyBetween();
    phases.unsteady();
    phases.shortPhases();
    phases.recordedAgain();
    phases.sampledLatencies();
    phases.coldStarts();
    phases.hitsForMisses();
    phases.uncheckedScans();
    phases.machines();
  }

  private static List<PhaseResult> valid(List<PhaseResult> phases, Predicate<PhaseResult> such) {
    return phases.stream().filter(PhaseResult::valid).filter(such).toList();
  }

  private static PhaseResult worst(List<PhaseResult> phases, ToDoubleFunction<PhaseResult> figure) {
    return phases.stream().max(Comparator.comparingDouble(figure)).orElseThrow();
  }

  /** {@code phase A of redis}. */
  private String named(PhaseResult phase) {
    return "phase " + phase.phase() + " of " + names.series(phase.conditions());
  }

  private static double seconds(PhaseResult phase) {
    return phase.measurement().work().seconds();
  }

  private void stalls() {
    List<PhaseResult> stalled =
        valid(
            contenders,
            phase ->
                longestMillis(phase) >= LEAST_STALL_MILLIS
                    && longestMillis(phase) / 1e3 >= STALL_SHARE * seconds(phase));
    if (!stalled.isEmpty()) {
      PhaseResult worst = worst(stalled, PhaseNotes::longestMillis);
      notes.warn(
          "In %d of %d phases one operation took at least %s of the phase: a stall. The longest took %,.0f ms,"
              + " which is %s of %s. A closed loop counts a stall as one slow operation."
              + " With --target, the operations that wait behind it count, too.",
          stalled.size(),
          contenders.size(),
          Figures.percent(STALL_SHARE),
          longestMillis(worst),
          Figures.percent(longestMillis(worst) / 1e3 / seconds(worst)),
          named(worst));
    }
  }

  private static double longestMillis(PhaseResult phase) {
    Double longest = phase.measurement().latencies().longestUs();
    return longest == null ? 0 : longest / 1e3;
  }

  private void waited() {
    List<PhaseResult> slowed = valid(all, phase -> waitingShare(phase) >= WAIT_SHARE);
    if (!slowed.isEmpty()) {
      PhaseResult worst = worst(slowed, PhaseNotes::waitingShare);
      notes.warn(
          "In %d of %d phases the operations of a machine did not fit into its memory at once. Its"
              + " threads waited while it recorded more, at most %s of the time (%s), so these"
              + " throughputs are too low. Give more machines or fewer operations.",
          slowed.size(), all.size(), Figures.percent(waitingShare(worst)), named(worst));
    }
  }

  private static double waitingShare(PhaseResult phase) {
    Conditions of = phase.conditions();
    int clients = of.threads() * Math.max(1, of.machines());
    return phase.measurement().replay().stalledSeconds() / (clients * seconds(phase));
  }

  private void busyBetween() {
    List<String> busy = new ArrayList<>();
    Cells.grouped(
            valid(all, phase -> between(phase) > BUSY_BETWEEN),
            phase -> names.series(phase.conditions()))
        .forEach(
            (name, phases) -> {
              String most = Figures.percent(between(worst(phases, PhaseNotes::between)));
              busy.add("%s (up to %s of a processor)".formatted(name, most));
            });
    if (!busy.isEmpty()) {
      notes.warn(
          "While other databases were measured, some worked on, and slowed them: %s. Give --together"
              + " one.",
          String.join(", ", busy));
    }
  }

  /** Processors that a phase kept busy between its iterations. */
  private static double between(PhaseResult phase) {
    Usage usage = phase.measurement().resources().usage();
    return usage != null && usage.between() != null ? usage.between() : 0;
  }

  private void unsteady() {
    List<Cell> judged = results.contenders().stream().filter(Cell::valid).toList();
    List<Cell> unsteady = judged.stream().filter(Cell::isUnsteady).toList();
    if (!unsteady.isEmpty()) {
      notes.warn(
          "%d of %s not steady (%s in the tables of throughput): %sthe throughput still rose or fell"
              + " at the end, or changed suddenly.%s Longer phases give other figures.",
          unsteady.size(),
          Plural.of(judged.size(), "cell") + Plural.choose(unsteady.size(), " was", " were"),
          Notes.UNSTEADY,
          unsteady.stream().anyMatch(cell -> cell.throughput().samples().size() > 1)
              ? "in most runs, "
              : "",
          largestStep(unsteady.stream().map(Cell::key).collect(Collectors.toSet())));
    }
  }

  /** A sentence about the largest sudden change; empty if there is none. */
  private String largestStep(Set<Conditions> unsteady) {
    List<PhaseResult> changed =
        valid(
            all,
            phase ->
                unsteady.contains(phase.conditions())
                    && phase.measurement().series().step().isPresent());
    if (changed.isEmpty()) {
      return "";
    }
    PhaseResult worst = worst(changed, phase -> stepOf(phase).ratio());
    Step step = stepOf(worst);
    return String.format(
        Locale.ROOT,
        " The largest change was in %s, after %.2f s of %.2f s: from %,.0f to"
            + " %,.0f operations per second.",
        named(worst),
        worst.measurement().series().secondsOf(step),
        seconds(worst),
        step.before(),
        step.after());
  }

  private static Step stepOf(PhaseResult phase) {
    return phase.measurement().series().step().orElseThrow();
  }

  private void shortPhases() {
    int tooShort = valid(contenders, phase -> seconds(phase) < Measurement.ENOUGH_SECONDS).size();
    if (tooShort > 0) {
      notes.warn(
          "%d of %d phases lasted less than %.2f s. A pause of the machine or of the JVM changes"
              + " such a figure much. Give %s or, for a load, more --records.",
          tooShort,
          contenders.size(),
          Measurement.ENOUGH_SECONDS,
          results.experiment().endsByTimeAlone() ? "a longer --duration" : "more --operations");
    }
  }

  private void recordedAgain() {
    // The segments of a short load are repeats of it.
    int again =
        valid(
                all,
                phase ->
                    phase.measurement().replay().segments() != null
                        && !phase.conditions().isLoad()
                        && phase.conditions().machines() == 0)
            .size();
    if (again > 0) {
      notes.explain(
          "In %d of %d phases the database used up the operations that were prepared for it. It made"
              + " them again, or the harness stopped the clock and all threads and prepared more.",
          again, all.size());
    }
  }

  private void sampledLatencies() {
    IntSummaryStatistics sampled =
        all.stream()
            .filter(PhaseResult::valid)
            .map(phase -> phase.measurement().latencies().every())
            .filter(Objects::nonNull)
            .mapToInt(every -> every)
            .summaryStatistics();
    if (sampled.getCount() > 0) {
      notes.explain(
          "In %d of %d phases the latency of one in %s operations was recorded, at random. For all"
              + " operations, reading the clock would take more than 1 %% of the time there.",
          sampled.getCount(),
          all.size(),
          sampled.getMin() == sampled.getMax()
              ? sampled.getMin()
              : sampled.getMin() + " to " + sampled.getMax());
    }
  }

  private void coldStarts() {
    List<PhaseResult> cold =
        valid(
            contenders,
            phase ->
                phase.measurement().start().warmUp() != null
                    && !phase.measurement().start().warmUp().steady());
    if (!cold.isEmpty()) {
      notes.warn(
          "In %d of %d phases the warm-up ended at its limit (%.1f s): the JVM still compiled, or the"
              + " throughput still changed. First of them: %s.",
          cold.size(),
          contenders.size(),
          cold.get(0).measurement().start().warmUp().seconds(),
          named(cold.get(0)));
    }
  }

  private void hitsForMisses() {
    for (Phase phase : results.experiment().phases()) {
      phase
          .trace()
          .filter(trace -> trace.hitsForMisses() > 0)
          .ifPresent(
              trace ->
                  notes.warn(
                      "Phase %s finds %,d records that had expired or been evicted when its trace"
                          + " was recorded: %s of its operations. No record expires in the replay.",
                      phase.id(),
                      trace.hitsForMisses(),
                      Figures.percent((double) trace.hitsForMisses() / trace.operations())));
    }
  }

  private void uncheckedScans() {
    String unchecked =
        results.experiment().databases().stream()
            .filter(DatabaseChoice::scansInUnknownOrder)
            .map(DatabaseChoice::label)
            .distinct()
            .collect(Collectors.joining(", "));
    if (results.experiment().scans() && !unchecked.isEmpty()) {
      notes.warn(
          "The rows of scans were not checked, because their order is unknown: %s. Option %s=key"
              + " says that they come in the order of their keys.",
          unchecked, DatabaseChoice.CLAIMED_SCAN_ORDER);
    }
  }

  private void machines() {
    List<PhaseResult> clustered = valid(all, phase -> phase.measurement().onMachines() != null);
    if (clustered.isEmpty()) {
      return;
    }
    lagging(clustered);
    notes.explain(
        "The machines of a cluster began each phase at an agreed instant. By its own clock, the"
            + " latest began %.1f ms after it. The clocks differed by at most %.1f ms, as far as the"
            + " cluster can tell.",
        most(clustered, Machine::startUs) / 1e3,
        most(clustered, machine -> Math.abs(machine.clockOffsetUs())) / 1e3);
    Experiment experiment = results.experiment();
    if (experiment.phases().stream()
        .anyMatch(phase -> !phase.isLoad() && experiment.mix(phase).insertShare() > 0)) {
      notes.explain(
          "In workloads that insert records, a machine asks for its own new records only: the"
              + " newest record is the newest one that this machine knows.");
    }
    long repeated =
        clustered.stream()
            .filter(phase -> !phase.conditions().isLoad())
            .filter(phase -> phase.measurement().replay().segments() != null)
            .count();
    if (repeated > 0) {
      notes.explain(
          "In %d of %d phases a machine made more operations than were recorded for it at once. It made"
              + " the recorded ones again, or recorded more.",
          repeated, clustered.size());
    }
  }

  private void lagging(List<PhaseResult> clustered) {
    Set<String> named = new LinkedHashSet<>();
    long lagging = 0;
    for (PhaseResult phase : clustered) {
      List<Machine> all = phase.measurement().onMachines();
      List<Integer> slow = Machine.lagging(all);
      lagging += slow.isEmpty() ? 0 : 1;
      slow.forEach(i -> named.add(Machine.name(i, all.get(i).host())));
    }
    if (lagging > 0) {
      notes.warn(
          "In %d of %d phases a machine made less than %s of the median throughput of the machines: %s.",
          lagging,
          clustered.size(),
          Figures.percent(Machine.LAGS_BELOW),
          Plural.few(named, NAMED_MACHINES, ", "));
    }
  }

  private static double most(List<PhaseResult> clustered, ToDoubleFunction<Machine> figure) {
    return clustered.stream()
        .flatMap(phase -> phase.measurement().onMachines().stream())
        .mapToDouble(figure)
        .max()
        .orElse(0);
  }
}
