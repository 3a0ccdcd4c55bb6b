package org.pmemycsb.harness.report.verdict;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.harness.analysis.Buys;
import org.pmemycsb.harness.analysis.Ratios;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.report.format.PlainText;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.tables.RestartTables;
import org.pmemycsb.harness.report.verdict.Findings.Known;
import org.pmemycsb.harness.report.verdict.Findings.Outcome;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Ratio;
import org.pmemycsb.harness.result.Ratio.Rule;
import org.pmemycsb.spi.Durability;

/**
 * The answer of an experiment in at most {@value #MOST_LINES} lines of a terminal: fixed sentences
 * over the table of {@link Ratios}. First what gains on persistent memory, and why; then the gain
 * by software; then what was not measured. No mean over workloads is in it.
 */
public final class VerdictText {
  /** Ends a verdict that does not hold all. */
  public static final String REST = "The tables have the rest.";

  /**
   * The verdict is made shorter until it fits.
   *
   * @param names the longest list
   * @param brief whether gains of other workloads than the first are left out
   */
  private record Length(int names, boolean brief) {}

  private static final int MOST_LINES = 8;
  private static final List<Length> LENGTHS =
      List.of(
          new Length(Integer.MAX_VALUE, false),
          new Length(Integer.MAX_VALUE, true),
          new Length(4, true),
          new Length(2, true));
  private static final String FIRST_PHASE = "A";

  private final Results results;
  private final Words words;
  private final List<Findings> findings;
  private final String first;
  private final boolean brief;

  private VerdictText(Results results, List<Ratio> ratios, Length length) {
    this.results = results;
    this.words = new Words(results.experiment(), length.names);
    this.brief = length.brief;
    this.findings = Findings.of(ratios);
    List<String> measured =
        findings.stream().flatMap(each -> each.byPhase().keySet().stream()).distinct().toList();
    this.first =
        measured.stream()
            .filter(FIRST_PHASE::equals)
            .findFirst()
            .or(
                () ->
                    measured.stream()
                        .filter(phase -> !phase.equals(Phase.LOAD.id()))
                        .max((a, b) -> Double.compare(words.writes(a), words.writes(b))))
            .orElse(Phase.LOAD.id());
  }

  /** The blocks of the verdict, a text each. */
  public static List<String> of(Results results) {
    List<Ratio> ratios =
        Ratios.of(results).stream()
            .filter(each -> !each.upper().key().phase().equals(Buys.MEAN))
            .filter(each -> each.upper().isFree() && each.lower().isFree())
            .toList();
    List<String> limits = new Limits(results, ratios).all();
    List<String> blocks = List.of();
    for (Length length : LENGTHS) {
      blocks = new VerdictText(results, ratios, length).blocks(ratios);
      if (lines(blocks, limits) <= MOST_LINES) {
        return Stream.concat(blocks.stream(), limits.stream()).toList();
      }
    }
    // A figure without its limits would claim more than it holds.
    List<String> end = Stream.concat(Stream.of(REST), limits.stream()).toList();
    List<String> kept = new ArrayList<>();
    for (String block : blocks) {
      if (lines(kept, end) + lines(List.of(block), List.of()) <= MOST_LINES) {
        kept.add(block);
      }
    }
    kept.addAll(end);
    return kept;
  }

  private static int lines(List<String> blocks, List<String> end) {
    return Stream.concat(blocks.stream(), end.stream())
        .mapToInt(each -> PlainText.wrapped(each, PlainText.WIDTH, "").size())
        .sum();
  }

  private List<String> blocks(List<Ratio> ratios) {
    List<String> all = new ArrayList<>();
    Cells.grouped(
            findings.stream().filter(each -> each.rule() != Rule.SOFTWARE).toList(),
            Findings::change)
        .values()
        .forEach(change -> all.add(gains(change)));
    Cells.grouped(
            findings.stream().filter(each -> each.rule() == Rule.SOFTWARE).toList(),
            Findings::change)
        .values()
        .forEach(place -> software(place).ifPresent(all::add));
    Standings others = new Standings(results, ratios, words);
    all.addAll(others.rates());
    if (all.isEmpty()) {
      all.addAll(others.fastest());
    }
    if (all.isEmpty()) {
      all.addAll(others.throughputs());
    }
    RestartTables.range(results.restarts()).ifPresent(all::add);
    return all;
  }

