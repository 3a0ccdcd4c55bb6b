package org.pmemycsb.harness.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.pmemycsb.harness.FileFailure;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.analysis.Comparisons;
import org.pmemycsb.harness.analysis.Comparisons.Line;
import org.pmemycsb.harness.analysis.Comparisons.Side;
import org.pmemycsb.harness.report.format.Format;
import org.pmemycsb.harness.report.format.PlainText;
import org.pmemycsb.harness.report.model.Columns;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Note;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.model.Section.Output;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.model.Table.Column;
import org.pmemycsb.harness.report.model.Table.Field;
import org.pmemycsb.harness.report.model.Table.Mark;
import org.pmemycsb.harness.report.notes.Facts;
import org.pmemycsb.harness.report.tables.Throughput;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Ratio;
import org.pmemycsb.harness.statistics.Call;

/** Compared folders as text, Markdown, CSV and a page. */
public final class ComparisonReport {
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
  private final ComparisonRemarks remarks;
  private final Names names;

  public ComparisonReport(Comparisons comparisons) {
    this.comparisons = comparisons;
    this.remarks = new ComparisonRemarks(comparisons);
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
            .number("ratio", line -> compared(line, side, ComparisonReport::ratio))
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

  private static Field ratio(Ratio known) {
    return Field.number(ComparisonRemarks.ratio(known), known.figure());
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
            .notes(remarks.all().stream().map(remark -> new Note(true, remark)).toList()));
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

  /**
   * For programs that find change points: a row for each folder with runs, in the order of their
   * times, and a column for each cell that has a figure in all of them. Such programs know no gaps.
   */
  public String toOtava() throws IOException {
    List<Side> sides = comparisons.sides();
    List<Integer> order =
        IntStream.range(0, sides.size())
            .boxed()
            .filter(side -> !begun(sides.get(side)).isEmpty())
            .sorted(Comparator.comparing(side -> begun(sides.get(side))))
            .toList();
    List<Line> whole =
        comparisons.lines().stream()
            .filter(
                line -> order.stream().allMatch(side -> Comparisons.usable(line.cells().get(side))))
            .toList();
    List<String> header = new ArrayList<>(List.of("time", "folder"));
    whole.forEach(line -> header.add(column(line.key())));
    List<List<String>> rows = new ArrayList<>();
    for (int side : order) {
      List<String> row = new ArrayList<>(List.of(begun(sides.get(side)), sides.get(side).name()));
      whole.forEach(line -> row.add(plain(line.cells().get(side))));
      rows.add(row);
    }
    return Csv.text(header, rows.stream());
  }

  /** When the runs of a folder began; empty without runs. */
  private static String begun(Side side) {
    return side.results().begun().orElse("");
  }

  private static String column(Conditions key) {
    return String.join(
        "/",
        key.where().isEmpty() ? key.database() : key.database() + "@" + key.where(),
        key.phase(),
        Integer.toString(key.threads()),
        Integer.toString(key.valueSizeBytes()),
        key.durability()
            + key.limits().map(limit -> "/" + key.column(limit)).collect(Collectors.joining()),
        key.runner() + (key.machines() == 0 ? "" : "/" + Plural.of(key.machines(), "machine")));
  }

  private static String plain(Cell cell) {
    return String.format(Locale.ROOT, "%.4f", cell.rate().orElseThrow());
  }

  /** Writes {@code compare.csv}, {@code compare.md} and {@code compare.html}. */
  public void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    FileFailure.write(folder.resolve("compare.csv"), RatiosCsv.render(comparisons));
    FileFailure.write(folder.resolve("compare.md"), toMarkdown());
    FileFailure.write(folder.resolve("compare.html"), render(Format.PAGE));
  }
}
