package org.pmemycsb.harness.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.pmemycsb.harness.experiment.ByteSize;
import org.pmemycsb.harness.report.Table.Column;
import org.pmemycsb.harness.report.Table.Field;
import org.pmemycsb.harness.report.Table.Mark;
import org.pmemycsb.harness.report.Table.Row;
import org.pmemycsb.harness.result.Cell;

/**
 * The file {@code tables.tex}: a table for each value size, in the style of booktabs. It can be
 * compiled as it is, or be given to {@code \input} in a document that loads booktabs.
 */
final class LatexTables {
  static final String FILE = "tables.tex";

  // More do not fit on a page.
  private static final int ROWS = 36;
  private static final int COLUMNS = 6;

  // Database and threads, which stand in every part of a comparison.
  private static final int LABELS = 2;
  private static final Pattern FIGURE = Pattern.compile("[0-9]+(,[0-9]{3})+|[0-9,]+ ±[0-9]+%");

  private static final String BEGIN =
      """
      % Made by pmem-ycsb. Compile this file as it is; or put \\usepackage{booktabs} into the preamble
      % of your own document, and \\input{tables} where the tables are to stand.
      \\makeatletter
      \\ifx\\documentclass\\@twoclasseserror
        \\def\\pmemycsbend{}
      \\else
        \\documentclass{article}
        \\usepackage{booktabs}
        \\usepackage[margin=2cm]{geometry}
        \\def\\pmemycsbend{\\end{document}}
        \\begin{document}
      \\fi
      \\makeatother
      """;

  private LatexTables() {}

  /** The throughputs, a section for each value size. */
  static List<Section> comparison(Results results) {
    Names names = Names.of(results.cells());
    Map<Integer, List<Cell>> bySize =
        results.cells().stream()
            .collect(
                Collectors.groupingBy(
                    cell -> cell.key().valueSizeBytes(), LinkedHashMap::new, Collectors.toList()));
    List<Section> all = new ArrayList<>();
    bySize.forEach(
        (size, cells) -> {
          Table table =
              Throughput.table(names, cells, List.of(), Set.of())
                  .columns(column -> !column.text().equals("value"))
                  .titled(caption(results, size, cells));
          all.add(Section.of("comparison-section", table, Section.Form.PAPER));
        });
    return all;
  }

  private static String caption(Results results, int size, List<Cell> cells) {
    int repeats = results.experiment().repeats();
    return "%s: throughput in operations per second, %s; values of %s; data on %s, durability %s."
        .formatted(
            results.experiment().title(),
            repeats > 1
                ? "median of " + repeats + " runs and half of the 95\u202f% interval"
                : "one run",
            ByteSize.format(size),
            distinct(cells, cell -> cell.key().medium()),
            distinct(cells, cell -> cell.key().durability()));
  }

  private static String distinct(List<Cell> cells, Function<Cell, String> part) {
    return cells.stream().map(part).distinct().collect(Collectors.joining(", "));
  }

  /** The whole file. */
  static String render(List<Section> sections) {
    StringBuilder text = new StringBuilder(BEGIN);
    for (Section section : Sections.in(sections, Section.Form.PAPER)) {
      section.table().ifPresent(table -> pages(text, table));
    }
    return text.append("\\pmemycsbend\n").toString();
  }

  // A table that is too long or too wide is continued in another one, with the same labels.
  private static void pages(StringBuilder text, Table table) {
    boolean broken = table.columns().stream().anyMatch(column -> column.width() > 0);
    List<Column> figures =
        table.columns().subList(table.grid() ? LABELS : 0, table.columns().size());
    for (List<Row> rows : pages(table.rows(), broken ? ROWS / 3 : ROWS)) {
      for (List<Column> kept : pages(figures, COLUMNS)) {
        of(
            text,
            table.rows(rows).columns(column -> !figures.contains(column) || kept.contains(column)));
      }
    }
  }

  private static <T> List<List<T>> pages(List<T> all, int size) {
    List<List<T>> pages = new ArrayList<>();
    for (int from = 0; from < all.size(); from += size) {
      pages.add(all.subList(from, Math.min(all.size(), from + size)));
    }
    return pages;
  }

  private static void of(StringBuilder text, Table table) {
    text.append("\n\\begin{table}\n\\centering\\small\n\\caption{")
        .append(Escape.latex(table.title()))
        .append("}\n\\begin{tabular}{");
    table.columns().forEach(column -> text.append(place(column)));
    text.append("}\n\\toprule\n")
        .append(row(table.columns().stream().map(column -> Escape.latex(column.text())).toList()))
        .append("\\midrule\n");
    for (Row row : table.rows()) {
      List<String> fields = new ArrayList<>();
      for (int i = 0; i < table.columns().size(); i++) {
        fields.add(field(row.fields().get(i), table.columns().get(i)));
      }
      text.append(row(fields));
    }
    text.append("\\bottomrule\n\\end{tabular}\n\\end{table}\n");
  }

  private static String place(Column column) {
    return column.number()
        ? "r"
        : column.width() == 0
            ? "l"
            : String.format(Locale.ROOT, "p{%.2f\\linewidth}", column.width());
  }

  private static String row(List<String> fields) {
    return String.join(" & ", fields) + " \\\\\n";
  }

  private static String field(Field field, Column column) {
    String text = field.text();
    if (field.mark() != Mark.NONE && field.mark() != Mark.FASTEST) {
      return "\\textsc{" + Escape.latex(text.toLowerCase(Locale.ROOT)) + "}";
    }
    if (!column.number()) {
      return Escape.latex(text);
    }
    if (text.isEmpty()) {
      return "--";
    }
    return FIGURE.matcher(text).matches()
        ? "$" + text.replace(",", "\\,").replace("±", "\\pm ").replace("%", "\\,\\%") + "$"
        : Escape.latex(text);
  }
}
