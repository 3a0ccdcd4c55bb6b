package org.pmemycsb.harness.report.verdict;

import static org.pmemycsb.harness.report.verdict.EffectWords.hull;
import static org.pmemycsb.harness.report.verdict.EffectWords.isFigured;
import static org.pmemycsb.harness.report.verdict.EffectWords.listed;
import static org.pmemycsb.harness.report.verdict.EffectWords.times;

import java.util.ArrayList;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.analysis.Buys;
import org.pmemycsb.harness.analysis.CachedData;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.analysis.Verdict;
import org.pmemycsb.harness.analysis.Verdict.Finding;
import org.pmemycsb.harness.design.ByteSize;
import org.pmemycsb.harness.design.Goal;
import org.pmemycsb.harness.design.Phase;
import org.pmemycsb.harness.experiment.Dimension;
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
public final class VerdictText {
  /** Ends a verdict that does not hold all. */
  public static final String REST = "The tables have the rest.";

  private static final int MOST_LINES = 8;
  private static final int FEW = 3;

  private final Results results;
  private final Verdict verdict;
  private final EffectWords words;
  private final FindingText gains;

  private VerdictText(Results results) {
    this.results = results;
    this.verdict = Verdict.of(results);
    this.words =
        new EffectWords(
            results.contenders().stream().map(cell -> cell.key().phase()).distinct().toList(),
            Buys.workloads(results.experiment()));
    this.gains = new FindingText(verdict, words, severalLevels());
  }

