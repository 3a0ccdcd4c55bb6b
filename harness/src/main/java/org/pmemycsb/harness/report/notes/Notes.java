package org.pmemycsb.harness.report.notes;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.host.LoadSummary;
import org.pmemycsb.harness.plan.design.KeyDistribution;
import org.pmemycsb.harness.plan.design.Work;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Note;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.statistics.Estimate;
import org.pmemycsb.harness.statistics.LogMean;

/** The warnings and explanations beside the figures of a report. */
public final class Notes {
  /** Marks a figure whose phases were not steady. */
  public static final String UNSTEADY = "*";

  private static final int MOST_REASONS = 5;

  // Seen: 20 to 40 us with awake processors, 150 to 380 us with sleeping ones.
  private static final double SLOW_ROUND_TRIP_MICROS = 60;

  // The round trips of a sleeping machine differ by this factor.
  private static final double ROUND_TRIP_VARIES = 2;

  private static final String KEEP_AWAKE =
      "The harness may not keep the processors awake: start it as root, or allow it to all users by"
          + " a udev rule (a line in /etc/udev/rules.d/90-cpu-latency.rules):"
          + " KERNEL==\"cpu_dma_latency\", MODE=\"0666\"";

  private Notes() {}

  /** All that apply, warnings first. */
  public static List<Note> of(Results results) {
    NoteList notes = new NoteList();
    List<Cell> cells = results.cells();
    if (!results.invalid().isEmpty()) {
      notes.warn(
          "%d of %s %s. 'pmem-ycsb run --resume DIR' makes the runs again.",
          results.invalid().size(),
          Plural.of(results.all().size(), "cell"),
          Plural.choose(
              results.invalid().size(),
              "is INVALID and has no figure",
              "are INVALID and have no figure"));
    }
    madeAgain(notes, results);
    results.unavailable().forEach(each -> notes.warn("%s.", each.describe()));
    List<String> levels = Names.of(cells).mixedLevels();
    if (!levels.isEmpty()) {
      notes.warn(
          "This report mixes durability levels (%s). Do not compare rows of different levels.",
          String.join(", ", levels));
    }
    List<String> media = cells.stream().map(cell -> cell.key().medium()).distinct().toList();
    if (media.size() > 1 && MediaNotes.mixed(cells)) {
      notes.warn("This report mixes media (%s).", String.join(", ", media));
    }
    results.load().ifPresent(load -> others(notes, load));
    long unfinished =
        results.contenders().stream()
            .filter(cell -> cell.repeats().made() < results.experiment().repeats())
            .count();
    if (unfinished > 0) {
      notes.warn(
          "The experiment is not finished: %s fewer than %s. 'pmem-ycsb run --resume DIR' makes the"
              + " missing runs.",
          Plural.of(unfinished, "cell has", "cells have"),
          Plural.of(results.experiment().repeats(), "run"));
    }
    tooFew(results.experiment(), results.runs()).ifPresent(text -> notes.warn("%s", text));
    unsustained(notes, results);
    PhaseNotes.add(notes, results);
    precision(notes, results);
    scatter(notes, results);
    sleepy(notes, results);
    MediaNotes.add(notes, results);
    if (results.experiment().phases().stream()
        .map(results.experiment()::work)
        .anyMatch(
            work ->
                work instanceof Work.Draw draw
                    && draw.keys().equals(KeyDistribution.of(KeyDistribution.Stock.ZIPFIAN)))) {
      notes.explain(
          "YCSB's scrambled zipfian draws keys from 10^10 items, whatever the number of records is."
              + " The hottest keys are therefore accessed less often than with a true zipfian of"
              + " this size.");
    }
    return notes.all;
  }

  /**
   * The warnings before the first run, without markup.
   *
   * @param servers whether a database is reached over a connection
   */
  public static List<String> before(Experiment experiment, Environment on, boolean servers) {
    List<String> notes = new ArrayList<>();
    if (experiment.budget().isZero()) {
      tooFew(experiment, experiment.repeats()).ifPresent(notes::add);
    }
    if (servers && experiment.threads().contains(1) && isSleepy(on)) {
      notes.add(sleep(experiment, on));
    }
    return notes;
  }

  /** A warning about runs that were made more than once, if there are any. */
  private static void madeAgain(NoteList notes, Results results) {
    // In a run, only the first such phase has a cause of its own.
    Map<String, PhaseResult> causes = new LinkedHashMap<>();
    results.journal().superseded().stream()
        .filter(phase -> !phase.valid())
        .forEach(phase -> causes.putIfAbsent(phase.run(), phase));
    if (causes.isEmpty()) {
      return;
    }
    List<String> reasons =
        causes.values().stream()
            .map(
                phase ->
                    "%s (repeat %d): %s"
                        .formatted(
                            phase.conditions().described(),
                            phase.origin().invocation(),
                            phase.reason()))
            .distinct()
            .toList();
    long runs = causes.values().stream().map(phase -> phase.origin().run()).distinct().count();
    notes.warn(
        "%d %s INVALID, and --resume made %s again. The figures are those of the new runs alone;"
            + " cells.jsonl has all. INVALID before: %s.",
        runs,
        runs == 1 ? "run was" : "runs were",
        runs == 1 ? "it" : "them",
        Plural.few(reasons, MOST_REASONS, "; "));
  }

