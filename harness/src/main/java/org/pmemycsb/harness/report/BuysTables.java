package org.pmemycsb.harness.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.harness.experiment.ByteSize;
import org.pmemycsb.harness.report.Buys.Ratio;
import org.pmemycsb.harness.report.Section.Form;
import org.pmemycsb.harness.report.Table.Column;
import org.pmemycsb.harness.report.Table.Field;
import org.pmemycsb.harness.report.chart.Figures;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;

/** The tables of {@link Buys}, as long and as short as each report wants them. */
final class BuysTables {
  static final String TITLE = "What persistent memory buys";

  private static final int TERMINAL = 80;
  private static final int LONGEST_PHASE = 12;
  private static final String INDENT = "  ";

  private static final String READING =
      "A stock database on a disk, the same on the place of its variant, and the variant there."
          + " Medium: the stock database is so many times as fast on the variant's place as on the"
          + " disk. Software: the variant is so many times as fast as the stock database on the"
          + " same place. Both: the variant there over the stock database on the disk.";
  private static final String SOFTWARE_READING =
      "A stock database and its variant on the same place. Software: the variant is so many times"
          + " as fast as the stock database.";

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

  /** What comes first in the page, the document and the paper. */
  List<Section> first() {
    if (buys.rows().isEmpty()) {
      return List.of();
    }
    String reading = (buys.onDisk() ? READING : SOFTWARE_READING) + brackets();
    List<Section> all = new ArrayList<>();
    all.add(
        Section.charts("buys", TITLE, reading + BuysCharts.reading(buys), BuysCharts.of(this, buys))
            .notes(buys.notes()));
    all.add(Section.of("buys-section", full(), Form.PAGE));
    all.add(
        Section.of("buys-section", full(), Form.DOCUMENT)
            .titled(TITLE, reading)
            .notes(buys.notes()));
    blocks()
        .forEach(
            (conditions, rows) ->
                all.add(Section.of("buys-section", paper(conditions, rows), Form.PAPER)));
    return all;
  }

  /** What comes last in a terminal. */
  List<Section> last() {
    List<Section> all = new ArrayList<>();
    blocks()
        .forEach(
            (conditions, rows) -> {
              String title = TITLE.toLowerCase(Locale.ROOT) + ": " + conditions;
              all.add(Section.of("buys-section", title, "", lines(rows), Form.TERMINAL));
            });
    if (!all.isEmpty()) {
      List<String> notes =
          Stream.concat(
                  Stream.of("Operations per second; below a ratio, its 95 % interval."),
                  buys.notes().stream().map(Notes.Note::text))
              .flatMap(text -> wrapped(text, "").stream())
              .toList();
      all.add(Section.of("buys-notes", "", "", notes, Form.TERMINAL));
    }
    return all;
  }

  private String brackets() {
    return ratios().anyMatch(Ratio::bounded) ? " In brackets stand the 95 % intervals." : "";
  }

  private Stream<Ratio> ratios() {
    return buys.rows().stream()
        .flatMap(row -> Stream.of(row.byMedium(), row.bySoftware(), row.byBoth()))
        .flatMap(Optional::stream);
  }

  /** Rows that differ in database, place and phase only, by what they have in common. */
  Map<String, List<Buys.Row>> blocks() {
    return buys.rows().stream()
        .collect(
            Collectors.groupingBy(
                row -> conditions(row.key()), LinkedHashMap::new, Collectors.toList()));
  }

  private String conditions(Conditions key) {
    return (key.threads() == 1 ? "1 thread" : key.threads() + " threads")
        + ", "
        + ByteSize.format(key.valueSizeBytes())
        + " values, durability "
        + key.durability()
        + (oneRunner ? "" : ", " + key.runner() + " runner");
  }

