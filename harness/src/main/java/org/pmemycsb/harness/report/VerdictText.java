package org.pmemycsb.harness.report;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.analysis.CachedData;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.analysis.Verdict;
import org.pmemycsb.harness.analysis.Verdict.Effect;
import org.pmemycsb.harness.analysis.Verdict.Finding;
import org.pmemycsb.harness.analysis.Verdict.Kind;
import org.pmemycsb.harness.analysis.Verdict.Outcome;
import org.pmemycsb.harness.design.ByteSize;
import org.pmemycsb.harness.design.Goal;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.report.format.PlainText;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.tables.RestartTables;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.statistics.Estimate;

/**
 * {@link Verdict} in sentences: at most {@value #MOST_LINES} lines of a terminal. With many
 * databases, phases and then databases of one outcome share a clause.
 */
final class VerdictText {
  static final String REST = "The tables have the rest.";

  private static final int MOST_LINES = 8;
  private static final int FEW = 3;
  private static final String SAME_PLACE = "on the same place";
  private static final EnumSet<Outcome> DECIDED =
      EnumSet.of(Outcome.FASTER, Outcome.SLOWER, Outcome.LEVEL);

  private final Results results;
  private final Verdict verdict;
  private final List<String> phases;

  private VerdictText(Results results) {
    this.results = results;
    this.verdict = Verdict.of(results);
    this.phases = results.contenders().stream().map(cell -> cell.key().phase()).distinct().toList();
  }

  /** The sentences, the most important first. */
  static List<String> of(Results results) {
    VerdictText text = new VerdictText(results);
    for (Detail detail : Detail.values()) {
      List<String> sentences = text.sentences(detail);
      if (lines(sentences) <= MOST_LINES) {
        return sentences;
      }
    }
    // Without its limits, a figure would claim more than it holds.
    List<String> end = new ArrayList<>(text.limits());
    end.add(REST);
    List<String> kept = new ArrayList<>();
    for (String sentence : text.findings(Detail.OUTCOME)) {
      if (lines(kept) + lines(List.of(sentence)) + lines(end) <= MOST_LINES) {
        kept.add(sentence);
      }
    }
    kept.addAll(end);
    return kept;
  }

  private static int lines(List<String> sentences) {
    return sentences.stream()
        .mapToInt(each -> PlainText.wrapped(each, PlainText.WIDTH, "").size())
        .sum();
  }

  /** What shares a clause. */
  private enum Detail {
    /** Nothing: each phase has its figure. */
    PHASE,
    /** The phases of a database with one outcome. */
    DATABASE,
    /** All databases with one outcome. */
    OUTCOME
  }

  private List<String> sentences(Detail detail) {
    return Stream.concat(findings(detail).stream(), limits().stream()).toList();
  }

  private List<String> findings(Detail detail) {
    List<String> all = new ArrayList<>(broken());
    all.addAll(rates());
    Map<String, List<Finding>> blocks =
        Cells.grouped(verdict.findings(), each -> each.kind() + each.durability() + each.place());
    blocks
        .values()
        .forEach(
            block -> all.addAll(detail == Detail.OUTCOME ? decided(block) : each(block, detail)));
    verdict.fastest().forEach(lead -> all.add(lead(lead, detail)));
    all.addAll(throughputs());
    RestartTables.range(results.restarts()).ifPresent(all::add);
    if (!verdict.missing().isEmpty()) {
      all.add(
          "Not measured, so the gain by software is unknown: " + listed(verdict.missing()) + ".");
    }
    if (detail == Detail.OUTCOME) {
      blocks.values().forEach(block -> all.addAll(undecided(block)));
    }
    return all;
  }

  private List<String> limits() {
    return verdict.cached().stream().map(VerdictText::cached).toList();
  }

  private static String cached(CachedData data) {
    String sizes =
        data.mostValueBytes().isPresent()
            ? "of values up to " + ByteSize.format(data.mostValueBytes().getAsInt()) + " "
            : "";
    return "The data %sfits into the processor's cache (%s); --records %d does not."
        .formatted(sizes, ByteSize.format(data.cacheBytes()), data.enoughRecords());
  }

  // The figures that are missing, and the targets that were missed.

  private List<String> broken() {
    List<String> all = new ArrayList<>();
    if (!verdict.invalid().isEmpty()) {
      all.add("INVALID, without a figure: " + cells(verdict.invalid()) + ".");
    }
    return all;
  }

