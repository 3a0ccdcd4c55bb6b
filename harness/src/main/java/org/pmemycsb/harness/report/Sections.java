package org.pmemycsb.harness.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.analysis.Ratios;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.analysis.claim.ClaimResult;
import org.pmemycsb.harness.plan.design.ByteSize;
import org.pmemycsb.harness.plan.design.FileName;
import org.pmemycsb.harness.plan.design.Goal;
import org.pmemycsb.harness.plan.settings.ExperimentFile;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.report.format.Format;
import org.pmemycsb.harness.report.format.PlainText;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Note;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.model.Section.Attached;
import org.pmemycsb.harness.report.model.Section.Output;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.model.Table.Columns;
import org.pmemycsb.harness.report.model.Table.Mark;
import org.pmemycsb.harness.report.notes.Facts;
import org.pmemycsb.harness.report.notes.Notes;
import org.pmemycsb.harness.report.tables.BesideTables;
import org.pmemycsb.harness.report.tables.CellTables;
import org.pmemycsb.harness.report.tables.ClaimTables;
import org.pmemycsb.harness.report.tables.MediumTables;
import org.pmemycsb.harness.report.tables.PairTables;
import org.pmemycsb.harness.report.tables.Throughput;
import org.pmemycsb.harness.report.verdict.Answers;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Latency;
import org.pmemycsb.harness.result.Ratio;
import org.pmemycsb.harness.result.Unavailable;

/**
 * The parts of a report, in their order: one list for the page, the document, the tables of a paper
 * and the terminal. A new part is one function from results to a table, and one entry here.
 */
final class Sections {
  // A longer table would push the others off the screen.
  private static final int TERMINAL_ROWS = 24;
  private static final String ASKED = "asked";
  private static final String DATABASES = "databases";
  private static final String VERDICT = "verdict";
  private static final String WARNINGS = "warnings";
  private static final String CLAIMS = "claims-section";
  private static final String BOUNDS = "bounds-section";
  static final String COMPARISON = "comparison-section";
  private static final String PERCENTILES = "percentiles-section";

  private Sections() {}

  static List<Section> of(Answers answers) {
    Results results = answers.results();
    Names names = Names.of(results.cells());
    CellTables cells = new CellTables(names);
    List<Ratio> pairs = answers.pairs();
    List<Note> notes = Notes.of(results);
    List<Note> warnings = warnings(notes);
    List<Section> bought = new BuysSections(answers.buys(), names).sections();
    List<String> absent = results.unavailable().stream().map(Unavailable::describe).toList();
    Map<String, Section> charts =
        Questions.of(Charts.of(results.comparable()), results.phases(), results.latencies())
            .stream()
            .collect(Collectors.toMap(Section::id, section -> section));
    Section throughput = throughput(results, pairs, notes);
    List<Section> all = new ArrayList<>();
    List<Section> rest = new ArrayList<>();
    addVerdict(all, answers.verdict());
    all.addAll(bought);
    List<Section> answer = bought.isEmpty() ? all : rest;
    add(answer, charts, Questions.WORKLOADS);
    answer.add(throughput);
    all.add(
        onTerminal(throughput, results).in(bought.isEmpty() ? Output.TERMINAL : Output.DETAILS));
    addPapers(all, results, names);
    add(all, charts, "threads", "value-size", "machines");
    all.add(Section.of("invalid-section", "INVALID", "", cells.invalid(results.invalid())));
    all.add(
        Section.of(WARNINGS, "", "", List.of(), Output.TERMINAL)
            // Databases that could not run are listed below, in lines that can be copied.
            .notes(
                warnings.stream()
                    .filter(note -> absent.stream().noneMatch(note.text()::startsWith))
                    .toList()));
    addCapacities(all, results, cells);
    all.add(Section.of("unavailable", "", "", absent, Output.TERMINAL));
    addClaims(all, results.claims());
    all.add(CellTables.restarts(results));
    all.add(Questions.restarts(results));
    all.add(cells.why(results));
    all.add(BesideTables.demands(results, names));
    all.add(BesideTables.split(results, names));
    all.addAll(BesideTables.profiles(results, names));
    add(all, charts, Questions.SLOW);
    addLatency(all, results, cells.percentiles(results));
    add(all, charts, "time");
    all.add(
        Section.of(ASKED, "What was measured", "", facts(ASKED, Facts.asked(results)))
            .with(
                List.of(
                    new Attached(
                        "The experiment as a file", ExperimentFile.write(results.experiment())))));
    all.add(
        Section.of(WARNINGS, "Warnings", "", List.of(), Output.PAGE, Output.DOCUMENT)
            .notes(warnings));
    all.add(
        Section.of(
                DATABASES,
                "What each database was",
                "As the live databases reported it.",
                facts(DATABASES, versions(results)))
            .with(configurations(results)));
    all.add(where(results));
    add(rest, charts, "latency");
    Table bounds = CellTables.bounds(results.calibrations());
    all.add(
        Section.of(BOUNDS, bounds, Output.DETAILS)
            .titled("floor and ceiling; trace/native in the same repeat", "")
            .notes(CellTables.withoutCeiling(results.calibrations(), true)));
    rest.add(
        Section.of(BOUNDS, "Floor and ceiling", CellTables.BOUNDS, bounds)
            .notes(CellTables.withoutCeiling(results.calibrations(), false)));
    rest.add(
        Section.of(
            "pairs-section",
            "Every two databases on the same place",
            PairTables.RULE,
            PairTables.byDatabase(names, pairs)));
    rest.add(
        Section.of("pairs", PairTables.table(names, pairs), Output.PAGE).titled("Every pair", ""));
    rest.add(MediumTables.section(results.environment().probes()));
    rest.add(Section.of("cells-section", cells.all(results), Output.PAGE).titled("Every cell", ""));
    String caption = Facts.caption(results);
    return Stream.concat(all.stream(), rest.stream().map(Section::fold))
        .filter(Section::any)
        .map(each -> each.captioned(caption))
        .toList();
  }

