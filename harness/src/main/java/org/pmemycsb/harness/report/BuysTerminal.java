package org.pmemycsb.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.pmemycsb.harness.analysis.Buys;
import org.pmemycsb.harness.report.format.PlainText;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.model.Section.Output;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.result.Ratio;

/** {@link Buys} for a terminal: at most {@value #WIDTH} columns wide. */
final class BuysTerminal {
  private static final int WIDTH = 80;
  private static final int LONGEST_PHASE = 12;
  private static final String INDENT = "  ";
  private static final int LABELS = 1;
  private static final List<List<String>> HEAD =
      List.of(
          List.of(
              "ops/s",
              "stock",
              "log",
              "log",
              "stock",
              "disk to PM,",
              "variant",
              "software",
              "both"),
          List.of("", "on disk", "on PM", "to PM", "on PM", "unchanged", "on PM", "for PM", ""));

  /** The ratios by the index of their figure. */
  private static final SortedMap<Integer, Function<Buys.Row, Optional<Ratio>>> RATIOS =
      new TreeMap<>(
          Map.of(
              2,
              Buys.Row::byLog,
              4,
              Buys.Row::byMedium,
              6,
              Buys.Row::bySoftware,
              7,
              Buys.Row::byBoth));

  private final BuysTables tables;

  BuysTerminal(Buys buys) {
    this.tables = new BuysTables(buys);
  }

  /** A section for each set of conditions. */
  List<Section> sections() {
    List<Section> all = new ArrayList<>();
    tables
        .blocks()
        .forEach(
            (conditions, rows) -> {
              String title = BuysTables.TITLE.toLowerCase(Locale.ROOT) + ": " + conditions;
              all.add(Section.of("buys-section", title, "", lines(rows), Output.TERMINAL));
            });
    return all;
  }

  /** A narrow table, with as many of the intervals, from the left, as fit. */
  private List<String> lines(List<Buys.Row> rows) {
    List<Function<Buys.Row, Optional<Ratio>>> bounded = new ArrayList<>(RATIOS.values());
    List<String> lines = headed(rows, table(rows, bounded));
    while (lines.stream().anyMatch(line -> line.length() > WIDTH) && !bounded.isEmpty()) {
      bounded.remove(bounded.size() - 1);
      lines = headed(rows, table(rows, bounded));
    }
    return lines;
  }

  /**
   * @param bounded the ratios that have their intervals
   */
  private List<String> table(
      List<Buys.Row> rows, List<Function<Buys.Row, Optional<Ratio>>> bounded) {
    List<List<String>> table = new ArrayList<>(HEAD);
    for (Buys.Row row : rows) {
      List<String> texts = new ArrayList<>(List.of(INDENT + shortened(row.key().phase())));
      tables.figures(row, false, "", BuysTables::times).forEach(field -> texts.add(field.figure()));
      RATIOS.forEach(
          (figure, ratio) -> {
            if (bounded.contains(ratio)) {
              int longest =
                  rows.stream()
                      .mapToInt(each -> interval(ratio.apply(each)).length())
                      .max()
                      .orElse(0);
              String end = longest == 0 ? "" : " %-" + longest + "s";
              texts.set(
                  LABELS + figure,
                  texts.get(LABELS + figure) + end.formatted(interval(ratio.apply(row))));
            }
          });
      if (row.disk().isEmpty()) {
        BuysTables.ON_DISK.forEach(figure -> texts.set(LABELS + figure, ""));
      }
      table.add(texts);
    }
    List<List<String>> kept = table.stream().map(this::kept).toList();
    return PlainText.of(Table.texts(kept.get(0), kept.subList(1, kept.size()))).lines().toList();
  }

  private List<String> kept(List<String> line) {
    return IntStream.range(0, line.size())
        // Its ratio says the same in a narrow table.
        .filter(i -> i != LABELS + BuysTables.LOG_FIGURE)
        .filter(i -> i < LABELS || tables.kept(i - LABELS))
        .mapToObj(line::get)
        .toList();
  }

  /** The lines of a table with the names of the databases above their rows, and remarks below. */
  private List<String> headed(List<Buys.Row> rows, List<String> texts) {
    List<String> all = new ArrayList<>(texts.subList(0, HEAD.size()));
    String last = "";
    for (int i = 0; i < rows.size(); i++) {
      String name = name(rows.get(i));
      if (!name.equals(last)) {
        all.addAll(PlainText.wrapped(name, WIDTH, INDENT));
        last = name;
      }
      all.add(texts.get(HEAD.size() + i));
    }
    tables
        .reasons(rows, row -> row.key().phase())
        .forEach(text -> all.addAll(PlainText.wrapped(text, WIDTH, INDENT)));
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

  private static String shortened(String phase) {
    return phase.length() <= LONGEST_PHASE ? phase : phase.substring(0, LONGEST_PHASE - 1) + "…";
  }

  private static String interval(Optional<Ratio> ratio) {
    return ratio
        .filter(Ratio::bounded)
        .map(known -> Figures.factor(known.low()) + "-" + Figures.factor(known.high()))
        .orElse("");
  }
}
