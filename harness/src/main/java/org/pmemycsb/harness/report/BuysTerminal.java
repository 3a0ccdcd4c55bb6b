package org.pmemycsb.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.pmemycsb.harness.analysis.Buys;
import org.pmemycsb.harness.analysis.Buys.Ratio;
import org.pmemycsb.harness.report.format.PlainText;
import org.pmemycsb.harness.report.model.Note;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.model.Section.Form;
import org.pmemycsb.harness.report.model.Table;

/** {@link Buys} for a terminal: at most {@value #WIDTH} columns wide. */
final class BuysTerminal {
  private static final int WIDTH = 80;
  private static final int LONGEST_PHASE = 12;
  private static final String INDENT = "  ";
  private static final String READING =
      "medium: pmem over disk; software: variant over pmem; both: variant over disk.";

  private final Buys buys;
  private final BuysTables tables;

  BuysTerminal(Buys buys) {
    this.buys = buys;
    this.tables = new BuysTables(buys);
  }

  /** A section for each set of conditions, and one that explains them. */
  List<Section> sections() {
    List<Section> all = new ArrayList<>();
    tables
        .blocks()
        .forEach(
            (conditions, rows) -> {
              String title = BuysTables.TITLE.toLowerCase(Locale.ROOT) + ": " + conditions;
              all.add(Section.of("buys-section", title, "", lines(rows), Form.TERMINAL));
            });
    if (!all.isEmpty()) {
      List<String> notes =
          Stream.concat(
                  Stream.of(
                      "Operations per second, and ratios"
                          + (tables.bounded() ? " with their 95 % intervals below." : "."),
                      buys.onDisk() ? READING : "software: variant over pmem."),
                  BuysNotes.of(buys).stream().map(Note::text))
              .flatMap(text -> PlainText.wrapped(text, WIDTH, "").stream())
              .toList();
      all.add(Section.of("buys-notes", "", "", notes, Form.TERMINAL));
    }
    return all;
  }

  /** A narrow table, with the interval of each ratio below it. */
  private List<String> lines(List<Buys.Row> rows) {
    List<String> head = List.of("", "on disk", "on pmem", "medium", "variant", "software", "both");
    List<List<String>> table = new ArrayList<>();
    for (Buys.Row row : rows) {
      List<String> texts = new ArrayList<>(List.of(INDENT + shortened(row.key().phase())));
      tables.figures(row, false, "", BuysTables::times).forEach(field -> texts.add(field.text()));
      if (row.disk().isEmpty()) {
        Stream.of("on disk", "medium", "both").forEach(name -> texts.set(head.indexOf(name), ""));
      }
      table.add(texts);
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
    Table texts = Table.texts(head, table).columns(tables::kept);
    return headed(rows, PlainText.of(texts).lines().toList());
  }

  /** The lines of a table with the names of the databases above their rows, and remarks below. */
  private List<String> headed(List<Buys.Row> rows, List<String> texts) {
    List<String> all = new ArrayList<>(List.of(texts.get(0)));
    String last = "";
    for (int i = 0; i < rows.size(); i++) {
      String name = name(rows.get(i));
      if (!name.equals(last)) {
        all.addAll(PlainText.wrapped(name, WIDTH, INDENT));
        last = name;
      }
      all.add(texts.get(1 + 2 * i));
      if (!texts.get(2 + 2 * i).isBlank()) {
        all.add(texts.get(2 + 2 * i));
      }
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

  private static String interval(Optional<Ratio> ratio) {
    return ratio
        .filter(Ratio::bounded)
        .map(known -> BuysTables.number(known.low()) + "-" + BuysTables.number(known.high()))
        .orElse("");
  }
}