  private static void add(List<Section> all, Map<String, Section> charts, String... ids) {
    Stream.of(ids).map(charts::get).filter(Objects::nonNull).forEach(all::add);
  }

  /** The sections to show between repeats: all but those that judge figures. */
  static List<Section> interim(Answers answers) {
    return of(answers).stream()
        .filter(section -> !Set.of(VERDICT, WARNINGS, CLAIMS, BOUNDS).contains(section.id()))
        .toList();
  }

  private static void addVerdict(List<Section> all, List<String> sentences) {
    all.add(
        Section.of(
            VERDICT, "Verdict", "By 95 % intervals:", sentences, Output.PAGE, Output.DOCUMENT));
    all.add(
        Section.of(
            VERDICT,
            "verdict, by 95 % intervals",
            "",
            sentences.stream()
                .flatMap(each -> PlainText.wrapped(each, PlainText.WIDTH, "").stream())
                .toList(),
            Output.TERMINAL));
  }

  /** Distinct warnings, the shortest first. */
  private static List<Note> warnings(List<Note> notes) {
    return notes.stream()
        .filter(Note::warning)
        .distinct()
        .sorted(Comparator.comparingInt(note -> note.text().length()))
        .toList();
  }

  private static void addLatency(List<Section> all, Results results, Table table) {
    String name =
        "latency in microseconds"
            + (results.experiment().target() > 0 ? " from the intended start" : "");
    String mean = name + (results.runs() > 1 ? ", mean of the runs" : "");
    String reading =
        "L%s; the longest of all runs. p99 and p99.9 need at least %d slower operations in each run."
            .formatted(mean.substring(1), Latency.FEWEST_ABOVE);
    all.add(Section.of(PERCENTILES, "Latency", reading, table));
    all.add(
        Section.of(
            PERCENTILES,
            table
                .columns(column -> !column.text().equals(CellTables.LONGEST))
                .titled(caption(results, mean, results.cells())),
            Output.PAPER));
    all.add(
        table.rows().size() <= TERMINAL_ROWS
            ? Section.of(PERCENTILES, table, Output.DETAILS).titled(name, "")
            : Section.of(
                PERCENTILES,
                "",
                "",
                List.of(
                    "latency of %s: %s"
                        .formatted(Plural.of(table.rows().size(), "cell"), Format.DOCUMENT.file())),
                Output.DETAILS));
  }

  private static void addCapacities(List<Section> all, Results results, CellTables cells) {
    List<Cell> found =
        results.cells().stream()
            .filter(cell -> cell.valid() && cell.capacity().estimate().isPresent())
            .toList();
    String goal = results.experiment().goal().map(Goal::shown).orElse("its goal");
    Section table = Section.of("capacity-section", cells.capacities(found));
    all.add(
        table
            .in(Output.PAGE, Output.DOCUMENT)
            .titled(
                "How much can it carry?",
                "The highest rate with "
                    + goal
                    + ", in operations per second, with its 95 % interval."));
    all.add(table.in(Output.TERMINAL).titled("highest rate with " + goal, ""));
    all.add(Questions.capacity(results, found, goal));
  }

