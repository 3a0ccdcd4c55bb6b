package org.pmemycsb.harness.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.FileFailure;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.analysis.Comparisons;
import org.pmemycsb.harness.analysis.Comparisons.Line;
import org.pmemycsb.harness.analysis.Comparisons.Side;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.report.format.Format;
import org.pmemycsb.harness.report.format.PlainText;
import org.pmemycsb.harness.report.model.Chart.Role;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Note;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.model.Section.Output;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.model.Table.Column;
import org.pmemycsb.harness.report.model.Table.Columns;
import org.pmemycsb.harness.report.model.Table.Field;
import org.pmemycsb.harness.report.model.Table.Mark;
import org.pmemycsb.harness.report.notes.Facts;
import org.pmemycsb.harness.report.tables.Throughput;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Ratio;
import org.pmemycsb.harness.statistics.Call;
import org.pmemycsb.harness.statistics.Interval;

/** Compared folders as text, Markdown, CSV and a page, with remarks, and judged. */
public final class ComparisonReport {
  private static final int FEW = 3;
  private static final String RULE =
      "A cell is faster or slower if the interval excludes 1, and equal if it lies between 0.90 and"
          + " 1.11.";

  private static final Map<Call, Field> CALLS =
      Map.of(
          Call.FASTER, Field.text("faster").marked(Mark.HOLDS),
          Call.SLOWER, Field.text("slower").marked(Mark.FAILS),
          Call.EQUAL, Field.text("equal").marked(Mark.UNDECIDED),
          Call.UNCLEAR, Field.text("unclear").marked(Mark.UNDECIDED));

  private final Comparisons comparisons;
  private final Names names;

  public ComparisonReport(Comparisons comparisons) {
    this.comparisons = comparisons;
    this.names = new Names(comparisons.lines().stream().map(Line::key).toList());
  }

  private static Field figure(Cell cell) {
    if (cell == null) {
      return Field.number("not measured", -1);
    }
    Field known = Throughput.field(cell);
    return cell.valid() && !Comparisons.usable(cell)
        ? Field.number(known.text(), -1).marked(Mark.INVALID)
        : known;
  }

  private Table table() {
    Columns<Line> columns =
        Throughput.<Line>labels(names.placed(), line -> Field.text(names.of(line.key())), Line::key)
            .text("phase", line -> line.key().phase());
    for (int i = 0; i < comparisons.sides().size(); i++) {
      int side = i;
      columns.number(comparisons.sides().get(side).name(), line -> figure(line.cells().get(side)));
      if (side > 0) {
        columns
            .number(
                "ratio",
                line -> compared(line, side, known -> Field.number(text(known), known.figure())))
            .add(
                Column.text("call"),
                line -> compared(line, side, known -> CALLS.get(known.call())));
      }
    }
    return columns.table("comparison", "Operations per second", comparisons.lines());
  }

  private Field compared(Line line, int side, Function<Ratio, Field> field) {
    return comparisons.comparison(line, side).map(field).orElse(Field.NONE);
  }

  public String toText() {
    return PlainText.of(table());
  }

  public String toMarkdown() {
    return render(Format.DOCUMENT);
  }

  String render(Format format) {
    return format.render("Comparison", "", sections());
  }

  private List<Section> sections() {
    List<Section> all = new ArrayList<>();
    all.add(
        Section.of("comparison-section", table(), Output.PAGE, Output.DOCUMENT)
            .titled(
                "",
                "Operations per second; each column against the first: ratio with its 95 %"
                    + " interval. "
                    + RULE)
            .notes(remarks().stream().map(remark -> new Note(true, remark)).toList()));
    for (Side side : comparisons.sides()) {
      List<Facts> facts = new ArrayList<>(Facts.asked(side.results()));
      facts.addAll(Sections.versions(side.results()));
      facts.addAll(Facts.where(side.results()));
      String id = "side-" + all.size();
      all.add(
          Section.of(id, Sections.facts(id + "-facts", facts), Output.PAGE)
              .titled(side.name(), ""));
    }
    return all;
  }

  public String toOtava() throws IOException {
    return Csv.otava(comparisons);
  }