  private List<String> rates() {
    List<String> all = new ArrayList<>();
    String target =
        results.experiment().target() > 0
            ? Figures.grouped(results.experiment().target()) + " operations per second"
            : "the times of the trace";
    if (!verdict.unsustained().isEmpty()) {
      all.add("UNSUSTAINED, did not reach " + target + ": " + cells(verdict.unsustained()) + ".");
    }
    if (!verdict.sustained().isEmpty()) {
      all.add(
          "Sustained " + target + ": " + cells(verdict.sustained()) + ". Compare their latencies.");
    }
    String goal = results.experiment().goal().map(Goal::shown).orElse("the goal");
    for (List<Cell> one : Cells.grouped(verdict.capacities(), cell -> name(cell.key())).values()) {
      all.add(
          "With %s, %s carries %s."
              .formatted(
                  goal,
                  name(one.get(0).key()),
                  listed(
                      one.stream()
                          .map(
                              cell -> rate(cell.capacity().estimate().get()) + " on " + where(cell))
                          .toList())));
    }
    return all;
  }

  private String cells(List<Cell> cells) {
    Map<String, List<Cell>> byName = Cells.grouped(cells, cell -> name(cell.key()));
    return byName.entrySet().stream()
            .limit(FEW)
            .map(
                each ->
                    each.getKey()
                        + " on "
                        + phases(each.getValue().stream().map(cell -> cell.key().phase()).toList()))
            .reduce((a, b) -> a + "; " + b)
            .orElse("")
        + (byName.size() > FEW ? "; and " + (byName.size() - FEW) + " more" : "");
  }

  // The gains from persistent memory.

  /** A sentence for each finding. */
  private List<String> each(List<Finding> block, Detail detail) {
    List<String> all = new ArrayList<>();
    for (Finding finding : block) {
      all.add(sentence(finding, detail, all.isEmpty()));
    }
    return all;
  }

  private String sentence(Finding finding, Detail detail, boolean first) {
    String at = first ? at(finding) : "";
    List<Effect> effects = finding.effects();
    boolean medium = isOfMedium(finding.kind());
    if (!medium && effects.stream().allMatch(each -> each.outcome() == Outcome.LEVEL)) {
      return "%s adds nothing: %s times %s %s%s."
          .formatted(
              finding.database(),
              hull(effects),
              over(finding),
              finding.kind() == Kind.SOFTWARE ? SAME_PLACE : "",
              effects.size() == phases.size() ? "" : ", on " + phasesOf(effects));
    }
    String than = medium ? "" : " than " + over(finding);
    List<String> clauses = new ArrayList<>();
    for (Outcome outcome : List.of(Outcome.FASTER, Outcome.SLOWER, Outcome.LEVEL)) {
      List<Effect> same = effects.stream().filter(each -> each.outcome() == outcome).toList();
      if (same.isEmpty()) {
        continue;
      }
      String named = clauses.isEmpty() ? than : "";
      switch (outcome) {
        case FASTER ->
            clauses.addAll(
                detail == Detail.PHASE && isFigured(same)
                    ? times(same, medium ? "" : " as " + over(finding))
                    : List.of(clause("faster" + named, same)));
        case SLOWER -> clauses.add(clause("slower" + named, same));
        default -> clauses.add(clause("no faster" + named, same));
      }
    }
    String open = open(effects);
    if (clauses.isEmpty()) {
      return capital(at) + against(finding) + ": " + open + ".";
    }
    String known = listed(clauses) + (open.isEmpty() ? "" : "; " + open) + ".";
    if (medium) {
      String log = finding.kind() == Kind.LOG ? "the log alone on " : "";
      String cause = first ? log + medium(finding) : "It";
      return "%s makes %s %s".formatted(capital(at + cause), placed(finding), known);
    }
    String there = finding.kind() == Kind.SOFTWARE ? SAME_PLACE + ", " : "";
    return capital(at + there) + finding.database() + " is " + known;
  }

  /** The durability, at the first finding of its kind that needs it. */
  private String at(Finding finding) {
    boolean said =
        finding.kind() != Kind.MEDIUM
            && verdict.findings().stream()
                .anyMatch(
                    each ->
                        each.kind() == Kind.MEDIUM
                            && each.durability().equals(finding.durability()));
    return said && !severalLevels() ? "" : "at " + finding.durability() + ", ";
  }

  private boolean severalLevels() {
    return results.contenders().stream().map(cell -> cell.key().durability()).distinct().count()
        > 1;
  }

  /** {@code 24 times as fast on load (16 to 49), 5.0 times on A (4.1 to 6.0)}. */
  private static List<String> times(List<Effect> effects, String as) {
    List<String> all = new ArrayList<>();
    for (Effect each : effects) {
      all.add(
          "%s times%s on %s (%s)"
              .formatted(
                  BuysTables.number(each.figure()),
                  all.isEmpty() ? " as fast" + as : "",
                  each.phase(),
                  hull(List.of(each))));
    }
    return all;
  }

  private static boolean isFigured(List<Effect> effects) {
    return effects.stream().allMatch(each -> each.figure().isPresent());
  }