  /** The throughputs, a table for each value size. */
  private static void addPapers(List<Section> all, Results results, Names names) {
    int repeats = results.runs();
    String what =
        "throughput in operations per second, "
            + (repeats > 1
                ? "mean of " + repeats + " runs and, below, its 95\u202f% interval"
                : "one run")
            + "; values of ";
    Cells.grouped(results.comparable(), cell -> cell.key().valueSizeBytes())
        .forEach(
            (size, cells) -> {
              Table table =
                  Throughput.table(names, cells, List.of(), Set.of())
                      .columns(column -> !column.text().equals("value"))
                      .titled(caption(results, what + ByteSize.format(size), cells));
              all.add(Section.of(COMPARISON, table, Output.PAPER));
            });
  }

  private static String caption(Results results, String what, List<Cell> cells) {
    return "%s: %s; data on %s, durability %s."
        .formatted(
            results.experiment().get(Settings.TITLE),
            what,
            distinct(cells, Conditions::medium),
            distinct(cells, Conditions::durability));
  }

  private static String distinct(List<Cell> cells, Function<Conditions, String> part) {
    return cells.stream()
        .map(cell -> part.apply(cell.key()))
        .distinct()
        .collect(Collectors.joining(", "));
  }

  static void addClaims(List<Section> all, List<ClaimResult> claims) {
    String reading =
        "HOLDS: the whole 95 % interval satisfies the statement. FAILS: no part of it does."
            + " UNDECIDED: part of it, or a figure is missing. "
            + ClaimTables.distance(claims);
    all.add(Section.of(CLAIMS, "Claims", reading.strip(), ClaimTables.table(claims)));
    all.add(Section.of(CLAIMS, ClaimTables.paper(claims), Output.PAPER));
    List<String> lines = ClaimTables.lines(claims);
    all.add(Section.of(CLAIMS, "claims, by 95 % intervals", "", lines, Output.TERMINAL));
  }

  static Section where(Results results) {
    return Section.of("where", "Where", "", facts("where", Facts.where(results)));
  }

  /** The files and settings of each database, as it ran. */
  private static List<Attached> configurations(Results results) {
    return results.versions().keySet().stream()
        .flatMap(
            label ->
                results
                    .configuration()
                    .getOrDefault(FileName.of(label), Collections.emptySortedMap())
                    .entrySet()
                    .stream()
                    .map(
                        file ->
                            new Attached(
                                "Configuration of " + label + ": " + file.getKey(),
                                file.getValue())))
        .toList();
  }

  private static Section throughput(Results results, List<Ratio> pairs, List<Note> notes) {
    Table table =
        Throughput.table(results.comparable(), results.absent(), Ratios.fastest(results, pairs));
    String title = "Throughput";
    return Section.of(
            COMPARISON,
            title,
            measure(title + " in operations per second", results.runs()) + bold(table),
            table)
        .notes(notes.stream().filter(note -> !note.warning()).toList());
  }

  private static Section onTerminal(Section throughput, Results results) {
    return throughput
        .notes(List.of())
        .titled(
            "operations per second"
                + (results.runs() > 1 ? ", below it the 95 % interval" : ", one run"),
            "");
  }

  /** The figures, their runs and their intervals in a sentence. */
  static String measure(String figures, int runs) {
    return figures
        + (runs > 1
            ? ", geometric mean of " + runs + " runs; brackets hold its 95 % interval"
            : ", one run, so its spread is unknown")
        + ".";
  }

  private static String bold(Table comparison) {
    return comparison.rows().stream()
            .flatMap(row -> row.fields().stream())
            .anyMatch(field -> field.mark() == Mark.FASTEST)
        ? " Bold: the fastest database under its conditions, and all that cannot be told apart from"
            + " it."
        : "";
  }

  static List<Facts> versions(Results results) {
    return results.versions().entrySet().stream()
        .map(each -> new Facts(each.getKey(), String.join("; ", each.getValue())))
        .toList();
  }

  static Table facts(String id, List<Facts> facts) {
    return new Columns<Facts>().text("", Facts::name).text("", Facts::value).table(id, "", facts);
  }
}
