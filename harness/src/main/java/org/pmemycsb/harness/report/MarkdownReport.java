package org.pmemycsb.harness.report;

import java.util.List;
import java.util.Locale;
import org.pmemycsb.harness.claim.ClaimResult;
import org.pmemycsb.harness.claim.Measured;
import org.pmemycsb.harness.experiment.ByteSize;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;

/** The file {@code report.md}: the table, what it was measured on, and what it does not show. */
public final class MarkdownReport {
  /** Its name in a result folder. */
  public static final String FILE = "report.md";

  private MarkdownReport() {}

  /** The whole file. */
  static String render(Results results, List<Pairs.Pair> pairs) {
    StringBuilder text = new StringBuilder();
    text.append("# ").append(Escape.markdown(results.experiment().title())).append("\n\n");
    text.append(measure(results.experiment())).append("\n\n");
    text.append(ThroughputTable.of(results.cells(), results.unavailable()).toMarkdown())
        .append('\n');
    for (Notes.Note note : Notes.of(results)) {
      String line = Escape.markdown(note.text());
      text.append(note.warning() ? "**" + line + "**" : line).append("\n\n");
    }
    invalid(text, results.invalid());
    claims(text, results.claims());
    if (!results.calibrations().isEmpty()) {
      text.append("## Floor and ceiling\n\n")
          .append(CalibrationTable.of(results.calibrations()).toMarkdown())
          .append('\n')
          .append(CalibrationTable.LEGEND)
          .append('\n');
    }
    if (!pairs.isEmpty()) {
      text.append("## Pairs\n\n").append(Pairs.markdown(pairs)).append('\n');
      text.append(Pairs.RULE).append("\n\n");
    }
    facts(text, "What was measured", Facts.asked(results));
    text.append("## What each database was\n\n| | |\n|---|---|\n");
    for (var database : results.versions().entrySet()) {
      row(text, database.getKey(), String.join("; ", database.getValue()));
    }
    text.append('\n');
    facts(text, "Where", Facts.where(results));
    return text.toString().stripTrailing() + "\n";
  }

  /** What the figures are, in a sentence. */
  static String measure(Experiment experiment) {
    return "Throughput in operations per second"
        + (experiment.repeats() > 1
            ? ", median of " + experiment.repeats() + " runs, ± half of the 95 % interval"
            : ", one run, so nothing is known of its spread")
        + ".";
  }

  private static void facts(StringBuilder text, String title, List<Facts> facts) {
    text.append("## ").append(title).append("\n\n| | |\n|---|---|\n");
    facts.forEach(fact -> row(text, fact.name(), fact.value()));
    text.append('\n');
  }

  private static void row(StringBuilder text, String name, String value) {
    text.append("| ")
        .append(Escape.markdown(name))
        .append(" | ")
        .append(Escape.markdown(value))
        .append(" |\n");
  }

  private static void claims(StringBuilder text, List<ClaimResult> claims) {
    if (claims.isEmpty()) {
      return;
    }
    text.append(
        "## Claims\n\n| claim | published | measured here | verdict |\n|---|---|---|---|\n");
    for (ClaimResult claim : claims) {
      text.append(
          String.format(
              Locale.ROOT,
              "| %s | %s | %s | %s%s |\n",
              Escape.markdown(claim.says()),
              Escape.markdown(claim.published()),
              Escape.markdown(claim.measured().map(Measured::text).orElse("")),
              claim.verdict(),
              claim.reason().isEmpty() ? "" : ": " + Escape.markdown(claim.reason())));
    }
    text.append('\n');
  }

  private static void invalid(StringBuilder text, List<Cell> bad) {
    if (bad.isEmpty()) {
      return;
    }
    text.append("## INVALID\n\nThese cells have no figure that may be used:\n\n");
    for (Cell cell : bad) {
      Conditions key = cell.key();
      text.append(
          String.format(
              Locale.ROOT,
              "- %s, phase %s, threads %d, value %s: %d of %d runs valid; %s\n",
              Escape.markdown(key.database()),
              Escape.markdown(key.phase()),
              key.threads(),
              ByteSize.format(key.valueSizeBytes()),
              cell.validRuns(),
              cell.runs(),
              Escape.markdown(String.join("; ", cell.reasons()))));
    }
    text.append('\n');
  }
}
