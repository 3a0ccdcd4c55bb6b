package org.pmemycsb.harness.report.format;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.model.Table.Field;

/** A table as the template sees it. Readers can sort, filter and copy it. */
public record HtmlTable(String id, String caption, List<Head> columns, List<Line> rows) {
  private static final int LARGE = 12;

  /** A column; its kind is a class of the style sheet. */
  public record Head(String text, String kind) {}

  public record Line(String kind, List<Data> fields) {}

  /**
   * @param interval after the text, in a line of its own where there is no room; empty for none
   * @param sort the number to sort by; empty to sort by the text
   * @param kind classes of the style sheet
   * @param link path of a file that the text opens; empty for none
   * @param mark an {@code svg} element before the text; empty for none
   */
  public record Data(
      String text, String interval, String sort, String kind, String link, String mark) {}

  public static HtmlTable of(Table table) {
    List<Head> columns =
        table.columns().stream()
            .map(column -> new Head(column.text(), column.number() ? "number" : "text"))
            .toList();
    return new HtmlTable(
        table.id(),
        table.title(),
        columns,
        table.rows().stream()
            .map(
                row ->
                    new Line(
                        row.bound() ? "bound" : "",
                        IntStream.range(0, columns.size())
                            .mapToObj(
                                i -> data(row.fields().get(i), table.columns().get(i).number()))
                            .toList()))
            .toList());
  }

  private static Data data(Field field, boolean number) {
    String mark = field.mark().name().toLowerCase(Locale.ROOT);
    String kind =
        switch (field.mark()) {
          case NONE -> "";
          case FASTEST, INVALID -> " " + mark;
          case HOLDS, FAILS, UNDECIDED -> " verdict " + mark;
        };
    return new Data(
        field.figure(),
        field.interval(),
        field.sort().map(Object::toString).orElse(""),
        ((number ? "number" : "") + kind).strip(),
        field.link(),
        field.swatch().map(each -> SvgChart.swatch(true, each.role(), each.look())).orElse(""));
  }

  /** Whether there are enough rows for a filter. */
  public boolean large() {
    return rows.size() > LARGE;
  }
}