  // What gains where the data lies on persistent memory, and why.

  /** The databases that made the same move. */
  private String gains(List<Findings> move) {
    Findings one = move.get(0);
    String at = one.durability().equals(Durability.COMMIT.id()) ? "" : " at " + one.durability();
    Set<Outcome> known =
        move.stream()
            .flatMap(each -> each.workloads().values().stream())
            .map(Known::outcome)
            .collect(Collectors.toSet());
    List<String> faster = named(move, first, Outcome.FASTER, true);
    List<String> sentences = new ArrayList<>();
    if (!faster.isEmpty()) {
      sentences.add(
          (words.writes(first) == 0
                  ? "Reads gain"
                  : at.isEmpty() ? "Durable writes gain" : "Writes gain")
              + at
              + ".");
      sentences.add("%s, %s: %s.".formatted(words.phase(first), moved(one), words.listed(faster)));
    } else {
      String moved = moved(one);
      sentences.add(
          "%s%s, %s%s."
              .formatted(
                  moved.substring(0, 1).toUpperCase(Locale.ROOT),
                  moved.substring(1),
                  known.contains(Outcome.FASTER)
                      ? "some workloads gain"
                      : known.contains(Outcome.SLOWER) ? "nothing gains" : "no gain is shown",
                  at));
    }
    for (Outcome outcome : Outcome.values()) {
      List<String> phases =
          move.stream()
              .flatMap(each -> each.byPhase().keySet().stream())
              .distinct()
              .filter(phase -> outcome != Outcome.FASTER || !phase.equals(first))
              .filter(phase -> outcome == Outcome.SLOWER || !phase.equals(Phase.LOAD.id()))
              .flatMap(phase -> inPhase(move, phase, outcome).stream())
              .toList();
      boolean more = outcome == Outcome.FASTER && !faster.isEmpty();
      if (!phases.isEmpty() && !(more && brief)) {
        String too = more ? ", too" : "";
        sentences.add("%s%s: %s.".formatted(outcome.label, too, words.listed(phases)));
      }
    }
    if (!faster.isEmpty()) {
      why(move).ifPresent(sentences::add);
    }
    return String.join(" ", sentences);
  }

  /** {@code C (rocksdb 0.73x)}; empty if no database has this outcome. */
  private Optional<String> inPhase(List<Findings> move, String phase, Outcome outcome) {
    List<String> names =
        named(move, phase, outcome, outcome == Outcome.SLOWER || outcome == Outcome.VARIES);
    boolean all = names.size() == move.size() && move.size() > 1 && !names.get(0).contains(" ");
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(phase + " (" + (all ? "all" : words.listed(names)) + ")");
  }

  private static List<String> named(
      List<Findings> move, String phase, Outcome outcome, boolean withFigure) {
    return move.stream()
        .filter(each -> each.byPhase().containsKey(phase))
        .filter(each -> each.byPhase().get(phase).outcome() == outcome)
        .sorted(Comparator.comparingDouble(each -> -each.byPhase().get(phase).least()))
        .map(
            each ->
                each.upper().database()
                    + (each.rule() == Rule.BOTH ? " over " + each.lower().database() : "")
                    + (withFigure ? " " + each.byPhase().get(phase).times() : ""))
        .toList();
  }

