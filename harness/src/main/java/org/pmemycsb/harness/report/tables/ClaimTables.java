package org.pmemycsb.harness.report.tables;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.apache.commons.statistics.descriptive.Median;
import org.pmemycsb.harness.analysis.claim.ClaimResult;
import org.pmemycsb.harness.analysis.claim.ClaimResult.Measured;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.model.Table.Column;
import org.pmemycsb.harness.report.model.Table.Columns;
import org.pmemycsb.harness.report.model.Table.Field;
import org.pmemycsb.harness.report.model.Table.Mark;

/** The claims of an experiment, for each kind of report. */
public final class ClaimTables {
  private static final String REMARK = "remark";
  private static final String SOURCE = "source";

  private ClaimTables() {}

  public static Table table(List<ClaimResult> claims) {
    return new Columns<ClaimResult>()
        .add(Column.wide("claim", 0.42), claim -> Field.text(claim.says()))
        .add(Column.wide("published", 0.15), claim -> Field.text(claim.published()))
        .add(Column.wide("measured here", 0.21), claim -> Field.text(measured(claim)))
        .add(Column.text("verdict"), ClaimTables::verdict)
        .text(REMARK, ClaimResult::reason)
        .text(SOURCE, ClaimResult::source)
        .table("claims", "Claims, held against what was measured here.", claims);
  }

  /** As much as fits on the page of a paper. */
  public static Table paper(List<ClaimResult> claims) {
    return table(claims).columns(column -> !Set.of(REMARK, SOURCE).contains(column.text()));
  }

  /** For a terminal: a line for each claim, and its details below. */
  public static List<String> lines(List<ClaimResult> claims) {
    List<String> lines = new ArrayList<>();
    for (ClaimResult claim : claims) {
      lines.add(Figures.text("%-9s  %s", claim.verdict(), claim.says()));
      line(lines, "measured", measured(claim));
      String source = claim.source().isEmpty() ? "" : " (" + claim.source() + ")";
      line(lines, "published", claim.published().isEmpty() ? "" : claim.published() + source);
      claim.overPublished().ifPresent(over -> line(lines, "measured over published", factor(over)));
      line(lines, "note", claim.reason());
    }
    if (!distance(claims).isEmpty()) {
      lines.add(distance(claims));
    }
    return lines;
  }

  /**
   * How far the measured figures are from the published numbers, in a sentence; empty for fewer
   * than two of them.
   */
  public static String distance(List<ClaimResult> claims) {
    double[] factors =
        claims.stream()
            .map(ClaimResult::overPublished)
            .flatMapToDouble(OptionalDouble::stream)
            .map(over -> Math.max(over, 1 / over))
            .sorted()
            .toArray();
    return factors.length < 2
        ? ""
        : "Of %d published numbers, half are met within a factor of %s, and all within %s."
            .formatted(
                factors.length,
                factor(Median.withDefaults().evaluate(factors)),
                factor(factors[factors.length - 1]));
  }

  private static String factor(double figure) {
    return Figures.text("%.2f", figure);
  }

  private static void line(List<String> lines, String name, String value) {
    if (!value.isEmpty()) {
      lines.add(" ".repeat(13) + name + ": " + value);
    }
  }

  private static String measured(ClaimResult claim) {
    return claim.measured().map(Measured::text).orElse("");
  }

  private static Field verdict(ClaimResult claim) {
    String verdict = claim.verdict().name();
    return Field.text(verdict).marked(Mark.valueOf(verdict));
  }
}