  private String clause(String words, List<Effect> effects) {
    return "%s on %s (%s times)".formatted(words, phasesOf(effects), hull(effects));
  }

  /** The phases without an answer; empty if there are none. */
  private String open(List<Effect> effects) {
    List<String> all = new ArrayList<>();
    for (Outcome outcome :
        List.of(Outcome.UNDECIDED, Outcome.VARIES, Outcome.SCATTERED, Outcome.TOO_FEW)) {
      List<Effect> same = effects.stream().filter(each -> each.outcome() == outcome).toList();
      if (!same.isEmpty()) {
        all.add(
            switch (outcome) {
              case UNDECIDED -> "undecided on %s (%s)".formatted(phasesOf(same), hull(same));
              case VARIES ->
                  "different under different conditions on %s (%s)"
                      .formatted(phasesOf(same), hull(same));
              case SCATTERED ->
                  "unknown on %s, where runs scatter too much".formatted(phasesOf(same));
              default ->
                  "%s, but too few runs for an interval"
                      .formatted(
                          listed(same.stream().map(each -> figure(each) + each.phase()).toList()));
            });
      }
    }
    return String.join("; ", all);
  }

  private static String figure(Effect effect) {
    return effect.figure().isPresent()
        ? BuysTables.number(effect.figure()) + " times on "
        : "measured on ";
  }

  private List<String> decided(List<Finding> block) {
    return together(block, DECIDED, true);
  }

  private List<String> undecided(List<Finding> block) {
    return together(block, EnumSet.complementOf(DECIDED), decided(block).isEmpty());
  }

  /** A sentence for each of some outcomes, with all databases that have it. */
  private List<String> together(List<Finding> block, Set<Outcome> outcomes, boolean first) {
    List<String> all = new ArrayList<>();
    for (Outcome outcome : outcomes) {
      Map<String, List<Finding>> byPhases = new LinkedHashMap<>();
      for (Finding finding : block) {
        List<Effect> same = of(finding, outcome);
        if (!same.isEmpty()) {
          byPhases.computeIfAbsent(phasesOf(same), none -> new ArrayList<>()).add(finding);
        }
      }
      if (byPhases.isEmpty()) {
        continue;
      }
      List<String> clauses = new ArrayList<>();
      byPhases.forEach(
          (on, findings) -> {
            List<Effect> effects =
                findings.stream().flatMap(each -> of(each, outcome).stream()).toList();
            String range =
                effects.stream().allMatch(each -> each.low().isPresent())
                    ? " (" + hull(effects) + " times)"
                    : "";
            boolean everyone = findings.size() == block.size() && block.size() > FEW;
            clauses.add(
                (everyone ? everyone(block.get(0).kind()) : names(findings)) + " on " + on + range);
          });
      boolean named = first && all.isEmpty();
      Finding one = block.get(0);
      all.add(
          capital(
              (named || severalLevels() ? at(one) : "")
                  + (named ? subject(one) : cause(one.kind()))
                  + ", "
                  + words(outcome)
                  + ": "
                  + String.join("; ", clauses)
                  + "."));
    }
    return all;
  }

  private static String everyone(Kind kind) {
    return isOfMedium(kind) ? "all databases" : "all variants";
  }

  private static List<Effect> of(Finding finding, Outcome outcome) {
    return finding.effects().stream().filter(each -> each.outcome() == outcome).toList();
  }

  private String subject(Finding finding) {
    return switch (finding.kind()) {
      case MEDIUM -> "on " + medium(finding) + " instead of a disk";
      case LOG -> "with the log alone on " + medium(finding) + " instead of a disk";
      case SOFTWARE -> cause(Kind.SOFTWARE);
      case BOTH -> "with software for persistent memory, over the stock database on a disk";
    };
  }

  /** The same in short, where an earlier sentence has it. */
  private static String cause(Kind kind) {
    return switch (kind) {
      case MEDIUM -> "by the medium alone";
      case LOG -> "by the log alone";
      case SOFTWARE -> "by software for persistent memory";
      case BOTH -> "by medium and software";
    };
  }

  private static String words(Outcome outcome) {
    return switch (outcome) {
      case FASTER -> "faster";
      case SLOWER -> "slower";
      case LEVEL -> "no faster";
      case UNDECIDED -> "undecided";
      case VARIES -> "different under different conditions";
      case SCATTERED -> "unknown because runs scatter too much";
      case TOO_FEW -> "unknown because of too few runs";
    };
  }

  private String names(List<Finding> findings) {
    return listed(
        findings.stream()
            .map(
                each ->
                    isOfMedium(each.kind())
                        ? placed(each)
                        : each.database() + " (" + each.over() + ")")
            .distinct()
            .toList());
  }

