package org.pmemycsb.harness.report;

import java.util.List;
import org.pmemycsb.harness.report.chart.Chart.Role;
import org.pmemycsb.harness.report.chart.SvgChart;

/**
 * A table of the page: it can be sorted by any column and copied.
 *
 * @param id unique in the page
 * @param caption what it shows
 * @param columns from left to right
 * @param rows as many fields in each as there are columns
 */
record HtmlTable(String id, String caption, List<Column> columns, List<Row> rows) {
  /** Of numbers, which stand to the right, or of text. */
  record Column(String text, boolean number) {
    static Column text(String text) {
      return new Column(text, false);
    }

    static Column number(String text) {
      return new Column(text, true);
    }

    String kind() {
      return number ? "number" : "text";
    }
  }

  /** A row; bounds stand behind the others in weight. */
  record Row(boolean bound, List<Field> fields) {
    static Row of(Field... fields) {
      return new Row(false, List.of(fields));
    }

    String kind() {
      return bound ? "bound" : "";
    }
  }

  /**
   * A field.
   *
   * @param text shown, and escaped where it is shown
   * @param sort the number to sort by; empty to sort by the text
   * @param kind classes of the style sheet
   * @param mark an {@code svg} element before the text; empty for none
   */
  record Field(String text, String sort, String kind, String mark) {
    static Field text(String text) {
      return new Field(text, "", "", "");
    }

    static Field number(String text, double sort) {
      return new Field(text, Double.toString(sort), "number", "");
    }

    static Field none() {
      return new Field("", "", "number", "");
    }

    static Field marked(String text, Role role, int style) {
      return new Field(text, "", "", SvgChart.swatch(role, style));
    }

    Field as(String more) {
      return new Field(text, sort, kind + " " + more, mark);
    }

    boolean sorted() {
      return !sort.isEmpty();
    }
  }

  /** Whether there are so many rows that one wants to filter them. */
  boolean large() {
    return rows.size() > 12;
  }
}
