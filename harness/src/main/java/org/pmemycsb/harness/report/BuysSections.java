package org.pmemycsb.harness.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.analysis.Buys;
import org.pmemycsb.harness.analysis.Comparisons;
import org.pmemycsb.harness.plan.settings.Dimension;
import org.pmemycsb.harness.report.format.PlainText;
import org.pmemycsb.harness.report.model.Chart;
import org.pmemycsb.harness.report.model.Chart.Axis;
import org.pmemycsb.harness.report.model.Chart.Point;
import org.pmemycsb.harness.report.model.Chart.Scale;
import org.pmemycsb.harness.report.model.Chart.Series;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Note;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.model.Section.Output;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.model.Table.Column;
import org.pmemycsb.harness.report.model.Table.Columns;
import org.pmemycsb.harness.report.model.Table.Field;
import org.pmemycsb.harness.report.verdict.VerdictText;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Ratio;
import org.pmemycsb.harness.result.Ratio.Rule;

/** The tables and charts of {@link Buys}, for each kind of report. */
final class BuysSections {
  private static final String TITLE = "What persistent memory buys";
  private static final String CHARTS =
      " In the charts, marks above the line at 1 are faster. The scale is logarithmic.";

  private static final List<Dimension> CONDITIONS =
      Stream.concat(Dimension.ofGrid().stream(), Stream.of(Dimension.RUNNER)).toList();

  private static final int FEW = 4;
  private static final int LONGEST_PHASE = 12;
  private static final String INDENT = "  ";
  // Marks a ratio whose sides were in different states.
  private static final String OTHER_STATES = "!";

  private final Buys buys;
  private final Names names;
  private final List<String> disks;
  private final List<String> homes;
  private final List<String> variants;

  BuysSections(Buys buys, Names names) {
    this.buys = buys;
    this.names = names;
    this.disks = distinct(Buys.Row::disk);
    this.homes = distinct(Buys.Row::pmem);
    this.variants = distinct(row -> row.hasVariant() ? row.variant() + " of " + row.stock() : "");
  }

  /** The texts that are not empty, each once. */
  private List<String> distinct(Function<Buys.Row, String> part) {
    return buys.rows().stream().map(part).filter(text -> !text.isEmpty()).distinct().toList();
  }

  /** The sections of all outputs; none without a ratio. */
  List<Section> sections() {
    if (buys.rows().isEmpty()) {
      return List.of();
    }
    List<Section> all = new ArrayList<>();
    String reading = reading();
    all.add(Section.charts("buys", TITLE, reading + CHARTS, charts()).notes(notes()));
    Table full = full();
    all.add(Section.of("buys-section", full, Output.PAGE));
    all.add(
        Section.of("buys-section", full, Output.DOCUMENT)
            .titled(TITLE, full.title() + ". " + reading)
            .notes(notes()));
    blocks()
        .forEach(
            (conditions, rows) -> {
              all.add(Section.of("buys-section", paper(conditions, rows), Output.PAPER));
              String title = TITLE.toLowerCase(Locale.ROOT) + ": " + conditions;
              all.add(Section.of("buys-section", title, "", lines(rows), Output.TERMINAL));
            });
    return all;
  }

  private String reading() {
    return "PM is persistent memory. 2x is twice as fast."
        + (bounded() ? " Brackets hold the 95 % interval." : "")
        + (ratios().anyMatch(Ratio::isOfOtherStates)
            ? " ! Earlier workloads had written more to one side, so the ratio may come from that."
            : "")
        + (buys.rows().stream().anyMatch(Buys.Row::isMean)
            ? " A mean is the geometric mean of the workloads."
            : "");
  }

  private boolean bounded() {
    return ratios().anyMatch(Ratio::bounded);
  }

  private Stream<Ratio> ratios() {
    return buys.rows().stream().flatMap(Buys.Row::ratios);
  }

  private Map<String, List<Buys.Row>> blocks() {
    return Cells.grouped(buys.rows(), row -> conditions(row.key()));
  }

