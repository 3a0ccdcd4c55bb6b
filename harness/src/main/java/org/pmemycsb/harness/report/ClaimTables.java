package org.pmemycsb.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.pmemycsb.harness.claim.ClaimResult;
import org.pmemycsb.harness.claim.Measured;
import org.pmemycsb.harness.report.Table.Column;
import org.pmemycsb.harness.report.Table.Field;
import org.pmemycsb.harness.report.Table.Mark;
import org.pmemycsb.harness.report.Table.Row;

/** The claims of an experiment, as long and as short as each report wants them. */
final class ClaimTables {
  private static final String TITLE = "Claims, held against what was measured here";

  private ClaimTables() {}

  /** With all that is known of each. */
  static Table full(List<ClaimResult> claims) {
    return Table.of(
        "claims",
        TITLE,
        List.of(
            Column.text("claim"),
            Column.text("verdict"),
            Column.text("measured here"),
            Column.text("published"),
            Column.text("remark"),
            Column.text("source")),
        claims.stream()
            .map(
                claim ->
                    Row.of(
                        Field.text(claim.says()),
                        verdict(claim),
                        Field.text(measured(claim)),
                        Field.text(claim.published()),
                        Field.text(claim.reason()),
                        Field.text(claim.source())))
            .toList());
  }

  /** For a document: the reason stands behind the verdict. */
  static Table brief(List<ClaimResult> claims) {
    return brief(
        claims,
        "measured here",
        claim ->
            Field.text(claim.verdict() + (claim.reason().isEmpty() ? "" : ": " + claim.reason())));
  }

  /** For a paper: the verdict alone. */
  static Table paper(List<ClaimResult> claims) {
    return brief(claims, "measured", ClaimTables::verdict);
  }

  private interface Verdict {
    Field of(ClaimResult claim);
  }

  private static Table brief(List<ClaimResult> claims, String measured, Verdict verdict) {
    return Table.of(
        "claims",
        TITLE + ".",
        List.of(
            Column.wide("claim", 0.42),
            Column.wide("published", 0.15),
            Column.wide(measured, 0.21),
            Column.text("verdict")),
        claims.stream()
            .map(
                claim ->
                    Row.of(
                        Field.text(claim.says()),
                        Field.text(claim.published()),
                        Field.text(measured(claim)),
                        verdict.of(claim)))
            .toList());
  }

  /** For a terminal: a line for each claim, and below it what there is to say. */
  static List<String> lines(List<ClaimResult> claims) {
    List<String> lines = new ArrayList<>();
    for (ClaimResult claim : claims) {
      lines.add(String.format(Locale.ROOT, "%-9s  %s", claim.verdict(), claim.says()));
      line(lines, "measured", measured(claim));
      String source = claim.source().isEmpty() ? "" : " (" + claim.source() + ")";
      line(lines, "published", claim.published().isEmpty() ? "" : claim.published() + source);
      line(lines, "note", claim.reason());
    }
    return lines;
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
