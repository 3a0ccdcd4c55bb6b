package org.pmemycsb.harness.report.format;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.Shell;
import org.pmemycsb.harness.report.model.Note;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.model.Table.Field;
import org.pmemycsb.harness.report.model.Table.Row;

/** Tables and notes for a terminal. */
public final class PlainText {
  public static final int WIDTH = 80;
  private static final String INDENT = "  ";
  private static final int GAP = 2;
  private static final int WARNING_LINES = 12;

  private PlainText() {}

  /** Figures to the right, and their intervals beside them. */
  public static String of(Table table) {
    return text(beside(table, table.columns().size()));
  }

  /**
   * The lines of the same within {@value #WIDTH} columns of the terminal, if it can be: intervals
   * stand in as many columns, from the left, as fit.
   */
  public static List<String> beside(Table table) {
    int bounded = table.columns().size();
    List<String> lines = beside(table, bounded);
    while (bounded > 0 && lines.stream().anyMatch(line -> line.length() > WIDTH)) {
      lines = beside(table, --bounded);
    }
    return lines;
  }

  private static List<String> beside(Table table, int bounded) {
    List<List<String>> lines = heads(table);
    int heads = lines.size();
    table.rows().forEach(row -> lines.add(texts(row, Field::figure)));
    for (int i = 0; i < bounded; i++) {
      appendIntervals(lines.subList(heads, lines.size()), table, i);
    }
    return aligned(table, lines);
  }

  private static void appendIntervals(List<List<String>> lines, Table table, int column) {
    List<String> intervals =
        table.rows().stream().map(row -> row.fields().get(column).interval()).toList();
    int longest = intervals.stream().mapToInt(String::length).max().orElse(0);
    for (int i = 0; longest > 0 && i < lines.size(); i++) {
      String beside = (" %-" + longest + "s").formatted(intervals.get(i));
      lines.get(i).set(column, lines.get(i).get(column) + beside);
    }
  }

  /**
   * A table within {@value #WIDTH} columns: intervals stand below their figures, a name that is too
   * long stands above its row, and columns that do not fit stand in another table below.
   */
  public static String narrow(Table table) {
    List<Integer> widths = widths(table.columns().size(), folded(table));
    int labels = table.labels();
    int width = widths.stream().limit(labels).skip(1).mapToInt(each -> each).sum();
    int end = labels;
    while (end < widths.size()
        && (end == labels || INDENT.length() + width + widths.get(end) <= WIDTH)) {
      width += widths.get(end++);
    }
    String text = named(table.columns(labels, end), WIDTH - width);
    return end == widths.size()
        ? text
        : text + "\n" + narrow(table.columns(end, table.columns().size()));
  }

  /** Names of at most so many letters share a line with their figures. */
  private static String named(Table table, int longest) {
    List<List<String>> lines = folded(table);
    List<String> names = lines.stream().map(line -> line.get(0)).toList();
    lines.forEach(line -> line.set(0, line.get(0).length() > longest ? INDENT : line.get(0)));
    List<String> aligned = aligned(table, lines);
    List<String> text = new ArrayList<>();
    String above = "";
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).length() > longest && !names.get(i).equals(above)) {
        above = names.get(i);
        text.add(above);
      }
      text.add(aligned.get(i));
    }
    text.removeIf(String::isBlank);
    return text(text);
  }

  /** The header, and two lines for each row: its figures, and their intervals. */
  private static List<List<String>> folded(Table table) {
    List<List<String>> lines = heads(table);
    for (Row row : table.rows()) {
      lines.add(texts(row, Field::figure));
      lines.add(texts(row, Field::interval));
    }
    return lines;
  }

  private static List<List<String>> heads(Table table) {
    List<List<String>> lines = new ArrayList<>();
    List<String[]> heads = table.columns().stream().map(each -> each.text().split("\n")).toList();
    for (int i = 0; i < heads.stream().mapToInt(head -> head.length).max().orElse(0); i++) {
      int line = i;
      lines.add(
          new ArrayList<>(
              heads.stream().map(head -> line < head.length ? head[line] : "").toList()));
    }
    return lines;
  }

  private static List<String> texts(Row row, Function<Field, String> text) {
    return new ArrayList<>(
        row.fields().stream().map(text).map(each -> each.replaceAll("\\s", " ")).toList());
  }

  /** The widths of the columns, each with the gap before it. */
  private static List<Integer> widths(int columns, List<List<String>> lines) {
    return IntStream.range(0, columns)
        .map(
            i ->
                (i == 0 ? 0 : GAP)
                    + lines.stream().mapToInt(line -> line.get(i).length()).max().orElse(0))
        .boxed()
        .toList();
  }

  private static List<String> aligned(Table table, List<List<String>> lines) {
    List<Integer> widths = widths(table.columns().size(), lines);
    StringBuilder format = new StringBuilder();
    for (int i = 0; i < widths.size(); i++) {
      boolean right = i > 0 && table.columns().get(i).number();
      int width = Math.max(1, widths.get(i) - (i == 0 ? 0 : GAP));
      format.append(i == 0 ? "" : "  ").append(right ? "%" : "%-").append(width).append('s');
    }
    return lines.stream()
        .map(line -> format.toString().formatted(line.toArray()).stripTrailing())
        .toList();
  }

  private static String text(List<String> lines) {
    return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
  }

  /** A list, in which each entry may need several lines. */
  public static List<String> listed(List<String> entries) {
    return entries.stream().flatMap(each -> wrapped("- " + each, WIDTH, INDENT).stream()).toList();
  }

  /**
   * The report for a terminal: details first, then the answer. Without details, it has {@value
   * #WARNING_LINES} lines of warnings at most.
   */
  public static String of(List<Section> all, Path folder, boolean details) {
    List<Section> hidden = Section.in(all, Section.Output.DETAILS);
    List<Section> shown =
        Stream.concat(
                details ? hidden.stream() : Stream.empty(),
                Section.in(all, Section.Output.TERMINAL).stream())
            .toList();
    int most = details ? Integer.MAX_VALUE : WARNING_LINES;
    return shown.stream().map(section -> of(section, most) + "\n").collect(Collectors.joining())
        + "all files in "
        + folder
        + (details || hidden.isEmpty()
            ? ""
            : "; more tables: pmem-ycsb report --output details " + Shell.word(folder))
        + "\n";
  }

  /** A section, with so many lines of those of its notes that are warnings. */
  private static String of(Section section, int most) {
    List<String> lines = new ArrayList<>();
    Optional<Table> table = section.table().map(each -> each.titled(section.title()).brief());
    String title = table.map(Table::title).orElse(section.title());
    if (!title.isEmpty()) {
      lines.addAll(wrapped(title, WIDTH, ""));
    }
    table.ifPresent(each -> narrow(each).lines().forEach(lines::add));
    lines.addAll(section.lines());
    List<String> warnings = section.notes().stream().filter(Note::warning).map(Note::text).toList();
    int shown = warnings.size();
    while (shown > 0 && listed(warnings.subList(0, shown)).size() > most) {
      shown--;
    }
    lines.addAll(listed(warnings.subList(0, shown)));
    if (shown < warnings.size()) {
      lines.add(
          "- "
              + Plural.of(warnings.size() - shown, "more warning")
              + ": "
              + Format.DOCUMENT.file());
    }
    return text(lines);
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
