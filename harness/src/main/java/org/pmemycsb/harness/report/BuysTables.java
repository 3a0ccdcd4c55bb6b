package org.pmemycsb.harness.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.harness.analysis.Buys;
import org.pmemycsb.harness.analysis.Comparisons;
import org.pmemycsb.harness.plan.design.ByteSize;
import org.pmemycsb.harness.plan.settings.Dimension;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Note;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.model.Section.Output;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.model.Table.Column;
import org.pmemycsb.harness.report.model.Table.Field;
import org.pmemycsb.harness.report.tables.RestartTables;
import org.pmemycsb.harness.report.verdict.StandIn;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Ratio;

/** The tables of {@link Buys}, for each kind of report. */
final class BuysTables {
  static final String TITLE = "What persistent memory buys";

  static final String LOG = "log to PM";
  static final String MEDIUM = "disk to PM, unchanged";
  static final String SOFTWARE = "software for PM";
  static final String BOTH = "both";

  /** Conditions that rows may have in common. */
  private static final List<Dimension> CONDITIONS =
      Stream.concat(Dimension.ofGrid().stream(), Stream.of(Dimension.RUNNER)).toList();

  private static final int FEW = 4;
  // Marks a ratio whose sides were in different states.
  private static final String OTHER_STATES = "!";

  // Indices into the figures of a row.
  static final int LOG_FIGURE = 1;
  static final Set<Integer> ON_DISK = Set.of(0, LOG_FIGURE, 2, 4, 7);
  private static final Set<Integer> WITH_LOG = Set.of(LOG_FIGURE, 2);
  private static final Set<Integer> ON_PMEM = Set.of(3, 4);
  private static final Set<Integer> OF_VARIANT = Set.of(5, 6, 7);

  private final Buys buys;
  private final boolean oneDisk;
  private final boolean onePmem;
  private final boolean oneRunner;

  BuysTables(Buys buys) {
    this.buys = buys;
    this.oneDisk = distinct(Buys.Row::disk).stream().filter(disk -> !disk.isEmpty()).count() < 2;
    this.onePmem = distinct(Buys.Row::pmem).size() < 2;
    this.oneRunner = distinct(row -> row.key().runner()).size() < 2;
  }

  private List<String> distinct(Function<Buys.Row, String> part) {
    return buys.rows().stream().map(part).distinct().toList();
  }

  /** The first sections of the page, the document and the paper. */
  List<Section> first(Names names) {
    if (buys.rows().isEmpty()) {
      return List.of();
    }
    String reading =
        "PM is persistent memory. 2x is twice as fast."
            + (bounded() ? " Brackets hold the 95 % interval." : "")
            + (ratios().anyMatch(Ratio::isOfOtherStates)
                ? " ! Earlier workloads had written more to one side, so the ratio may come from"
                    + " that."
                : "")
            + (buys.rows().stream().anyMatch(Buys.Row::isMean)
                ? " A mean is the geometric mean of the workloads."
                : "");
    List<Section> all = new ArrayList<>();
    List<Section.Group> charts = new BuysCharts(this, names).groups();
    all.add(Section.charts("buys", TITLE, reading + BuysCharts.READING, charts).notes(notes()));
    Table full = full();
    all.add(Section.of("buys-section", full, Output.PAGE));
    all.add(
        Section.of("buys-section", full, Output.DOCUMENT)
            .titled(TITLE, full.title() + ". " + reading)
            .notes(notes()));
    blocks()
        .forEach(
            (conditions, rows) ->
                all.add(Section.of("buys-section", paper(conditions, rows), Output.PAPER)));
    return all;
  }

  /** Whether any ratio has an interval. */
  boolean bounded() {
    return ratios().anyMatch(Ratio::bounded);
  }

  private Stream<Ratio> ratios() {
    return buys.rows().stream()
        .flatMap(row -> Stream.of(row.byLog(), row.byMedium(), row.bySoftware(), row.byBoth()))
        .flatMap(Optional::stream);
  }

  /** The rows, grouped by their common conditions. */
  Map<String, List<Buys.Row>> blocks() {
    return Cells.grouped(buys.rows(), row -> conditions(row.key()));
  }

