package org.pmemycsb.harness.report.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.model.Table.Column;
import org.pmemycsb.harness.report.model.Table.Field;
import org.pmemycsb.harness.report.model.Table.Mark;
import org.pmemycsb.harness.report.model.Table.Row;

/**
 * The file {@code tables.tex}: a table for each value size, in the style of booktabs. It can be
 * compiled as it is, or be given to {@code \input} in a document that loads booktabs.
 */
public final class LatexTables {
  public static final String FILE = "tables.tex";

  // More do not fit on a page; an interval takes a line of its own.
  private static final int ROWS = 36;
  private static final int BOUNDED_ROWS = 24;
  private static final int COLUMNS = 6;

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

  public static String render(List<Section> sections) {
    StringBuilder text = new StringBuilder(BEGIN);
    for (Section section : Section.in(sections, Section.Output.PAPER)) {
      section.table().ifPresent(table -> pages(text, table));
    }
    return text.append("\\pmemycsbend\n").toString();
  }

  // A table that is too long or too wide is continued in another one, with the same labels.
  private static void pages(StringBuilder text, Table table) {
    boolean broken = table.columns().stream().anyMatch(column -> column.width() > 0);
    int most = broken ? ROWS / 3 : table.bounded() ? BOUNDED_ROWS : ROWS;
    int all = table.columns().size();
    for (List<Row> rows : pages(table.rows(), most)) {
      for (int from = table.labels(); from < all; from += COLUMNS) {
        of(text, table.rows(rows).columns(from, Math.min(all, from + COLUMNS)));
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
      if (row.fields().stream().anyMatch(field -> !field.interval().isEmpty())) {
        text.append(row(row.fields().stream().map(LatexTables::interval).toList()));
      }
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

  private static String interval(Field field) {
    return field.interval().isEmpty()
        ? ""
        : "{\\scriptsize " + Escape.latex(field.interval()).replace("-", "--") + "}";
  }

  private static String field(Field field, Column column) {
    String text = field.figure();
    if (field.mark() != Mark.NONE && field.mark() != Mark.FASTEST) {
      return "\\textsc{" + Escape.latex(text.toLowerCase(Locale.ROOT)) + "}";
    }
    return column.number() && text.isEmpty() ? "--" : Escape.latex(text);
  }
}