  private String placed(Finding finding) {
    boolean several =
        verdict.findings().stream()
                .filter(each -> each.kind() == Kind.MEDIUM)
                .map(each -> List.of(each.place(), each.disk()))
                .distinct()
                .count()
            > 1;
    return several
        ? "%s (@%s over @%s)".formatted(finding.database(), finding.place(), finding.disk())
        : finding.database();
  }

  private static String over(Finding finding) {
    return finding.kind() == Kind.BOTH ? finding.over() + " @" + finding.disk() : finding.over();
  }

  private String against(Finding finding) {
    return switch (finding.kind()) {
      case MEDIUM -> "%s on %s against the disk".formatted(placed(finding), medium(finding));
      case LOG ->
          "%s with its log on %s against the disk".formatted(placed(finding), medium(finding));
      case SOFTWARE -> "%s against %s %s".formatted(finding.database(), finding.over(), SAME_PLACE);
      case BOTH -> "%s against %s".formatted(finding.database(), over(finding));
    };
  }

  private static boolean isOfMedium(Kind kind) {
    return kind == Kind.MEDIUM || kind == Kind.LOG;
  }

  private static String medium(Finding finding) {
    Environment.Folder home = finding.home();
    if (home.model() != null) {
      return "persistent memory (here a model, " + home.mediumId() + ")";
    }
    return switch (home.medium()) {
      case DAX -> "persistent memory";
      case TMPFS -> "persistent memory (here main memory, so an upper bound)";
      case DISK -> "place " + finding.place() + " (a disk, no persistent memory)";
    };
  }

  // Comparisons of databases that are no variants of each other, and single databases.

  private String lead(Verdict.Lead lead, Detail detail) {
    String place = lead.place().isEmpty() ? "" : " @" + lead.place();
    String each =
        detail == Detail.PHASE && isFigured(lead.effects())
            ? listed(times(lead.effects(), " as the next"))
            : "faster than the next on %s (%s times)"
                .formatted(phasesOf(lead.effects()), hull(lead.effects()));
    String level = severalLevels() ? " at " + lead.durability() : "";
    return "Fastest%s%s: %s, %s.".formatted(place, level, lead.database(), each);
  }

  private List<String> throughputs() {
    return Cells.grouped(
            verdict.throughputs(), cell -> name(cell.key()) + " at " + cell.key().durability())
        .entrySet()
        .stream()
        .map(
            each ->
                "%s: %s."
                    .formatted(
                        each.getKey(),
                        listed(
                            each.getValue().stream()
                                .map(
                                    cell ->
                                        rate(cell.throughput().estimate().get())
                                            + " on "
                                            + where(cell))
                                .toList())))
        .toList();
  }

  private static String rate(Estimate known) {
    String figure = Figures.readable(known.median()) + " operations/s";
    return known.low().isPresent() && known.high().isPresent()
        ? "%s (%s to %s)"
            .formatted(
                figure,
                Figures.readable(known.low().getAsDouble()),
                Figures.readable(known.high().getAsDouble()))
        : "%s (%s, no interval)"
            .formatted(
                figure, known.samples() == 1 ? "one run" : Plural.of(known.samples(), "run"));
  }

  private String where(Cell cell) {
    boolean several =
        results.contenders().stream().map(each -> each.key().threads()).distinct().count() > 1;
    return cell.key().phase()
        + (several ? " with " + Plural.of(cell.key().threads(), "thread") : "");
  }

  private String name(Conditions key) {
    return key.place().isEmpty() || results.environment().places().size() < 2
        ? key.database()
        : key.database() + " @" + key.where();
  }

  // Words.

  private static String hull(List<Effect> effects) {
    return BuysTables.number(end(effects, Effect::low, true))
        + " to "
        + BuysTables.number(end(effects, Effect::high, false));
  }

  private static OptionalDouble end(
      List<Effect> effects, Function<Effect, OptionalDouble> end, boolean lowest) {
    var ends = effects.stream().mapToDouble(each -> end.apply(each).getAsDouble());
    return lowest ? ends.min() : ends.max();
  }

  private String phasesOf(List<Effect> effects) {
    return phases(effects.stream().map(Effect::phase).toList());
  }

  private String phases(List<String> some) {
    List<String> distinct = some.stream().distinct().toList();
    return distinct.size() > FEW && distinct.size() == phases.size()
        ? "all phases"
        : listed(distinct);
  }

  private static String listed(List<String> all) {
    int last = all.size() - 1;
    return last < 1
        ? String.join("", all)
        : String.join(", ", all.subList(0, last)) + " and " + all.get(last);
  }

  private static String capital(String sentence) {
    return sentence.isEmpty()
        ? ""
        : sentence.substring(0, 1).toUpperCase(Locale.ROOT) + sentence.substring(1);
  }
}