  private String conditions(Conditions key) {
    boolean oneRunner = distinct(row -> row.key().runner()).size() < 2;
    return CONDITIONS.stream()
        .filter(each -> each != Dimension.RUNNER || !oneRunner)
        .map(key::words)
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining(", "));
  }

  /** The reasons for missing ratios, each once with the rows to which it applies. */
  private List<String> reasons(List<Buys.Row> rows, Function<Buys.Row, String> where) {
    Map<String, Set<String>> all = new LinkedHashMap<>();
    for (Buys.Row row : rows) {
      for (String reason : buys.reasons(row)) {
        all.computeIfAbsent(reason, none -> new LinkedHashSet<>()).add(where.apply(row));
      }
    }
    return all.entrySet().stream()
        .map(each -> Plural.few(each.getValue(), FEW, ", ") + ": " + each.getKey())
        .toList();
  }

  private List<Note> notes() {
    boolean one = blocks().size() == 1;
    return reasons(
            buys.rows(), row -> row.key().phase() + (one ? "" : " (" + conditions(row.key()) + ")"))
        .stream()
        .map(text -> new Note(false, "Phase " + text + "."))
        .toList();
  }

  /** Every row, with the conditions that vary. */
  private Table full() {
    List<String> common = new ArrayList<>(List.of("Operations per second"));
    Columns<Buys.Row> columns = labels(BuysSections::both);
    for (Dimension each : CONDITIONS) {
      List<String> values =
          buys.rows().stream().map(row -> row.key().words(each)).distinct().toList();
      if (values.size() > 1) {
        boolean number = buys.rows().get(0).key().column(each) instanceof Integer;
        columns.add(
            number ? Column.number(each.word()) : Column.text(each.word()),
            row -> field(each, row.key().column(each)));
      } else if (each != Dimension.RUNNER && !values.get(0).isEmpty()) {
        common.add(values.get(0));
      }
    }
    return figures(columns, false).table("buys-table", String.join(", ", common), buys.rows());
  }

  private static Field field(Dimension dimension, Object value) {
    if (value instanceof Integer number) {
      return dimension == Dimension.VALUE_SIZE ? Field.bytes(number) : Field.whole(number);
    }
    return Field.text(value.toString());
  }

  private Table paper(String conditions, List<Buys.Row> rows) {
    return figures(labels(row -> variantsOf(row.stock()) == 1 ? row.stock() : both(row)), false)
        .table("buys", caption(conditions), rows);
  }

  private String caption(String conditions) {
    String standIns =
        buys.rows().stream()
            .flatMap(row -> VerdictText.standIn(row.home()).stream())
            .distinct()
            .collect(Collectors.joining(" "));
    return "%s: %s. Operations per second%s.%s %s"
        .formatted(
            TITLE,
            conditions,
            bounded() ? "; ratios with their 95\u202f% intervals" : "",
            variants.isEmpty() ? "" : " Variants: " + String.join(", ", variants) + ".",
            standIns)
        .strip();
  }

  private long variantsOf(String stock) {
    return buys.rows().stream()
        .filter(row -> row.stock().equals(stock))
        .map(Buys.Row::variant)
        .distinct()
        .count();
  }

  private static String both(Buys.Row row) {
    return row.hasVariant() ? row.stock() + ", " + row.variant() : row.stock();
  }

  /** The lines of a terminal: the names of the databases stand above their rows. */
  private List<String> lines(List<Buys.Row> rows) {
    Columns<Buys.Row> phases =
        new Columns<Buys.Row>()
            .text("ops/s", row -> INDENT + Figures.shortened(row.key().phase(), LONGEST_PHASE));
    List<String> texts = PlainText.beside(figures(phases, true).table("", "", rows));
    int heads = texts.size() - rows.size();
    List<String> all = new ArrayList<>(texts.subList(0, heads));
    String last = "";
    for (int i = 0; i < rows.size(); i++) {
      String name = name(rows.get(i));
      if (!name.equals(last)) {
        all.addAll(PlainText.wrapped(name, PlainText.WIDTH, INDENT));
        last = name;
      }
      all.add(texts.get(heads + i));
    }
    reasons(rows, row -> row.key().phase())
        .forEach(text -> all.addAll(PlainText.wrapped(text, PlainText.WIDTH, INDENT)));
    return all;
  }

  private static String name(Buys.Row row) {
    List<String> places = new ArrayList<>();
    if (!row.disk().isEmpty() && !row.disk().equals("disk")) {
      places.add("disk is place " + row.disk());
    }
    if (!row.pmem().equals("pmem")) {
      places.add("PM is place " + row.pmem());
    }
    return row.stock()
        + (row.hasVariant() ? " and " + row.variant() : "")
        + (places.isEmpty() ? "" : " (" + String.join(", ", places) + ")");
  }

  private static Columns<Buys.Row> labels(Function<Buys.Row, String> database) {
    return new Columns<Buys.Row>()
        .text("database", database)
        .text("phase", row -> row.key().phase());
  }

  /**
   * Adds the figures and ratios that some row has. With a variant, a line gives the reason if there
   * is no stock database on persistent memory.
   *
   * @param narrow for a terminal: names of places stand elsewhere
   */
  private Columns<Buys.Row> figures(Columns<Buys.Row> columns, boolean narrow) {
    String disk = narrow || disks.size() != 1 ? "on disk" : "@" + disks.get(0);
    String pmem = narrow || homes.size() > 1 ? "on PM" : "@" + homes.get(0);
    boolean nameDisk = !narrow && disks.size() > 1;
    boolean namePmem = !narrow && homes.size() > 1;
    boolean log = buys.withLog();
    boolean onDisk = buys.onDisk();
    boolean software = !variants.isEmpty();
    boolean stock = buys.onPmem() || software;
    Predicate<Buys.Row> any = row -> true;
    Predicate<Buys.Row> ofDisk = row -> !row.disk().isEmpty();
    Predicate<Buys.Row> ofVariant = Buys.Row::hasVariant;
    add(columns, onDisk, "stock\n" + disk, ofDisk, row -> figure(row.onDisk(), nameDisk));
    // In a narrow table, the ratio says the same.
    add(columns, log && !narrow, "log\n" + pmem, ofDisk, row -> figure(row.withLog(), false));
    add(columns, log, "log\nto PM", ofDisk, row -> ratio(row, Rule.LOG));
    add(columns, stock, "stock\n" + pmem, any, row -> figure(row.onPmem(), namePmem));
    add(columns, stock && onDisk, "disk to PM,\nunchanged", ofDisk, row -> ratio(row, Rule.MEDIUM));
    add(columns, software, "variant\n" + pmem, ofVariant, row -> figure(row.ofVariant(), namePmem));
    add(columns, software, "software\nfor PM", ofVariant, row -> ratio(row, Rule.SOFTWARE));
    add(columns, software && onDisk, "both", ofDisk.and(ofVariant), row -> ratio(row, Rule.BOTH));
    return columns;
  }

  private static void add(
      Columns<Buys.Row> columns,
      boolean wanted,
      String head,
      Predicate<Buys.Row> having,
      Function<Buys.Row, Field> field) {
    if (wanted) {
      columns.number(head, row -> having.test(row) ? field.apply(row) : Field.NONE);
    }
  }

  private static Field figure(Optional<Cell> cell, boolean placed) {
    if (cell.isEmpty()) {
      return Field.text("-");
    }
    if (!Comparisons.usable(cell.get())) {
      return Field.INVALID;
    }
    double rate = cell.get().rate().getAsDouble();
    return Field.number(
        Figures.grouped(rate) + (placed ? " @" + cell.get().key().place() : ""), rate);
  }

  private static Field ratio(Buys.Row row, Rule rule) {
    return row.ratio(rule)
        .map(
            known ->
                Field.number(
                        Figures.factor(known.figure())
                            + "x"
                            + (known.isOfOtherStates() ? OTHER_STATES : ""),
                        known.figure())
                    .within(
                        known.bounded()
                            ? Figures.factor(known.low()) + "-" + Figures.factor(known.high())
                            : ""))
        .orElse(Field.text("-"));
  }

  /** A chart for each stock database and its variant, by the conditions. */
  private Map<String, List<Chart>> charts() {
    Map<String, List<Chart>> all = new LinkedHashMap<>();
    blocks()
        .forEach(
            (conditions, rows) ->
                all.put(
                    conditions,
                    Cells.grouped(rows, this::pair).entrySet().stream()
                        .map(each -> chart(each.getKey() + ", " + conditions, each.getValue()))
                        .filter(chart -> !chart.series().isEmpty())
                        .toList()));
    return all;
  }

  private String pair(Buys.Row row) {
    String both = row.hasVariant() ? row.stock() + " and " + row.variant() : row.stock();
    return disks.size() > 1 || homes.size() > 1
        ? both + " @" + row.disk() + " @" + row.pmem()
        : both;
  }

  /**
   * The speed of the other cells of each row, as a multiple of that of the stock database on the
   * disk, or of that on persistent memory without one.
   */
  private Chart chart(String title, List<Buys.Row> rows) {
    boolean onDisk = rows.stream().anyMatch(row -> row.onDisk().isPresent());
    String base =
        rows.stream()
            .flatMap(row -> (onDisk ? row.onDisk() : row.onPmem()).stream())
            .map(cell -> names.series(cell.key()))
            .findFirst()
            .orElse("stock");
    return new Chart(
        Charts.id("buys", title),
        title,
        Axis.of("phase", rows.stream().map(row -> row.key().phase()).toList()),
        new Axis("times as fast as " + base, Scale.RATIO, List.of()),
        (onDisk ? Stream.of(Rule.LOG, Rule.MEDIUM, Rule.BOTH) : Stream.of(Rule.SOFTWARE))
            .flatMap(rule -> series(rows, rule).stream())
            .toList());
  }

  private Optional<Series> series(List<Buys.Row> rows, Rule rule) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      int at = i;
      rows.get(i)
          .ratio(rule)
          .map(known -> new Point(at, known.figure(), known.low(), known.high()))
          .ifPresent(points::add);
    }
    return rows.stream()
        .flatMap(row -> row.ratio(rule).stream())
        .findFirst()
        .map(any -> names.series(any.upper().key(), points));
  }
}
