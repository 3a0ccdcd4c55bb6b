package org.pmemycsb.harness.report.notes;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.report.model.Note;
import org.pmemycsb.harness.result.PhaseResult;

/** Notes on runs that were made more than once. */
final class Attempts {
  private static final int MOST_REASONS = 5;

  private Attempts() {}

  /** Adds a note if there are such runs. */
  static void add(List<Note> notes, Results results) {
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
                    "%s of %s (%s, repeat %d): %s"
                        .formatted(
                            phase.phase(),
                            phase.database(),
                            phase.conditions().clients(),
                            phase.origin().invocation(),
                            phase.reason()))
            .distinct()
            .toList();
    long runs = causes.values().stream().map(phase -> phase.origin().run()).distinct().count();
    Notes.warn(
        notes,
        "%d %s INVALID, and --resume made %s again. The figures are those of the new runs alone;"
            + " cells.jsonl has all. INVALID before: %s%s.",
        runs,
        runs == 1 ? "run was" : "runs were",
        runs == 1 ? "it" : "them",
        reasons.stream().limit(MOST_REASONS).collect(Collectors.joining("; ")),
        reasons.size() > MOST_REASONS
            ? "; and %d more".formatted(reasons.size() - MOST_REASONS)
            : "");
  }
}