  private String conditions(Conditions key) {
    return CONDITIONS.stream()
        .filter(each -> each != Dimension.RUNNER || !oneRunner)
        .map(key::words)
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining(", "));
  }

  private static Column column(Dimension dimension) {
    return Set.of(Dimension.MACHINES, Dimension.THREADS, Dimension.VALUE_SIZE).contains(dimension)
        ? Column.number(dimension.word())
        : Column.text(dimension.word());
  }

  private static Field field(Dimension dimension, Conditions key) {
    Object value = key.column(dimension);
    if (value instanceof Integer number) {
      return dimension == Dimension.VALUE_SIZE
          ? Field.number(ByteSize.format(number), number)
          : Field.whole(number);
    }
    return Field.text(value.toString());
  }

  /** The reasons for missing ratios, each once with the rows to which it applies. */
  List<String> reasons(List<Buys.Row> rows, Function<Buys.Row, String> where) {
    Map<String, Set<String>> all = new LinkedHashMap<>();
    rows.forEach(
        row ->
            buys.reasons(row)
                .forEach(
                    reason ->
                        all.computeIfAbsent(reason, none -> new LinkedHashSet<>())
                            .add(where.apply(row))));
    return all.entrySet().stream()
        .map(each -> several(each.getValue()) + ": " + each.getKey())
        .toList();
  }

  private static String several(Set<String> all) {
    String first = all.stream().limit(FEW).collect(Collectors.joining(", "));
    return all.size() <= FEW ? first : first + " and " + (all.size() - FEW) + " more";
  }

  private List<Note> notes() {
    boolean one = blocks().size() == 1;
    List<Note> all = new ArrayList<>();
    reasons(buys.rows(), row -> row.key().phase() + (one ? "" : " (" + conditions(row.key()) + ")"))
        .forEach(text -> all.add(new Note(false, "Phase " + text + ".")));
    RestartTables.sentence(buys.restarts()).ifPresent(text -> all.add(new Note(false, text)));
    return all;
  }

  /** Every row, with the conditions that vary. */
  private Table full() {
    List<String> common = new ArrayList<>(List.of("Operations per second"));
    List<Dimension> varying = new ArrayList<>();
    for (Dimension each : CONDITIONS) {
      List<String> values = distinct(row -> row.key().words(each));
      if (values.size() > 1) {
        varying.add(each);
      } else if (each != Dimension.RUNNER && !values.get(0).isEmpty()) {
        common.add(values.get(0));
      }
    }
    Stream<Column> labels =
        Stream.concat(
            Stream.of(
                Column.text(variants().isEmpty() ? "database" : "stock, variant"),
                Column.text("phase")),
            varying.stream().map(BuysTables::column));
    return new Table(
            "buys-table",
            String.join(", ", common),
            false,
            columns(labels.toList()),
            buys.rows().stream().map(row -> full(row, varying)).toList())
        .columns(this::kept);
  }

  private Table.Row full(Buys.Row row, List<Dimension> varying) {
    Stream<Field> labels =
        Stream.concat(
            Stream.of(Field.text(both(row)), Field.text(row.key().phase())),
            varying.stream().map(each -> field(each, row.key())));
    Stream<Field> figures = figures(row, true, onePmem ? "" : row.pmem(), BuysTables::times);
    return new Table.Row(false, Stream.concat(labels, figures).toList());
  }

  /** Label columns, followed by the columns of the figures. */
  private List<Column> columns(List<Column> labels) {
    return Stream.concat(labels.stream(), heads().stream().map(Column::number)).toList();
  }

  private List<String> heads() {
    return List.of(
        stockOn(diskName()),
        logHead(),
        LOG,
        stockOn(pmemName()),
        MEDIUM,
        variantHead(),
        SOFTWARE,
        BOTH);
  }

  /**
   * The figures of a row: on a disk, with the log on pmem, log, on pmem, medium, variant, software,
   * both.
   */
  Stream<Field> figures(
      Buys.Row row, boolean placed, String ofVariant, Function<Ratio, String> text) {
    return Stream.of(
        figure(row.onDisk(), !placed || oneDisk ? "" : row.disk()),
        figure(row.withLog(), ""),
        ratio(row.byLog(), text),
        figure(row.onPmem(), !placed || onePmem ? "" : row.pmem()),
        ratio(row.byMedium(), text),
        row.hasVariant() ? figure(row.ofVariant(), ofVariant) : Field.NONE,
        row.hasVariant() ? ratio(row.bySoftware(), text) : Field.NONE,
        row.hasVariant() ? ratio(row.byBoth(), text) : Field.NONE);
  }

  /**
   * Leaves out the columns that need a stock database on a disk, one with its log apart, one on
   * persistent memory, or a variant, if there is none. With a variant, a line gives the reason why
   * there is none on persistent memory.
   */
  private boolean kept(Column column) {
    return kept(heads().indexOf(column.text()));
  }

  /** Whether the figure with this index is shown; labels have -1. */
  boolean kept(int figure) {
    return (buys.onDisk() || !ON_DISK.contains(figure))
        && (buys.withLog() || !WITH_LOG.contains(figure))
        && (buys.onPmem() || !variants().isEmpty() || !ON_PMEM.contains(figure))
        && (!variants().isEmpty() || !OF_VARIANT.contains(figure));
  }

  private List<String> variants() {
    return buys.rows().stream()
        .filter(Buys.Row::hasVariant)
        .map(row -> row.variant() + " of " + row.stock())
        .distinct()
        .toList();
  }

  /** The table of a paper, for rows with the same conditions. */
  private Table paper(String conditions, List<Buys.Row> rows) {
    List<Table.Row> lines =
        rows.stream().map(row -> new Table.Row(false, paper(row).toList())).toList();
    return Table.grid(
            "buys", caption(conditions), columns(Column.texts("database", "phase")), lines)
        .columns(this::kept);
  }

  private Stream<Field> paper(Buys.Row row) {
    String database = variantsOf(row.stock()) == 1 ? row.stock() : both(row);
    return Stream.concat(
        Stream.of(Field.text(database), Field.text(row.key().phase())),
        // The LaTeX writer has its own dash for a missing figure.
        figures(row, true, "", BuysTables::plain)
            .map(field -> field.text().equals("-") ? Field.NONE : field));
  }

  private String caption(String conditions) {
    String variants = String.join(", ", variants());
    String standIns =
        buys.rows().stream()
            .flatMap(row -> StandIn.of(row.home()).stream())
            .distinct()
            .collect(Collectors.joining(" "));
    return "%s: %s. Operations per second%s.%s %s"
        .formatted(
            TITLE,
            conditions,
            bounded() ? "; ratios with their 95\u202f% intervals" : "",
            variants.isEmpty() ? "" : " Variants: " + variants + ".",
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

  String logHead() {
    return "log " + pmemName();
  }

  static String stockOn(String place) {
    return "stock " + place;
  }

  /** The name of the place on a disk, if there is one such place. */
  String diskName() {
    return oneDisk && buys.onDisk()
        ? "@" + distinct(Buys.Row::disk).stream().filter(disk -> !disk.isEmpty()).findFirst().get()
        : "on disk";
  }

  String pmemName() {
    return onePmem ? "@" + pmem() : "on PM";
  }

  private String pmem() {
    return buys.rows().get(0).pmem();
  }

  String variantHead() {
    return "variant " + pmemName();
  }

  boolean severalPlaces() {
    return !oneDisk || !onePmem;
  }

  private static Field figure(Optional<Cell> cell, String place) {
    if (cell.isEmpty()) {
      return Field.text("-");
    }
    if (!Comparisons.usable(cell.get())) {
      return Field.INVALID;
    }
    double median = cell.get().throughput().estimate().get().figure();
    String at = place.isEmpty() ? "" : " @" + place;
    return Field.number(Figures.grouped(median) + at, median);
  }

  private static Field ratio(Optional<Ratio> ratio, Function<Ratio, String> text) {
    return ratio
        .map(known -> Field.number(text.apply(known), known.figure()).within(interval(known)))
        .orElse(Field.text("-"));
  }

  /** {@code 28x}. */
  static String times(Ratio ratio) {
    return Figures.factor(ratio.figure()) + "x" + mark(ratio);
  }

  private static String mark(Ratio ratio) {
    return ratio.isOfOtherStates() ? OTHER_STATES : "";
  }

  private static String plain(Ratio ratio) {
    return Figures.factor(ratio.figure()) + mark(ratio);
  }

  private static String interval(Ratio ratio) {
    return ratio.bounded()
        ? Figures.factor(ratio.low()) + " to " + Figures.factor(ratio.high())
        : "";
  }
}