  /** Every row with its conditions. */
  private Table full() {
    List<Column> columns =
        new ArrayList<>(
            List.of(
                Column.text("stock"),
                Column.text("variant"),
                Column.text("phase"),
                Column.number("threads"),
                Column.number("value"),
                Column.text("durability"),
                Column.text("runner"),
                Column.number(diskHead()),
                Column.number(pmemHead()),
                Column.number("medium"),
                Column.number(variantHead()),
                Column.number("software"),
                Column.number("both"),
                Column.text("remark")));
    List<Table.Row> rows =
        buys.rows().stream()
            .map(
                row ->
                    Table.Row.of(
                        Field.text(row.stock()),
                        Field.text(row.variant()),
                        Field.text(row.key().phase()),
                        Field.whole(row.key().threads()),
                        Field.number(
                            ByteSize.format(row.key().valueSizeBytes()),
                            row.key().valueSizeBytes()),
                        Field.text(row.key().durability()),
                        Field.text(row.key().runner()),
                        figure(row.onDisk(), oneDisk ? "" : row.disk()),
                        figure(row.onPmem(), onePmem ? "" : row.pmem()),
                        ratio(row.byMedium(), BuysTables::inBrackets),
                        figure(row.ofVariant(), onePmem ? "" : row.pmem()),
                        ratio(row.bySoftware(), BuysTables::inBrackets),
                        ratio(row.byBoth(), BuysTables::inBrackets),
                        Field.text(String.join("; ", buys.reasons(row)))))
            .toList();
    boolean remarks = rows.stream().anyMatch(row -> !row.fields().get(13).text().isEmpty());
    return Table.of(
            "buys-table",
            "Operations per second, and how many times as fast one is as the other",
            columns,
            rows)
        .columns(
            column ->
                switch (column.text()) {
                  case "runner" -> !oneRunner;
                  case "remark" -> remarks;
                  case "medium", "both" -> buys.onDisk();
                  default -> buys.onDisk() || !column.text().equals(diskHead());
                });
  }

  /** The same for a paper, of rows with the same conditions. */
  private Table paper(String conditions, List<Buys.Row> rows) {
    List<Table.Row> lines =
        rows.stream()
            .map(
                row ->
                    Table.Row.of(
                        Field.text(variantsOf(row.stock()) == 1 ? row.stock() : both(row)),
                        Field.text(row.key().phase()),
                        figure(row.onDisk(), oneDisk ? "" : row.disk()),
                        figure(row.onPmem(), onePmem ? "" : row.pmem()),
                        ratio(row.byMedium(), BuysTables::plain),
                        figure(row.ofVariant(), ""),
                        ratio(row.bySoftware(), BuysTables::plain),
                        ratio(row.byBoth(), BuysTables::plain)))
            .toList();
    Table table =
        Table.grid(
            "buys",
            caption(conditions),
            List.of(
                Column.text("database"),
                Column.text("phase"),
                Column.number(diskHead()),
                Column.number(pmemHead()),
                Column.number("medium"),
                Column.number("variant"),
                Column.number("software"),
                Column.number("both")),
            lines);
    return table.columns(
        column -> buys.onDisk() || !List.of("medium", "both", diskHead()).contains(column.text()));
  }

  private String caption(String conditions) {
    String variants =
        buys.rows().stream()
            .map(row -> row.variant() + " of " + row.stock())
            .distinct()
            .collect(Collectors.joining(", "));
    String notes = buys.notes().stream().map(Notes.Note::text).collect(Collectors.joining(" "));
    return "%s: %s. Operations per second; ratios with their 95\u202f%% intervals. %sVariants: %s. %s"
        .formatted(
            TITLE,
            conditions,
            buys.onDisk()
                ? "Medium: stock database on %s over the same on %s. Software: variant over stock on"
                        .formatted(pmemName(), diskName())
                    + " one place. Both: variant over stock on %s. ".formatted(diskName())
                : "",
            variants,
            notes)
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
    return row.stock() + ", " + row.variant();
  }

  /** For a terminal: narrow, with the interval of each ratio below it. */
  private List<String> lines(List<Buys.Row> rows) {
    List<String> head = List.of("", "on disk", "on pmem", "medium", "variant", "software", "both");
    List<List<String>> table = new ArrayList<>();
    for (Buys.Row row : rows) {
      table.add(
          List.of(
              INDENT + shortened(row.key().phase()),
              row.disk().isEmpty() ? "" : figure(row.onDisk(), "").text(),
              figure(row.onPmem(), "").text(),
              row.disk().isEmpty() ? "" : ratio(row.byMedium(), BuysTables::times).text(),
              figure(row.ofVariant(), "").text(),
              ratio(row.bySoftware(), BuysTables::times).text(),
              row.disk().isEmpty() ? "" : ratio(row.byBoth(), BuysTables::times).text()));
      table.add(
          List.of(
              "",
              "",
              "",
              interval(row.byMedium()),
              "",
              interval(row.bySoftware()),
              interval(row.byBoth())));
    }
    Table texts =
        Table.texts(head, table)
            .columns(
                column ->
                    buys.onDisk() || !List.of("on disk", "medium", "both").contains(column.text()));
    return headed(rows, PlainText.of(texts).lines().toList());
  }