  /** The sentences, the most important first. */
  public static List<String> of(Results results) {
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
    for (String sentence : text.findings(Detail.MEAN)) {
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
    /** All databases with one outcome, after the means of the workloads. */
    OUTCOME,
    /** The means of the workloads. Where there are means, the tables have all else. */
    MEAN
  }

  private List<String> sentences(Detail detail) {
    return Stream.concat(findings(detail).stream(), limits().stream()).toList();
  }

  private List<String> findings(Detail detail) {
    List<String> all = new ArrayList<>(broken());
    all.addAll(rates());
    Collection<List<Finding>> blocks =
        Cells.grouped(verdict.findings(), each -> each.kind() + each.durability() + each.place())
            .values();
    boolean together = detail == Detail.OUTCOME || detail == Detail.MEAN;
    List<Finding> named = null;
    for (List<Finding> block : blocks) {
      named = named == null && FindingText.hasMean(block) ? block : named;
      all.addAll(
          together
              ? gains.onMean(block, block == named)
              : gains.each(block, detail == Detail.PHASE));
    }
    List<List<Finding>> byPhase =
        blocks.stream()
            .filter(block -> together)
            .filter(block -> detail == Detail.OUTCOME || !FindingText.hasMean(block))
            .toList();
    byPhase.forEach(block -> all.addAll(gains.decided(block)));
    if (detail != Detail.MEAN || named == null) {
      verdict.fastest().forEach(lead -> all.add(lead(lead, detail)));
    }
    why().ifPresent(all::add);
    all.addAll(throughputs());
    RestartTables.range(results.restarts()).ifPresent(all::add);
    if (!verdict.missing().isEmpty()) {
      all.add(
          "Not measured, so the gain by software is unknown: " + listed(verdict.missing()) + ".");
    }
    byPhase.forEach(block -> all.addAll(gains.undecided(block)));
    return all;
  }

  /** The time of a sync of a disk, beside that of the writes that gain where there is none. */
  private Optional<String> why() {
    for (String disk : verdict.findings().stream().map(Finding::disk).distinct().toList()) {
      List<Cell> waiting =
          results.contenders().stream()
              .filter(cell -> cell.key().where().equals(disk) && gains(cell.key()))
              .filter(cell -> cell.valid() && cell.figure("write_p50_us").isPresent())
              .toList();
      OptionalDouble sync =
          Optional.ofNullable(results.environment().probes().get(disk)).stream()
              .flatMapToDouble(probe -> probe.syncMicros().stream())
              .findFirst();
      if (!waiting.isEmpty() && sync.isPresent()) {
        DoubleSummaryStatistics times =
            waiting.stream()
                .mapToDouble(cell -> cell.figure("write_p50_us").orElseThrow())
                .summaryStatistics();
        String least = millis(times.getMin());
        String most = millis(times.getMax());
        return Optional.of(
            "One sync of %s takes %s ms by the probe; writes of %s there take %s ms (p50)."
                .formatted(
                    disk,
                    millis(sync.getAsDouble()),
                    words.phases(waiting.stream().map(cell -> cell.key().phase()).toList()),
                    least.equals(most) ? least : least + " to " + most));
      }
    }
    return Optional.empty();
  }

  /** Whether the medium makes this cell of a disk faster. */
  private boolean gains(Conditions key) {
    return !key.phase().equals(Phase.LOAD.id())
        && verdict.findings().stream()
            .filter(each -> each.kind() == Verdict.Kind.MEDIUM && each.disk().equals(key.place()))
            .filter(each -> each.database().equals(key.label().asked()))
            .filter(each -> each.durability().equals(key.durability()))
            .flatMap(each -> each.effects().stream())
            .anyMatch(
                each ->
                    each.phase().equals(key.phase()) && each.outcome() == Verdict.Outcome.FASTER);
  }

  private static String millis(double micros) {
    return Figures.brief(micros / 1e3);
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
    for (List<Cell> one : Cells.grouped(verdict.capacities(), cell -> named(cell.key())).values()) {
      all.add(
          "With %s, %s carries %s."
              .formatted(
                  goal,
                  named(one.get(0).key()),
                  listed(
                      one.stream()
                          .map(
                              cell -> rate(cell.capacity().estimate().get()) + " on " + where(cell))
                          .toList())));
    }
    return all;
  }

  private String cells(List<Cell> cells) {
    Map<String, List<Cell>> byName =
        Cells.grouped(cells, cell -> named(cell.key()) + threads(cell.key()));
    return byName.entrySet().stream()
            .limit(FEW)
            .map(
                each ->
                    each.getKey()
                        + " on "
                        + words.phases(
                            each.getValue().stream().map(cell -> cell.key().phase()).toList()))
            .reduce((a, b) -> a + "; " + b)
            .orElse("")
        + (byName.size() > FEW ? "; and " + (byName.size() - FEW) + " more" : "");
  }

  private boolean severalLevels() {
    return vary(Conditions::durability);
  }

  // Comparisons of databases that are no variants of each other, and single databases.

  private String lead(Verdict.Lead lead, Detail detail) {
    String place = lead.place().isEmpty() ? "" : " @" + lead.place();
    String each =
        detail == Detail.PHASE && isFigured(lead.effects())
            ? listed(times(lead.effects(), " as the next"))
            : "faster than the next on %s (%s times)"
                .formatted(words.phasesOf(lead.effects()), hull(lead.effects()));
    String level = severalLevels() ? " at " + lead.durability() : "";
    return "Fastest%s%s: %s, %s.".formatted(place, level, lead.database(), each);
  }

  private List<String> throughputs() {
    return Cells.grouped(
            verdict.throughputs(),
            cell ->
                name(cell.key())
                    + " at "
                    + cell.key().durability()
                    + (vary(Conditions::runner) ? ", " + cell.key().runner() + " runner" : ""))
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
                                            + where(cell)
                                            + memoryAndValues(cell.key()))
                                .toList())))
        .toList();
  }

  private static String rate(Estimate known) {
    String none =
        known.samples() == 1 ? "one run, no interval" : "scatters too much for an interval";
    return "%s operations/s (%s)"
        .formatted(
            Figures.readable(known.figure()),
            Figures.interval(known, Figures::readable, " to ").orElse(none));
  }

  private String where(Cell cell) {
    return cell.key().phase() + threads(cell.key());
  }

  private String threads(Conditions key) {
    return vary(Conditions::threads) ? " with " + Plural.of(key.threads(), "thread") : "";
  }

  /** Whether cells differ in a condition. Then a sentence about some of them must name it. */
  private boolean vary(Function<Conditions, Object> condition) {
    return results.contenders().stream().map(Cell::key).map(condition).distinct().count() > 1;
  }

  private String named(Conditions key) {
    return name(key) + (severalLevels() ? " at " + key.durability() : "") + memoryAndValues(key);
  }

  private String memoryAndValues(Conditions key) {
    return (vary(each -> each.column(Dimension.MEMORY))
            ? " with memory " + key.column(Dimension.MEMORY)
            : "")
        + (vary(Conditions::valueSizeBytes)
            ? " with values of " + ByteSize.format(key.valueSizeBytes())
            : "");
  }

  private String name(Conditions key) {
    return key.place().isEmpty() || results.environment().places().size() < 2
        ? key.database()
        : key.database() + " @" + key.where();
  }
}