  private String moved(Findings one) {
    boolean several =
        findings.stream()
                .filter(each -> each.rule() != Rule.SOFTWARE)
                .map(each -> List.of(each.home(), each.lower().where()))
                .distinct()
                .count()
            > 1;
    String from = several ? "@" + one.lower().where() : "the disk";
    return switch (one.rule()) {
          case LOG -> "with the log alone moved";
          case BOTH -> "with other software and moved";
          default -> "moved";
        }
        + " from "
        + from
        + " to "
        + (several ? "@" + one.home() + ", " : "")
        + medium(one.home());
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

  /** The time of a sync of the disk, beside that of the writes that gain. */
  private Optional<String> why(List<Findings> move) {
    Findings one = move.get(0);
    List<String> gaining = named(move, first, Outcome.FASTER, false);
    DoubleSummaryStatistics writes =
        results.contenders().stream()
            .filter(cell -> cell.valid() && cell.key().phase().equals(first))
            .filter(cell -> cell.key().where().equals(one.lower().where()))
            .filter(cell -> cell.key().durability().equals(one.durability()))
            .filter(cell -> gaining.contains(cell.key().database()))
            .flatMapToDouble(cell -> cell.figure("write_p50_us").stream())
            .summaryStatistics();
    OptionalDouble sync =
        Optional.ofNullable(results.environment().probes().get(one.lower().place())).stream()
            .flatMapToDouble(probe -> probe.syncMicros().stream())
            .findFirst();
    if (writes.getCount() == 0 || sync.isEmpty()) {
      return Optional.empty();
    }
    String least = millis(writes.getMin());
    String most = millis(writes.getMax());
    boolean waits =
        one.durability().equals(Durability.COMMIT.id())
            && writes.getMin() >= sync.getAsDouble() / 2;
    return Optional.of(
        "One sync of the disk takes %s ms, %s %s%s ms."
            .formatted(
                millis(sync.getAsDouble()),
                waits ? "and a write of " + first + " waits for it:" : "a write of " + first,
                least,
                least.equals(most) ? "" : " to " + most));
  }

  private static String millis(double micros) {
    return Figures.trimmed(micros < 1e3 ? Math.round(micros) / 1e3 : micros / 1e3);
  }

  // What software for persistent memory adds on the same place.

  private Optional<String> software(List<Findings> variants) {
    boolean several =
        findings.stream()
                .filter(each -> each.rule() == Rule.SOFTWARE)
                .map(Findings::change)
                .distinct()
                .count()
            > 1;
    Findings one = variants.get(0);
    List<String> sentences = new ArrayList<>();
    List<Findings> without = new ArrayList<>();
    List<Findings> unclear = new ArrayList<>();
    double within = 0;
    for (Findings each : variants) {
      Collection<Known> known = each.workloads().values();
      if (known.stream().anyMatch(Known::isDifference)) {
        sentences.add(difference(each));
      } else if (known.stream().allMatch(ratio -> ratio.within().isPresent())) {
        without.add(each);
        within =
            known.stream()
                .mapToDouble(ratio -> ratio.within().getAsDouble())
                .reduce(within, Math::max);
      } else {
        unclear.add(each);
      }
    }
    if (!without.isEmpty()) {
      sentences.add(
          "%s differ%s by at most %s."
              .formatted(
                  words.variants(without),
                  without.size() == 1 ? "s" : "",
                  Figures.percent(within)));
    }
    if (!unclear.isEmpty()) {
      sentences.add("Unclear: " + words.variants(unclear).replaceFirst(",$", "") + ".");
    }
    String where = several ? " on @" + one.upper().where() + " at " + one.durability() : "";
    return sentences.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Software for persistent memory" + where + ": " + String.join(" ", sentences));
  }

  private String difference(Findings variant) {
    List<String> parts = new ArrayList<>();
    for (Outcome outcome : Outcome.values()) {
      List<String> phases =
          variant.workloads().entrySet().stream()
              .filter(phase -> phase.getValue().outcome() == outcome)
              .filter(phase -> !brief || isTold(variant, phase.getKey(), outcome))
              .map(
                  phase ->
                      phase.getKey()
                          + (phase.getValue().isDifference()
                              ? " (" + phase.getValue().times() + ")"
                              : ""))
              .toList();
      if (!phases.isEmpty()) {
        String than = parts.isEmpty() ? " than " + variant.lower().database() : "";
        parts.add(
            switch (outcome) {
                  case FASTER -> "faster" + than;
                  case SLOWER -> "slower" + than;
                  case VARIES -> "faster or slower" + than + ", by conditions,";
                  case EQUAL -> "equal within 10 %";
                  case UNCLEAR -> "unclear";
                }
                + " on "
                + words.listed(phases));
      }
    }
    // Outcomes without a direction come last, so that the first part names the stock database.
    return words.variants(List.of(variant)) + " is " + String.join("; ", parts) + ".";
  }

  /** Whether a brief verdict has it: the first workload, and all that contradicts it. */
  private boolean isTold(Findings variant, String phase, Outcome outcome) {
    Known known = variant.workloads().get(first);
    boolean others = known == null || known.outcome() != Outcome.FASTER;
    return phase.equals(first)
        || outcome == Outcome.SLOWER
        || outcome == Outcome.VARIES
        || outcome == Outcome.FASTER && others;
  }
}
