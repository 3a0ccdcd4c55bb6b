package org.pmemycsb.harness.report.verdict;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.verdict.Finding.Outcome;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Ratio.Rule;
import org.pmemycsb.spi.Durability;

/**
 * The sentences about databases whose data, or log, was moved to persistent memory, and why they
 * gain.
 *
 * @param first the phase that comes first
 * @param brief leaves out gains in other phases, and ties of databases that gain or lose elsewhere
 */
record Gains(Results results, Words words, List<Finding> all, String first, boolean brief) {
  private static final String FIRST_PHASE = "A";

  static Gains of(Results results, Words words, List<Finding> all, boolean brief) {
    List<String> measured =
        all.stream().flatMap(each -> each.byPhase().keySet().stream()).distinct().toList();
    String first =
        measured.contains(FIRST_PHASE)
            ? FIRST_PHASE
            : measured.stream()
                .filter(phase -> !phase.equals(Phase.LOAD.id()))
                .max(Comparator.comparingDouble(words::writes))
                .orElse(Phase.LOAD.id());
    return new Gains(results, words, all, first, brief);
  }

  /** The sentences about databases that made the same move. */
  List<String> sentences(List<Finding> move) {
    Finding one = move.get(0);
    boolean durable = one.durability().equals(Durability.COMMIT.id());
    String at = durable ? "" : " at " + one.durability();
    List<Finding> faster =
        move.stream()
            .filter(each -> each.phases(Outcome.FASTER).contains(first))
            .sorted(Comparator.comparingDouble(each -> -each.byPhase().get(first).least()))
            .toList();
    List<String> sentences = new ArrayList<>();
    if (faster.isEmpty()) {
      String gain =
          has(move, Outcome.FASTER)
              ? "some workloads gain"
              : has(move, Outcome.SLOWER) ? "nothing gains" : "no gain is shown";
      sentences.add("%s, %s%s.".formatted(Figures.capital(moved(one)), gain, at));
    } else {
      String gaining = words.writes(first) == 0 ? "Reads" : durable ? "Durable writes" : "Writes";
      sentences.add("%s gain%s.".formatted(gaining, at));
      sentences.add(
          "%s, %s: %s."
              .formatted(words.phase(first), moved(one), names(faster, List.of(first), true)));
    }
    for (Outcome outcome : Outcome.values()) {
      others(move, outcome, !faster.isEmpty()).ifPresent(sentences::add);
    }
    if (!faster.isEmpty()) {
      why(faster).ifPresent(sentences::add);
    }
    return sentences;
  }

  private static boolean has(List<Finding> move, Outcome outcome) {
    return move.stream().anyMatch(each -> !each.phases(outcome).isEmpty());
  }

  /** {@code Slower on C: rocksdb 0.73x.}; empty if no database has this outcome. */
  private Optional<String> others(List<Finding> move, Outcome outcome, boolean gains) {
    boolean more = outcome == Outcome.FASTER && gains;
    List<Finding> told =
        move.stream()
            .filter(each -> !brief || outcome.isDifference() || !each.isDifferent())
            .toList();
    List<String> phases =
        told.stream()
            .flatMap(each -> each.phases(outcome).stream())
            .distinct()
            .filter(phase -> !(more && (brief || phase.equals(first))))
            .toList();
    boolean figures = outcome == Outcome.SLOWER || outcome == Outcome.VARIES;
    List<String> all = new ArrayList<>();
    Cells.grouped(
            phases,
            phase -> told.stream().filter(each -> each.phases(outcome).contains(phase)).toList())
        .forEach(
            (having, same) ->
                all.add(
                    "on %s: %s"
                        .formatted(
                            words.phases(same),
                            !figures && having.size() == move.size() && move.size() > 1
                                ? "all"
                                : names(having, same, figures))));
    return all.isEmpty()
        ? Optional.empty()
        : Optional.of((more ? "Also faster" : outcome.words) + " " + String.join("; ", all) + ".");
  }

  private String names(List<Finding> having, List<String> phases, boolean figures) {
    return words.listed(
        having.stream()
            .map(
                each ->
                    each.upper().database()
                        + (each.rule() == Rule.BOTH ? " over " + each.lower().database() : "")
                        + (figures ? " " + Finding.times(List.of(each), phases) : ""))
            .toList());
  }

  private String moved(Finding one) {
    boolean several =
        all.stream()
                .map(each -> List.of(each.upper().home(), each.lower().where()))
                .distinct()
                .count()
            > 1;
    return "%s from %s to %s%s"
        .formatted(
            switch (one.rule()) {
              case LOG -> "with the log alone moved";
              case BOTH -> "with other software and moved";
              default -> "moved";
            },
            several ? "@" + one.lower().where() : "the disk",
            several ? "@" + one.upper().home() + ", " : "",
            medium(one.upper().home()));
  }

  private String medium(String place) {
    Environment.Folder folder = results.environment().places().get(place);
    if (folder.model() != null) {
      return "a model of persistent memory";
    }
    return switch (folder.medium()) {
      case DAX -> "persistent memory";
      case TMPFS -> "memory";
      case DISK -> "place " + place;
    };
  }

  /** The time of a sync of the disk, if writes that gain wait for it. */
  private Optional<String> why(List<Finding> faster) {
    Finding one = faster.get(0);
    List<String> gaining = faster.stream().map(each -> each.upper().database()).toList();
    DoubleSummaryStatistics writes =
        results.contenders().stream()
            .filter(cell -> cell.valid() && cell.key().phase().equals(first))
            .filter(cell -> cell.key().where().equals(one.lower().where()))
            .filter(cell -> cell.key().durability().equals(one.durability()))
            .filter(cell -> gaining.contains(cell.key().database()))
            .flatMapToDouble(cell -> cell.figure("write_p50_us").stream())
            .summaryStatistics();
    String least = millis(writes.getMin());
    String most = millis(writes.getMax());
    return Optional.ofNullable(results.environment().probes().get(one.lower().place())).stream()
        .flatMapToDouble(probe -> probe.syncMicros().stream())
        .filter(sync -> one.durability().equals(Durability.COMMIT.id()))
        .filter(sync -> writes.getCount() > 0 && writes.getMin() >= sync / 2)
        .mapToObj(
            sync ->
                "One sync of the disk takes %s ms, and a write of %s waits for it: %s%s ms."
                    .formatted(millis(sync), first, least, least.equals(most) ? "" : " to " + most))
        .findFirst();
  }

  private static String millis(double micros) {
    return Figures.trimmed(micros < 1e3 ? Math.round(micros) / 1e3 : micros / 1e3);
  }
}
