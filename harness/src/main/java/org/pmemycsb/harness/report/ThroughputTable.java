package org.pmemycsb.harness.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.pmemycsb.harness.experiment.ByteSize;
import org.pmemycsb.harness.experiment.DatabaseChoice;
import org.pmemycsb.harness.experiment.RunnerKind;
import org.pmemycsb.harness.result.Cell;
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

  private record RowKey(
      String database, String runner, int threads, int valueSize, String durability) {}

  /** Rows and columns in the order in which the cells bring them up. */
  public static ThroughputTable of(List<Cell> cells) {
    Set<String> phases = new LinkedHashSet<>();
    Map<RowKey, Map<String, Cell>> byRow = new LinkedHashMap<>();
    for (Cell cell : cells) {
      Cell.Key key = cell.key();
      phases.add(key.phase());
      byRow
          .computeIfAbsent(
              new RowKey(
                  key.database(),
                  key.runner(),
                  key.threads(),
                  key.valueSizeBytes(),
                  key.durability()),
              row -> new LinkedHashMap<>())
          .put(key.phase(), cell);
    }
    boolean mixed = byRow.keySet().stream().map(RowKey::durability).distinct().count() > 1;
    List<String> header = new ArrayList<>(List.of("database", "threads", "value"));
    header.addAll(phases);
    List<List<String>> rows = new ArrayList<>();
    byRow.forEach(
        (key, byPhase) -> {
          List<String> row = new ArrayList<>();
          String name = name(key, byRow.keySet());
          row.add(mixed ? name + " (" + key.durability() + ")" : name);
          row.add(Integer.toString(key.threads()));
          row.add(ByteSize.format(key.valueSize()));
          phases.forEach(phase -> row.add(figure(byPhase.get(phase))));
          rows.add(row);
        });
    return new ThroughputTable(header, rows);
  }

  /** What bounds the others is named so. */
  private static String name(RowKey row, Set<RowKey> all) {
    if (row.runner().equals(RunnerKind.NATIVE.id())) {
      return row.database() + " native (ceiling)";
    }
    boolean alone = all.stream().map(RowKey::database).distinct().count() == 1;
    boolean floor = row.database().equals(DatabaseChoice.NOOP.label()) && !alone;
    boolean oneRunner =
        all.stream()
                .map(RowKey::runner)
                .filter(runner -> !runner.equals(RunnerKind.NATIVE.id()))
                .distinct()
                .count()
            == 1;
    String name = floor ? row.database() + " (floor)" : row.database();
    return oneRunner ? name : name + ", " + row.runner() + " runner";
  }

  private static String figure(Cell cell) {
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
    return "| "
        + String.join(" | ", fields.stream().map(f -> f.replace("|", "\\|")).toList())
        + " |\n";
  }
}