  public void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    FileFailure.write(folder.resolve("compare.csv"), Csv.comparison(comparisons));
    FileFailure.write(folder.resolve("compare.md"), toMarkdown());
    FileFailure.write(folder.resolve("compare.html"), render(Format.PAGE));
  }

  /** Remarks that belong to the table. */
  public List<String> remarks() {
    List<Side> sides = comparisons.sides();
    List<String> all = new ArrayList<>();
    Experiment first = sides.get(0).results().experiment();
    for (Side side : sides.subList(1, sides.size())) {
      // The table shows every other difference.
      List<String> telling = first.differencesOfFigures(side.results().experiment());
      if (!telling.isEmpty()) {
        all.add(side.name() + " measured something else: " + String.join("; ", telling));
      }
    }
    if (first.goal().isPresent()) {
      all.add("the figures of phases with a search are capacities, not throughputs");
    }
    String idle = idleProcessors(sides.get(0));
    for (Side side : sides) {
      if (!idleProcessors(side).equals(idle)) {
        all.add(
            "%s: idle processors %s; of the first they %s"
                .formatted(side.name(), idleProcessors(side), idle));
      }
    }
    sides.stream()
        .filter(side -> side.results().load().filter(load -> load.busy()).isPresent())
        .forEach(side -> all.add(side.name() + ": the machine was busy with other work"));
    sides.forEach(side -> all.addAll(side.results().journal().remarks()));
    for (int i = 1; i < sides.size(); i++) {
      lacking(0, i).ifPresent(all::add);
      lacking(i, 0).ifPresent(all::add);
    }
    return all.stream().distinct().toList();
  }

  /** The cells of one side that another one lacks. */
  private Optional<String> lacking(int having, int side) {
    List<String> gone =
        comparisons.lines().stream()
            .filter(line -> line.cells().get(having) != null && line.cells().get(side) == null)
            .map(line -> line.key().described())
            .toList();
    return gone.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%s lacks %s of %s: %s"
                .formatted(
                    comparisons.sides().get(side).name(),
                    Plural.of(gone.size(), "cell"),
                    comparisons.sides().get(having).name(),
                    Plural.few(gone, FEW, "; ")));
  }

  private static String idleProcessors(Side side) {
    return Facts.idleProcessors(side.results().environment());
  }

  /**
   * The cells that are slower than those of the first folder by more than a share, and the cells
   * that are INVALID or have 0 where the first folder has a figure. A cell is slower if the whole
   * 95 % interval of the ratio lies below 1 less that share.
   *
   * @param share from 0 to 1
   * @return a line for each
   */
  public List<String> slowerThan(double share) {
    List<String> slower = new ArrayList<>();
    for (Line line : comparisons.lines()) {
      for (int side = 1; side < comparisons.sides().size(); side++) {
        Cell other = line.cells().get(side);
        String what = comparisons.sides().get(side).name() + ": " + line.key().described();
        if (Comparisons.usable(line.cells().get(0))
            && other != null
            && !Comparisons.usable(other)) {
          slower.add(
              what
                  + (other.valid()
                      ? ": 0 operations per second"
                      : ": INVALID: " + String.join("; ", other.repeats().reasons())));
        }
        comparisons
            .comparison(line, side)
            .filter(each -> each.call() == Call.SLOWER && each.high().orElseThrow() < 1 - share)
            .ifPresent(each -> slower.add(what + ": " + text(each)));
      }
    }
    return slower;
  }

  /** Refuses to judge a folder that has none of the first folder's cells. */
  public void refuseNothingInCommon() {
    Side first = comparisons.sides().get(0);
    for (int i = 1; i < comparisons.sides().size(); i++) {
      int at = i;
      Side side = comparisons.sides().get(i);
      if (comparisons.lines().stream()
          .noneMatch(
              line -> Comparisons.usable(line.cells().get(0)) && line.cells().get(at) != null)) {
        throw new ConfigurationException(
            ("%s has no cell for a figure of %s, so nothing was compared. It measured %s, the"
                    + " first %s. Labels, workloads, threads, value sizes, durability, runner and"
                    + " place must be equal")
                .formatted(side.name(), first.name(), databases(side), databases(first)));
      }
    }
  }

  private static String databases(Side side) {
    String all =
        side.cells().keySet().stream()
            .map(Conditions::database)
            .distinct()
            .collect(Collectors.joining(", "));
    return all.isEmpty() ? "nothing" : all;
  }

  /** The number of cells with too few runs for {@link #slowerThan}. */
  public long untestable() {
    return comparisons.lines().stream()
        .filter(line -> names.role(line.key()) == Role.CONTENDER)
        .filter(line -> line.cells().stream().anyMatch(cell -> cell != null && cell.hasFewRuns()))
        .count();
  }

  /** With its interval, if the runs give one. */
  private static String text(Ratio ratio) {
    Interval known = ratio.known().interval();
    String none =
        ratio.known().hasInterval() ? "%.2f (scatters too much)" : "%.2f (one run, no interval)";
    return Figures.text(
        ratio.bounded() ? "%.2f [%.2f to %.2f]" : none, known.figure(), known.low(), known.high());
  }
}