  /** The lines of a table with the names of the databases above their rows, and remarks below. */
  private List<String> headed(List<Buys.Row> rows, List<String> texts) {
    List<String> all = new ArrayList<>(List.of(texts.get(0)));
    String last = "";
    for (int i = 0; i < rows.size(); i++) {
      String name = name(rows.get(i));
      if (!name.equals(last)) {
        all.addAll(wrapped(name, INDENT));
        last = name;
      }
      all.add(texts.get(1 + 2 * i));
      if (!texts.get(2 + 2 * i).isBlank()) {
        all.add(texts.get(2 + 2 * i));
      }
    }
    for (Buys.Row row : rows) {
      for (String reason : buys.reasons(row)) {
        all.addAll(wrapped(row.key().phase() + ": " + reason, INDENT));
      }
    }
    return all;
  }

  private static String name(Buys.Row row) {
    List<String> places = new ArrayList<>();
    if (!row.disk().isEmpty() && !row.disk().equals("disk")) {
      places.add("disk is place " + row.disk());
    }
    if (!row.pmem().equals("pmem")) {
      places.add("pmem is place " + row.pmem());
    }
    return row.stock()
        + " and "
        + row.variant()
        + (places.isEmpty() ? "" : " (" + String.join(", ", places) + ")");
  }

  private static String shortened(String phase) {
    return phase.length() <= LONGEST_PHASE ? phase : phase.substring(0, LONGEST_PHASE - 1) + "…";
  }

  private static List<String> wrapped(String text, String indent) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ")) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > TERMINAL) {
        lines.add(line.toString());
        line.setLength(0);
        line.append(indent);
      }
      line.append(line.toString().isBlank() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }

  /** The only place on a disk, or what the places are. */
  private String diskName() {
    return oneDisk && buys.onDisk()
        ? "@" + distinct(Buys.Row::disk).stream().filter(disk -> !disk.isEmpty()).findFirst().get()
        : "disk";
  }

  private String pmemName() {
    return onePmem ? "@" + pmem() : "pmem";
  }

  private String pmem() {
    return buys.rows().get(0).pmem();
  }

  String diskHead() {
    return "stock " + diskName();
  }

  String pmemHead() {
    return "stock " + pmemName();
  }

  String variantHead() {
    return onePmem ? "variant @" + pmem() : "variant on pmem";
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
    double median = cell.get().throughput().get().median();
    String at = place.isEmpty() ? "" : " @" + place;
    return Field.number(Figures.grouped(median) + at, median);
  }

  private static Field ratio(Optional<Ratio> ratio, Function<Ratio, String> text) {
    return ratio
        .map(known -> Field.number(text.apply(known), known.figure()))
        .orElse(Field.text("-"));
  }

  /** {@code 28x}. */
  static String times(Ratio ratio) {
    return number(ratio.figure()) + "x";
  }

  private static String inBrackets(Ratio ratio) {
    return times(ratio)
        + (ratio.bounded() ? " [" + number(ratio.low()) + " to " + number(ratio.high()) + "]" : "");
  }

  private static String plain(Ratio ratio) {
    return number(ratio.figure())
        + (ratio.bounded() ? " [" + number(ratio.low()) + ", " + number(ratio.high()) + "]" : "");
  }

  private static String interval(Optional<Ratio> ratio) {
    return ratio
        .filter(Ratio::bounded)
        .map(known -> number(known.low()) + "-" + number(known.high()))
        .orElse("");
  }

  private static String number(OptionalDouble figure) {
    return number(figure.getAsDouble());
  }

  // Two digits that count, and near 1 three of them: 1.04 and 0.96 are not the same.
  private static String number(double figure) {
    String format = figure >= 10 ? "%,.0f" : figure >= 2 ? "%.1f" : figure >= 0.1 ? "%.2f" : "%.2g";
    return String.format(Locale.ROOT, format, figure);
  }
}
