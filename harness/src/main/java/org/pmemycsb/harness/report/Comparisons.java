package org.pmemycsb.harness.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.pmemycsb.harness.experiment.ByteSize;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.report.HtmlTable.Column;
import org.pmemycsb.harness.report.HtmlTable.Field;
import org.pmemycsb.harness.report.HtmlTable.Row;
import org.pmemycsb.harness.report.chart.Chart.Role;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.statistics.Comparison;

/**
 * Results of several runs or machines side by side, each held against the first. Cells match when
 * database, phase, threads, value size, durability and runner are equal; where they were measured
 * may differ, and is named in the head of the column.
 */
public final class Comparisons {
  private final List<Side> sides;
  private final List<Line> lines;
  private final List<String> remarks;
  private final Names names;
  private final long seed;

  /** One folder. */
  private record Side(String name, Results results, Map<Cell.Key, Cell> cells) {}

  /** A cell of each side, by place; null where a side has none. */
  private record Line(Cell.Key key, List<Cell> cells) {
    private int missing() {
      return Collections.frequency(cells, null);
    }
  }

  private Comparisons(List<Side> sides) {
    this.sides = sides;
    this.seed = sides.get(0).results().experiment().seed();
    this.lines = lines(sides);
    this.remarks = remarks(sides, lines);
    this.names = new Names(lines.stream().map(Line::key).toList());
  }

  /**
   * Holds folders against the first.
   *
   * @param folders at least two
   */
  public static Comparisons of(List<ResultFolder> folders) throws IOException {
    List<Results> results = new ArrayList<>();
    for (ResultFolder folder : folders) {
      results.add(folder.results());
    }
    List<String> names = new ArrayList<>();
    for (int i = 0; i < folders.size(); i++) {
      names.add(folders.get(i).path().toAbsolutePath().normalize().getFileName().toString());
    }
    return of(names, results);
  }

