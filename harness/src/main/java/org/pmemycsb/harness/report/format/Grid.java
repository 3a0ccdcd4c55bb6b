package org.pmemycsb.harness.report.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.model.Table.Column;
import org.pmemycsb.harness.report.model.Table.Field;
import org.pmemycsb.harness.report.model.Table.Row;

/** A table as the templates see it. Readers of the page can sort, filter and copy it. */
public record Grid(Table table, List<Line> lines) {
  private static final int LARGE = 12;

  // More do not fit on a page of a paper; an interval takes a line of its own.
  private static final int ROWS = 36;
  private static final int BOUNDED_ROWS = 24;
  private static final int COLUMNS = 6;

  public record Line(boolean bound, List<Entry> entries) {
    public boolean bounded() {
      return entries.stream().anyMatch(entry -> !entry.field.interval().isEmpty());
    }
  }

  static Grid of(Table table) {
    return new Grid(table, table.rows().stream().map(row -> line(table, row)).toList());
  }

  private static Line line(Table table, Row row) {
    return new Line(
        row.bound(),
        IntStream.range(0, table.columns().size())
            .mapToObj(i -> new Entry(table.columns().get(i), row.fields().get(i)))
            .toList());
  }

  /** A table that is too long or too wide is continued in another one, with the same labels. */
  static List<Grid> pages(Table table) {
    int all = table.columns().size();
    int most =
        table.columns().stream().anyMatch(Column::broken)
            ? ROWS / 3
            : table.bounded() ? BOUNDED_ROWS : ROWS;
    List<Grid> pages = new ArrayList<>();
    for (int row = 0; row < table.rows().size(); row += most) {
      List<Row> rows = table.rows().subList(row, Math.min(table.rows().size(), row + most));
      for (int from = table.labels(); from < all; from += COLUMNS) {
        pages.add(of(table.rows(rows).columns(from, Math.min(all, from + COLUMNS))));
      }
    }
    return pages;
  }

  /** Whether there are enough rows for a filter. */
  public boolean large() {
    return lines.size() > LARGE;
  }

  /** A field and its column. */
  public record Entry(Column column, Field field) {
    /** Classes of the style sheet. */
    public String kind() {
      String mark = field.mark().name().toLowerCase(Locale.ROOT);
      String kind =
          switch (field.mark()) {
            case NONE -> "";
            case FASTEST, INVALID -> " " + mark;
            case HOLDS, FAILS, UNDECIDED -> " verdict " + mark;
          };
      return ((column.number() ? "number" : "") + kind).strip();
    }

    /** The number to sort by; empty to sort by the text. */
    public String sort() {
      return field.sort().map(Object::toString).orElse("");
    }

    /** An {@code svg} element before the text; empty for none. */
    public String swatch() {
      return field.swatch().map(each -> SvgChart.swatch(true, each.role(), each.look())).orElse("");
    }

    /** Whether the text is a judgement, which papers set in small capitals. */
    public boolean stated() {
      return switch (field.mark()) {
        case NONE, FASTEST -> false;
        case INVALID, HOLDS, FAILS, UNDECIDED -> true;
      };
    }

    public String word() {
      return field.figure().toLowerCase(Locale.ROOT);
    }

    /** Whether a paper has a dash for a figure. */
    public boolean lacking() {
      return column.number() && (field.figure().isEmpty() || field.figure().equals("-"));
    }

    /** The interval with the dash of a range. */
    public String ends() {
      return field.interval().replace('-', '–');
    }
  }
}
