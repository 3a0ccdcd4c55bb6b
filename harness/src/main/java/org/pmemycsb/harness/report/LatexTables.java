package org.pmemycsb.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.pmemycsb.harness.claim.ClaimResult;
import org.pmemycsb.harness.claim.Measured;
import org.pmemycsb.harness.experiment.ByteSize;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.statistics.Estimate;

/**
 * The file {@code tables.tex}: a table for each value size, in the style of booktabs. It can be
 * compiled as it is, or be given to {@code \input} in a document that loads booktabs.
 */
final class LatexTables {
  static final String FILE = "tables.tex";

  // More do not fit on a page.
  private static final int ROWS = 36;
  private static final int PHASES = 6;

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

  /** The whole file. */
  static String render(Results results) {
    StringBuilder text = new StringBuilder(BEGIN);
    Pivot all = Pivot.of(results.cells());
    for (int size : all.rows().stream().map(Pivot.Row::valueSize).distinct().toList()) {
      List<Pivot.Row> rows = all.rows().stream().filter(row -> row.valueSize() == size).toList();
      for (List<Pivot.Row> page : pages(rows, ROWS)) {
        for (List<String> phases : pages(all.phases(), PHASES)) {
          table(text, results, size, page, phases);
        }
      }
    }
    claims(text, results.claims());
    return text.append("\\pmemycsbend\n").toString();
  }

  private static void table(
      StringBuilder text, Results results, int size, List<Pivot.Row> rows, List<String> phases) {
    text.append("\n\\begin{table}\n\\centering\\small\n\\caption{")
        .append(Escape.latex(results.experiment().title()))
        .append(": throughput in operations per second")
        .append(
            results.experiment().repeats() > 1
                ? ", median of "
                    + results.experiment().repeats()
                    + " runs and half of the 95\\,\\% interval"
                : ", one run")
        .append("; values of ")
        .append(Escape.latex(ByteSize.format(size)))
        .append("; data on ")
        .append(Escape.latex(distinct(rows, Conditions::medium)))
        .append(", durability ")
        .append(Escape.latex(distinct(rows, Conditions::durability)))
        .append(".}\n\\begin{tabular}{lr")
        .append("r".repeat(phases.size()))
        .append("}\n\\toprule\ndatabase & threads");
    phases.forEach(phase -> text.append(" & ").append(Escape.latex(phase)));
    text.append(" \\\\\n\\midrule\n");
    for (Pivot.Row row : rows) {
      text.append(Escape.latex(row.name())).append(" & ").append(row.threads());
      phases.forEach(phase -> text.append(" & ").append(figure(row.byPhase().get(phase))));
      text.append(" \\\\\n");
    }
    text.append("\\bottomrule\n\\end{tabular}\n\\end{table}\n");
  }

  private static String distinct(List<Pivot.Row> rows, Function<Conditions, String> part) {
    return rows.stream()
        .flatMap(row -> row.byPhase().values().stream())
        .map(cell -> part.apply(cell.key()))
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private static String figure(Cell cell) {
    if (cell == null) {
      return "--";
    }
    if (!cell.valid() || cell.throughput().isEmpty()) {
      return "\\textsc{invalid}";
    }
    Estimate throughput = cell.throughput().get();
    String median = String.format(Locale.ROOT, "%,.0f", throughput.median()).replace(",", "\\,");
    if (throughput.low().isEmpty() || throughput.high().isEmpty()) {
      return "$" + median + "$";
    }
    double half = (throughput.high().getAsDouble() - throughput.low().getAsDouble()) / 2;
    return String.format(
        Locale.ROOT, "$%s \\pm %.0f\\,\\%%$", median, 100 * half / throughput.median());
  }

  private static void claims(StringBuilder text, List<ClaimResult> claims) {
    for (List<ClaimResult> page : pages(claims, ROWS / 3)) {
      text.append(
          """

          \\begin{table}
          \\centering\\small
          \\caption{Claims, held against what was measured here.}
          \\begin{tabular}{p{0.42\\linewidth}p{0.15\\linewidth}p{0.21\\linewidth}l}
          \\toprule
          claim & published & measured & verdict \\\\
          \\midrule
          """);
      for (ClaimResult claim : page) {
        text.append(
            String.join(
                " & ",
                Escape.latex(claim.says()),
                Escape.latex(claim.published()),
                Escape.latex(claim.measured().map(Measured::text).orElse("")),
                "\\textsc{" + claim.verdict().name().toLowerCase(Locale.ROOT) + "}"));
        text.append(" \\\\\n");
      }
      text.append("\\bottomrule\n\\end{tabular}\n\\end{table}\n");
    }
  }

  private static <T> List<List<T>> pages(List<T> all, int size) {
    List<List<T>> pages = new ArrayList<>();
    for (int from = 0; from < all.size(); from += size) {
      pages.add(all.subList(from, Math.min(all.size(), from + size)));
    }
    return pages;
  }
}