  static Comparisons of(List<String> names, List<Results> results) {
    List<Side> sides = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      String name = names.get(i);
      boolean taken = names.indexOf(name) != names.lastIndexOf(name);
      sides.add(
          new Side(
              (taken ? name + " #" + (i + 1) : name) + " (" + where(results.get(i)) + ")",
              results.get(i),
              byKey(results.get(i).cells())));
    }
    return new Comparisons(sides);
  }

  private static String where(Results results) {
    Environment on = results.environment();
    String machine = on.machine().equals(Environment.UNKNOWN) ? on.cpu() : on.machine();
    return machine + ", " + on.pmem().medium().id();
  }

  private static Map<Cell.Key, Cell> byKey(List<Cell> cells) {
    Map<Cell.Key, Cell> all = new LinkedHashMap<>();
    cells.forEach(cell -> all.put(anywhere(cell.key()), cell));
    return all;
  }

  private static Cell.Key anywhere(Cell.Key key) {
    return new Cell.Key(
        key.database(),
        key.phase(),
        key.threads(),
        key.valueSizeBytes(),
        key.durability(),
        "",
        key.runner());
  }

  private static List<Line> lines(List<Side> sides) {
    Set<Cell.Key> keys = new LinkedHashSet<>();
    sides.forEach(side -> keys.addAll(side.cells().keySet()));
    List<Line> lines = new ArrayList<>();
    for (Cell.Key key : keys) {
      List<Cell> cells = new ArrayList<>();
      sides.forEach(side -> cells.add(side.cells().get(key)));
      lines.add(new Line(key, cells));
    }
    // What can be compared comes first.
    lines.sort(Comparator.comparingInt(Line::missing));
    return lines;
  }

  private static List<String> remarks(List<Side> sides, List<Line> lines) {
    List<String> all = new ArrayList<>();
    Experiment first = sides.get(0).results().experiment();
    for (Side side : sides.subList(1, sides.size())) {
      List<String> other = first.differences(side.results().experiment());
      // What is not in both is seen in the table; these change what a cell means.
      List<String> telling =
          other.stream()
              .filter(
                  each ->
                      each.matches(
                          "(records|operations|keyLength|fieldCount|target|verify|properties):.*"))
              .toList();
      if (!telling.isEmpty()) {
        all.add(side.name() + " measured something else: " + String.join("; ", telling));
      }
    }
    String idle = idleProcessors(sides.get(0));
    sides.stream()
        .filter(side -> !idleProcessors(side).equals(idle))
        .forEach(
            side ->
                all.add(
                    "%s: idle processors %s; of the first they %s"
                        .formatted(side.name(), idleProcessors(side), idle)));
    sides.stream()
        .filter(side -> side.results().load().filter(load -> load.busy()).isPresent())
        .forEach(side -> all.add(side.name() + ": the machine was busy with other work"));
    for (int i = 1; i < sides.size(); i++) {
      int at = i;
      long gone =
          lines.stream()
              .filter(line -> line.cells().get(0) != null && line.cells().get(at) == null)
              .count();
      if (gone > 0) {
        all.add(sides.get(i).name() + " lacks " + gone + " cells of the first");
      }
    }
    return all;
  }

  private static String idleProcessors(Side side) {
    return Facts.idleProcessors(side.results().environment());
  }

  /** What a reader must know beside the table. */
  public List<String> remarks() {
    return remarks;
  }

  private Optional<Comparison> comparison(Line line, int side) {
    Cell base = line.cells().get(0);
    Cell other = line.cells().get(side);
    return usable(base) && usable(other)
        ? Optional.of(Comparison.of(Pairs.samples(other), Pairs.samples(base), seed))
        : Optional.empty();
  }

  private static boolean usable(Cell cell) {
    return cell != null
        && cell.valid()
        && cell.samples().stream().allMatch(throughput -> throughput > 0);
  }

  /**
   * The cells that are slower than the first folder's by more than a share: of which the whole 95 %
   * interval of the ratio lies below 1 less that share, and a Mann-Whitney test finds a difference
   * at 5 %; and the cells that are INVALID where the first folder has a figure.
   *
   * @param share from 0 to 1
   * @return a line for each
   */
  public List<String> slowerThan(double share) {
    List<String> slower = new ArrayList<>();
    for (Line line : lines) {
      for (int side = 1; side < sides.size(); side++) {
        Cell other = line.cells().get(side);
        String what = sides.get(side).name() + ": " + describe(line.key());
        if (usable(line.cells().get(0)) && other != null && !usable(other)) {
          slower.add(what + ": INVALID: " + String.join("; ", other.reasons()));
        }
        comparison(line, side)
            .filter(
                each ->
                    each.verdict() == Comparison.Verdict.SLOWER && each.ratio().high() < 1 - share)
            .ifPresent(each -> slower.add(what + ": " + ratio(each)));
      }
    }
    return slower;
  }

  /** How many cells have too few runs for {@link #slowerThan} ever to find them slower. */
  public long untestable() {
    return lines.stream()
        .filter(line -> names.role(line.key()) == Role.CONTENDER)
        .filter(
            line ->
                line.cells().stream()
                    .anyMatch(cell -> usable(cell) && cell.samples().size() < Comparison.FEWEST))
        .count();
  }

  private static String describe(Cell.Key key) {
    return key.database()
        + ", phase "
        + key.phase()
        + ", threads "
        + key.threads()
        + ", value "
        + ByteSize.format(key.valueSizeBytes());
  }

  private static String ratio(Comparison comparison) {
    return String.format(
        Locale.ROOT,
        "%.2f [%.2f to %.2f]",
        comparison.ratio().figure(),
        comparison.ratio().low(),
        comparison.ratio().high());
  }

  private static String verdict(Comparison comparison) {
    return switch (comparison.verdict()) {
      case FASTER -> "better";
      case SLOWER -> "worse";
      case CANNOT_BE_TOLD_APART -> "cannot be told apart";
    };
  }

  private static String figure(Cell cell) {
    return cell == null ? "not measured" : ThroughputTable.figure(cell);
  }

  private List<String> header() {
    List<String> header = new ArrayList<>(List.of("database", "threads", "value", "phase"));
    header.add(sides.get(0).name());
    for (Side side : sides.subList(1, sides.size())) {
      header.addAll(List.of(side.name(), "ratio", "verdict"));
    }
    return header;
  }

  private ThroughputTable table() {
    List<List<String>> rows = new ArrayList<>();
    for (Line line : lines) {
      List<String> row = new ArrayList<>();
      row.add(names.of(line.key()));
      row.add(Integer.toString(line.key().threads()));
      row.add(ByteSize.format(line.key().valueSizeBytes()));
      row.add(line.key().phase());
      row.add(figure(line.cells().get(0)));
      for (int side = 1; side < sides.size(); side++) {
        row.add(figure(line.cells().get(side)));
        Optional<Comparison> comparison = comparison(line, side);
        row.add(comparison.map(Comparisons::ratio).orElse(""));
        row.add(comparison.map(Comparisons::verdict).orElse(""));
      }
      rows.add(row);
    }
    return new ThroughputTable(header(), rows);
  }

  /** For a terminal. */
  public String toText() {
    return table().toText();
  }

  String toMarkdown() {
    StringBuilder text = new StringBuilder("# Comparison\n\n");
    text.append(
        "Operations per second; each column against the first: ratio of the medians with its 95 %"
            + " interval. ");
    text.append(RULE).append("\n\n");
    remarks.forEach(remark -> text.append("**").append(Escape.markdown(remark)).append("**\n\n"));
    return text.append(table().toMarkdown()).toString();
  }

  private static final String RULE =
      "Better and worse are said when the interval does not hold 1 and a Mann-Whitney test finds a"
          + " difference at 5 %, which takes at least "
          + Comparison.FEWEST
          + " runs of each.";

  String toCsv() throws IOException {
    StringBuilder text = new StringBuilder();
    CSVFormat format =
        CSVFormat.RFC4180
            .builder()
            .setHeader(
                "database",
                "phase",
                "threads",
                "value_size_bytes",
                "durability",
                "runner",
                "baseline",
                "other",
                "baseline_ops_s",
                "other_ops_s",
                "ratio",
                "ratio_ci95_low",
                "ratio_ci95_high",
                "p_value",
                "verdict")
            .setRecordSeparator('\n')
            .get();
    try (CSVPrinter csv = new CSVPrinter(text, format)) {
      for (Line line : lines) {
        for (int side = 1; side < sides.size(); side++) {
          Optional<Comparison> comparison = comparison(line, side);
          Cell.Key key = line.key();
          csv.printRecord(
              key.database(),
              key.phase(),
              key.threads(),
              key.valueSizeBytes(),
              key.durability(),
              key.runner(),
              sides.get(0).name(),
              sides.get(side).name(),
              plain(line.cells().get(0)),
              plain(line.cells().get(side)),
              number(comparison.map(each -> each.ratio().figure())),
              number(comparison.map(each -> each.ratio().low())),
              number(comparison.map(each -> each.ratio().high())),
              number(comparison.map(Comparison::pValue)),
              comparison
                  .map(Comparisons::verdict)
                  .orElse(
                      line.cells().get(0) == null || line.cells().get(side) == null
                          ? "not in both"
                          : "INVALID"));
        }
      }
    }
    return text.toString();
  }

  private static String plain(Cell cell) {
    return usable(cell) ? number(cell.throughput().map(each -> each.median())) : "";
  }

  private static String number(Optional<Double> figure) {
    return figure.map(each -> String.format(Locale.ROOT, "%.4f", each)).orElse("");
  }

  String toHtml() {
    List<Column> columns = new ArrayList<>();
    for (String name : header()) {
      columns.add(
          List.of("database", "phase", "verdict").contains(name)
              ? Column.text(name)
              : Column.number(name));
    }
    ThroughputTable plain = table();
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      Line line = lines.get(i);
      List<String> texts = plain.rows().get(i);
      List<Field> fields = new ArrayList<>();
      fields.add(Field.text(texts.get(0)));
      fields.add(Field.number(texts.get(1), line.key().threads()));
      fields.add(Field.number(texts.get(2), line.key().valueSizeBytes()));
      fields.add(Field.text(texts.get(3)));
      fields.add(throughput(line.cells().get(0)));
      for (int side = 1; side < sides.size(); side++) {
        fields.add(throughput(line.cells().get(side)));
        Optional<Comparison> comparison = comparison(line, side);
        fields.add(
            comparison
                .map(each -> Field.number(ratio(each), each.ratio().figure()))
                .orElse(Field.none()));
        fields.add(
            comparison.map(each -> Field.text(verdict(each)).as(mark(each))).orElse(Field.none()));
      }
      rows.add(new Row(false, fields));
    }
    Map<String, Object> page = new LinkedHashMap<>();
    page.put("title", "Comparison");
    page.put("rule", RULE);
    page.put("remarks", remarks);
    page.put("patterns", "");
    page.put("table", new HtmlTable("comparison", "Operations per second", columns, rows));
    page.put("sides", sides.stream().map(this::card).toList());
    return HtmlPage.render("compare.mustache", page);
  }

  /** What a side was measured on; what the template sees. */
  record Card(String name, List<Facts> facts) {}

  private Card card(Side side) {
    List<Facts> facts = new ArrayList<>(Facts.asked(side.results()));
    side.results()
        .versions()
        .forEach((label, versions) -> facts.add(new Facts(label, String.join("; ", versions))));
    facts.addAll(Facts.where(side.results()));
    return new Card(side.name(), facts);
  }

  private static Field throughput(Cell cell) {
    if (usable(cell)) {
      return Field.number(
          ThroughputTable.figure(cell), cell.throughput().map(each -> each.median()).orElse(0.0));
    }
    return new Field(figure(cell), "-1", cell == null ? "number" : "number invalid", "");
  }

  private static String mark(Comparison comparison) {
    return switch (comparison.verdict()) {
      case FASTER -> "verdict holds";
      case SLOWER -> "verdict fails";
      case CANNOT_BE_TOLD_APART -> "verdict undecided";
    };
  }

  /** Writes {@code compare.csv}, {@code compare.md} and {@code compare.html}. */
  public void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("compare.csv"), toCsv());
    Files.writeString(folder.resolve("compare.md"), toMarkdown());
    Files.writeString(folder.resolve("compare.html"), toHtml());
  }
}
