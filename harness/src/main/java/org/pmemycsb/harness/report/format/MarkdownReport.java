package org.pmemycsb.harness.report.format;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.pmemycsb.harness.report.model.Note;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.model.Table.Column;
import org.pmemycsb.harness.report.model.Table.Field;

/** The file {@code report.md}. */
public final class MarkdownReport {
  public static final String FILE = "report.md";

  private MarkdownReport() {}

  public static String render(String title, List<Section> sections) {
    StringBuilder text = new StringBuilder();
    text.append("# ").append(Escape.markdown(title)).append("\n\n");
    Section.in(sections, Section.Output.DOCUMENT).forEach(section -> text.append(of(section)));
    return text.toString().stripTrailing() + "\n";
  }

  private static String of(Section section) {
    StringBuilder text = new StringBuilder();
    String reading = section.reading().isEmpty() ? "" : section.reading() + "\n\n";
    if (!section.title().isEmpty()) {
      text.append("## ").append(section.title()).append("\n\n");
    }
    section.table().ifPresent(table -> text.append(of(table)).append('\n'));
    text.append(reading);
    section.lines().forEach(line -> text.append("- ").append(Escape.markdown(line)).append('\n'));
    text.append(section.lines().isEmpty() ? "" : "\n");
    for (Note note : section.notes()) {
      String line = Escape.markdown(note.text());
      text.append(note.warning() ? "**" + line + "**" : line).append("\n\n");
    }
    return text.toString();
  }

  public static String of(Table table) {
    StringBuilder text =
        new StringBuilder(row(table.columns().stream().map(Column::text).map(Escape::markdown)));
    String rule = table.grid() ? " %s |" : "%s|";
    text.append('|');
    IntStream.range(0, table.columns().size())
        .mapToObj(i -> rule.formatted(right(table, i) ? "---:" : "---"))
        .forEach(text::append);
    text.append('\n');
    table.rows().forEach(row -> text.append(row(row.fields().stream().map(MarkdownReport::text))));
    return text.toString();
  }

  private static boolean right(Table table, int column) {
    return table.grid() ? column > 0 : table.columns().get(column).number();
  }

  private static String text(Field field) {
    String text = Escape.markdown(field.text());
    return field.link().isEmpty() ? text : "[" + text + "](" + field.link() + ")";
  }

  private static String row(Stream<String> texts) {
    return texts
        .map(text -> text.isEmpty() ? " |" : " " + text + " |")
        .collect(Collectors.joining("", "|", "\n"));
  }
}
