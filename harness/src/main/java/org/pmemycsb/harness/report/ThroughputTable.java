package org.pmemycsb.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.pmemycsb.harness.experiment.ByteSize;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Unavailable;
import org.pmemycsb.harness.statistics.Estimate;

/**
 * The comparison as people read it: a row for each database and set of conditions, a column for
 * each phase, in operations per second.
 *
 * @param header names of the columns
 * @param rows as many fields in each as in the header
 */
public record ThroughputTable(List<String> header, List<List<String>> rows) {
  private static final String INVALID = "INVALID";
  private static final int LABELS = 3;

  /** Rows and columns in the order in which the cells bring them up. */
  public static ThroughputTable of(List<Cell> cells) {
    return of(cells, List.of());
  }

  /** The same, and below it a row without figures for each database that could not run. */
  public static ThroughputTable of(List<Cell> cells, List<Unavailable> unavailable) {
    Pivot pivot = Pivot.of(cells);
    List<String> header = new ArrayList<>(List.of("database", "threads", "value"));
    header.addAll(pivot.phases());
    List<List<String>> rows = new ArrayList<>();
    for (Pivot.Row each : pivot.rows()) {
      List<String> row = new ArrayList<>();
      row.add(each.name());
      row.add(Integer.toString(each.threads()));
      row.add(ByteSize.format(each.valueSize()));
      pivot.phases().forEach(phase -> row.add(figure(each.byPhase().get(phase))));
      rows.add(row);
    }
    for (Unavailable each : unavailable) {
      List<String> row = new ArrayList<>(List.of(each.database(), "", ""));
      pivot.phases().forEach(phase -> row.add("unavailable"));
      rows.add(row);
    }
    return new ThroughputTable(header, rows);
  }

  /** A cell as it stands in the table: the median, and half of its interval in percent. */
  static String figure(Cell cell) {
    if (cell == null) {
      return "";
    }
    if (!cell.valid()) {
      return INVALID;
    }
    return cell.throughput().map(ThroughputTable::figure).orElse("");
  }

  private static String figure(Estimate throughput) {
    String median = grouped(throughput.median());
    if (throughput.low().isEmpty() || throughput.high().isEmpty()) {
      return median;
    }
    double half = (throughput.high().getAsDouble() - throughput.low().getAsDouble()) / 2;
    return String.format(Locale.ROOT, "%s ±%.0f%%", median, 100 * half / throughput.median());
  }

  private static String grouped(double figure) {
    return String.format(Locale.ROOT, "%,.0f", figure);
  }

  /** For a terminal: columns in line, figures to the right. */
  public String toText() {
    int[] widths = new int[header.size()];
    List<List<String>> lines = new ArrayList<>();
    lines.add(header);
    lines.addAll(rows);
    for (List<String> line : lines) {
      for (int i = 0; i < line.size(); i++) {
        widths[i] = Math.max(widths[i], line.get(i).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> line : lines) {
      StringBuilder padded = new StringBuilder();
      for (int i = 0; i < line.size(); i++) {
        String format = i == 0 ? "%-" + widths[i] + "s" : "  %" + widths[i] + "s";
        padded.append(String.format(Locale.ROOT, format, line.get(i)));
      }
      text.append(padded.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  /** As a Markdown table. */
  public String toMarkdown() {
    StringBuilder text = new StringBuilder(markdownRow(header));
    List<String> rule = new ArrayList<>();
    for (int i = 0; i < header.size(); i++) {
      rule.add(i < LABELS - 2 ? "---" : "---:");
    }
    text.append(markdownRow(rule));
    rows.forEach(row -> text.append(markdownRow(row)));
    return text.toString();
  }

  private static String markdownRow(List<String> fields) {
    return "| " + String.join(" | ", fields.stream().map(Escape::markdown).toList()) + " |\n";
  }
}
