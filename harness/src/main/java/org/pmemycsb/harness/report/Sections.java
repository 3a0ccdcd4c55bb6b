package org.pmemycsb.harness.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.analysis.Fastest;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.analysis.claim.ClaimResult;
import org.pmemycsb.harness.plan.design.FileName;
import org.pmemycsb.harness.plan.settings.ExperimentFile;
import org.pmemycsb.harness.report.format.Format;
import org.pmemycsb.harness.report.format.PlainText;
import org.pmemycsb.harness.report.model.Columns;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Note;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.model.Section.Output;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.model.Table.Mark;
import org.pmemycsb.harness.report.notes.Facts;
import org.pmemycsb.harness.report.notes.Notes;
import org.pmemycsb.harness.report.tables.Bounds;
import org.pmemycsb.harness.report.tables.CellTables;
import org.pmemycsb.harness.report.tables.ClaimTables;
import org.pmemycsb.harness.report.tables.DemandTables;
import org.pmemycsb.harness.report.tables.MediumTables;
import org.pmemycsb.harness.report.tables.PairTables;
import org.pmemycsb.harness.report.tables.ProfileTables;
import org.pmemycsb.harness.report.tables.RestartTables;
import org.pmemycsb.harness.report.tables.SplitTables;
import org.pmemycsb.harness.report.tables.Throughput;
import org.pmemycsb.harness.report.tables.WhyTable;
import org.pmemycsb.harness.report.verdict.Answers;
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
  static final String ASKED = "asked";
  static final String DATABASES = "databases";
  private static final String VERDICT = "verdict";
  private static final String WARNINGS = "warnings";
  static final String PERCENTILES = "percentiles-section";

  private Sections() {}

  static List<Section> of(Answers answers) {
    Results results = answers.results();
    Names names = Names.of(results.cells());
    CellTables cells = new CellTables(names);
    List<Ratio> pairs = answers.pairs();
    List<Note> notes = Notes.of(results);
    List<Note> warnings = warnings(notes);
    List<Section> bought = new BuysTables(answers.buys()).sections(names);
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
    all.addAll(PaperTables.comparison(results));
    add(all, charts, "threads", "value-size", "machines");
    all.add(Section.of("invalid-section", "INVALID", "", cells.invalid(results.invalid())));
    all.add(
        Section.of(WARNINGS, "", "", List.of(), Output.TERMINAL)
            // Databases that could not run are listed below, in lines that can be copied.
            .notes(
                warnings.stream()
                    .filter(note -> absent.stream().noneMatch(note.text()::startsWith))
                    .toList()));
    all.addAll(Capacities.of(results));
    all.add(Section.of("unavailable", "", "", absent, Output.TERMINAL));
    addClaims(all, results.claims());
    all.add(RestartTables.section(results));
    all.add(RestartCharts.section(results));
    all.add(WhyTable.section(results, names));
    all.add(DemandTables.section(results, names));
    all.add(SplitTables.section(results, names));
    all.addAll(ProfileTables.sections(results, names));
    add(all, charts, Questions.SLOW);
    addLatency(all, results, cells.percentiles(results));
    add(all, charts, "time");
    all.add(
        Section.of(ASKED, "What was measured", "", facts(ASKED, Facts.asked(results)))
            .with(Map.of("The experiment as a file", ExperimentFile.write(results.experiment()))));
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
    Table bounds = Bounds.table(results.calibrations());
    all.add(
        Section.of("bounds-section", bounds, Output.DETAILS)
            .titled("floor and ceiling; trace/native in the same repeat", "")
            .notes(Bounds.leftOut(results.calibrations(), true)));
    rest.add(
        Section.of("bounds-section", "Floor and ceiling", Bounds.LEGEND, bounds)
            .notes(Bounds.leftOut(results.calibrations(), false)));
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

  /** The sections to show between repeats: all but verdict and warnings. */
  static List<Section> interim(Answers answers) {
    return of(answers).stream()
        .filter(section -> !Set.of(VERDICT, WARNINGS).contains(section.id()))
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
    all.add(PaperTables.latency(results, table, mean));
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

  static void addClaims(List<Section> all, List<ClaimResult> claims) {
    String id = "claims-section";
    String reading =
        "HOLDS: the whole 95 % interval satisfies the statement. FAILS: no part of it does."
            + " UNDECIDED: part of it, or a figure is missing. "
            + ClaimTables.distance(claims);
    all.add(Section.of(id, "Claims", reading.strip(), ClaimTables.table(claims)));
    all.add(Section.of(id, ClaimTables.paper(claims), Output.PAPER));
    List<String> lines = ClaimTables.lines(claims);
    all.add(Section.of(id, "claims, by 95 % intervals", "", lines, Output.TERMINAL));
  }

  static Section where(Results results) {
    return Section.of("where", "Where", "", facts("where", Facts.where(results)));
  }

  /** The files and settings of each database, as it ran. */
  private static Map<String, String> configurations(Results results) {
    Map<String, String> all = new LinkedHashMap<>();
    for (String label : results.versions().keySet()) {
      results
          .configuration()
          .getOrDefault(FileName.of(label), new TreeMap<>())
          .forEach((name, text) -> all.put("Configuration of " + label + ": " + name, text));
    }
    return all;
  }

  private static Section throughput(Results results, List<Ratio> pairs, List<Note> notes) {
    Table table =
        Throughput.table(results.comparable(), results.absent(), Fastest.of(results, pairs));
    String title = "Throughput";
    return Section.of(
            "comparison-section",
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

  /** Product and version of each database. */
  static List<Facts> versions(Results results) {
    return results.versions().entrySet().stream()
        .map(each -> new Facts(each.getKey(), String.join("; ", each.getValue())))
        .toList();
  }

  static Table facts(String id, List<Facts> facts) {
    return new Columns<Facts>().text("", Facts::name).text("", Facts::value).table(id, "", facts);
  }
}
