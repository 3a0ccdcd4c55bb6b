package org.pmemycsb.harness.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.pmemycsb.harness.report.Table.Column;
import org.pmemycsb.harness.report.Table.Field;

/** Tables for a terminal. */
public final class PlainText {
  private PlainText() {}

  /** Columns in line: the first to the left; figures, and all columns of a grid, to the right. */
  public static String of(Table table) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(table.columns().stream().map(Column::text).toList());
    table.rows().forEach(row -> lines.add(row.fields().stream().map(Field::text).toList()));
    List<String> formats = new ArrayList<>();
    for (int i = 0; i < table.columns().size(); i++) {
      int column = i;
      int width = lines.stream().mapToInt(line -> line.get(column).length()).max().orElse(0);
      boolean right = i > 0 && (table.grid() || table.columns().get(i).number());
      formats.add((i == 0 ? "" : "  ") + "%" + (right ? "" : "-") + Math.max(1, width) + "s");
    }
    String format = String.join("", formats);
    return lines.stream()
        .map(line -> format.formatted(line.toArray()).stripTrailing() + "\n")
        .collect(Collectors.joining());
  }

  /** What a terminal shows of results that lie in a folder. */
  static String of(List<Section> all, Path folder) {
    List<Section> sections = Sections.in(all, Section.Form.TERMINAL);
    return of(sections.get(0))
        + "operations per second; all files in "
        + folder
        + "\n"
        + sections.stream().skip(1).map(each -> "\n" + of(each)).collect(Collectors.joining());
  }

  /** A section as a terminal shows it. */
  private static String of(Section section) {
    StringBuilder text = new StringBuilder();
    if (!section.title().isEmpty()) {
      text.append(section.title()).append('\n');
    }
    section.table().map(PlainText::of).ifPresent(text::append);
    section.lines().forEach(line -> text.append(line).append('\n'));
    return text.toString();
  }

  /** Lines of at most {@code most} characters; the indent begins each but the first. */
  public static List<String> wrapped(String text, int most, String indent) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ")) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > most) {
        lines.add(line.toString());
        line.setLength(0);
        line.append(indent);
      }
      line.append(line.toString().isBlank() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