  private static Optional<String> tooFew(Experiment experiment, int runs) {
    return runs >= LogMean.FEWEST
        ? Optional.empty()
        : Optional.of(
            "With one run of each database, the spread is unknown and no two databases can be told"
                + " apart. "
                + (experiment.budget().isZero()
                    ? "Give --repeats 3 or more."
                    : "Give a longer --budget."));
  }

  private static void others(NoteList notes, LoadSummary load) {
    if (load.busy()) {
      notes.warn(
          "The machine was busy with other work. In %s of the time, other programs and the"
              + " hypervisor took more than %s of its processors. On average and at most, other"
              + " programs took %s and %s, the hypervisor %s and %s. Measure again on a quiet"
              + " machine.",
          Figures.percent(load.disturbed()),
          Figures.percent(LoadSummary.MUCH),
          Figures.percent(load.others()),
          Figures.percent(load.othersMost()),
          Figures.percent(load.steal()),
          Figures.percent(load.stealMost()));
    }
    if (load.limited()) {
      notes.warn(
          "The container or control group has a limit of processor time. In %s of its periods"
              + " (usually of 0.1 s), the harness and its databases had used it up and waited. So"
              + " the figures are those of the limit. Raise it.",
          Figures.percent(load.throttled()));
    }
  }

  private static void unsustained(NoteList notes, Results results) {
    double[] achieved =
        results.contenders().stream()
            .filter(cell -> cell.valid() && cell.unsustained())
            .flatMap(cell -> cell.throughput().estimate().stream())
            .mapToDouble(Estimate::figure)
            .sorted()
            .toArray();
    if (achieved.length > 0) {
      notes.warn(
          "%s UNSUSTAINED: the database did not %s, and operations waited longer and longer. %s made"
              + " %,.0f. %s no percentiles, because the latency grows with the length of the test.",
          Plural.of(achieved.length, "cell is", "cells are"),
          results.experiment().target() == 0
              ? "keep up with the times of the trace"
              : String.format(
                  Locale.ROOT,
                  "reach the target of %,.0f operations per second",
                  results.experiment().target()),
          Plural.choose(achieved.length, "It", "The slowest"),
          achieved[0],
          Plural.choose(achieved.length, "It has", "They have"));
    }
  }

  private static void precision(NoteList notes, Results results) {
    double asked = results.experiment().precision();
    if (asked == 0) {
      return;
    }
    double[] missed =
        results.contenders().stream()
            .filter(Cell::valid)
            .mapToDouble(cell -> cell.throughput().estimate().orElseThrow().precision().orElse(1))
            .filter(precision -> precision > asked)
            .sorted()
            .toArray();
    if (missed.length > 0) {
      notes.warn(
          "The budget was spent before %d of %d cells had the precision of %.1f %%; the least precise"
              + " has %.1f %%.",
          missed.length, results.contenders().size(), 100 * asked, 100 * missed[missed.length - 1]);
    }
  }

  private static void scatter(NoteList notes, Results results) {
    Cells.grouped(
            results.contenders().stream()
                .filter(cell -> cell.invocations().commonDeviation() > 0)
                .toList(),
            cell -> cell.invocations().commonDeviation())
        .forEach(
            (deviation, cells) -> {
              boolean load = cells.stream().allMatch(cell -> cell.key().isLoad());
              notes.explain(
                  "Run-to-run scatter of %s: %s.",
                  load ? "the load" : "the workloads", Figures.percent(deviation));
              cells.stream()
                  .filter(cell -> cell.invocations().isOutlier())
                  .forEach(
                      cell ->
                          notes.warn(
                              "%s on %s scatters by %s from run to run, and has its own interval.",
                              Names.of(results.cells()).series(cell.key()),
                              cell.key().phase(),
                              Figures.percent(cell.invocations().ownDeviation())));
            });
  }

  // In virtual machines, waking a processor takes long, and each request wakes the server.
  private static void sleepy(NoteList notes, Results results) {
    Environment on = results.environment();
    boolean bounded =
        isSleepy(on)
            && results.contenders().stream()
                .filter(cell -> cell.key().threads() == 1)
                .flatMap(cell -> cell.throughput().estimate().stream())
                .anyMatch(
                    measured ->
                        measured.figure()
                            < 1e6 / on.wakeUp().roundTripMicros() * ROUND_TRIP_VARIES);
    if (bounded) {
      String waiting =
          results.load().filter(Notes::stolen).isPresent()
              ? " The share of the hypervisor may be mostly this wait."
              : "";
      notes.explain("%s", sleep(results.experiment(), on) + waiting);
    }
  }

  private static boolean isSleepy(Environment on) {
    return on.wakeUp().cpuLatency() == null
        && on.wakeUp().roundTripMicros() != null
        && on.wakeUp().roundTripMicros() >= SLOW_ROUND_TRIP_MICROS;
  }

  private static String sleep(Experiment experiment, Environment on) {
    return String.format(
        Locale.ROOT,
        "A byte takes %.0f us over loopback and back here, much of it to wake processors up. With"
            + " one connection, a server therefore reaches about %,.0f operations per second at"
            + " most. %s",
        on.wakeUp().roundTripMicros(),
        1e6 / on.wakeUp().roundTripMicros(),
        experiment.get(Settings.CPU_LATENCY).micros().isEmpty()
            ? "Leave out 'cpuLatency: none' to keep the processors awake."
            : KEEP_AWAKE);
  }

  // A virtual processor that waits for a real one, in order to wake up, counts as stolen.
  private static boolean stolen(LoadSummary load) {
    return load.busy() && load.steal() > load.others();
  }
}
