package org.pmemycsb.harness.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.pmemycsb.harness.audit.Audited;
import org.pmemycsb.harness.audit.Losses;
import org.pmemycsb.harness.report.format.PlainText;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Medium;

/** What an audit shows on the terminal. */
final class AuditTable {
  private static final double NANOS_PER_MILLI = 1e6;

  private AuditTable() {}

  static String render(List<Audited> rows, Medium medium) {
    StringBuilder text = new StringBuilder(PlainText.of(table(rows)));
    for (Audited row : rows) {
      String where = "%s at %s: ".formatted(row.database(), row.durability().id());
      row.reasons().forEach(why -> text.append("BROKEN: ").append(where).append(why).append('\n'));
      row.ownEnds()
          .forEach(end -> text.append("SERVER ENDED: ").append(where).append(end).append('\n'));
    }
    return text.append(whatItShows(medium)).toString();
  }

  private static Table table(List<Audited> rows) {
    List<List<String>> lines = new ArrayList<>();
    for (Audited row : rows) {
      Losses totals = row.totals();
      lines.add(
          List.of(
              row.database(),
              row.durability().id(),
              Integer.toString(row.rounds().size()),
              Figures.grouped(totals.operations().acknowledged()),
              Figures.grouped(totals.operations().inFlight()),
              Figures.grouped(totals.missing().lost()),
              Figures.grouped(totals.missing().resurrected()),
              Figures.grouped(totals.damage().torn()),
              Figures.grouped(totals.damage().phantom()),
              totals.missing().oldestNanos().isPresent()
                  ? String.format(
                      Locale.ROOT,
                      "%.0f ms",
                      totals.missing().oldestNanos().getAsLong() / NANOS_PER_MILLI)
                  : "",
              claim(row),
              row.holds() ? "holds" : "BROKEN"));
    }
    return Table.texts(
        List.of(
            "database",
            "durability",
            "rounds",
            "acknowledged",
            "in flight",
            "lost",
            "resurrected",
            "torn",
            "phantom",
            "oldest lost",
            "may lose",
            "claim"),
        lines);
  }

  private static String claim(Audited row) {
    if (row.durability() == Durability.PERIODIC) {
      return row.window()
          .map(window -> "the last " + window.toMillis() + " ms")
          .orElse("the last moments");
    }
    return row.durability() == Durability.COMMIT ? "nothing" : "everything";
  }

  private static String whatItShows(Medium medium) {
    return "Each round killed the processes (SIGKILL), not the machine. The operating system kept"
        + " all data that it had\nreceived, synced or not. A loss of power loses more; this audit does"
        + " not show it"
        + switch (medium) {
          case DAX -> "\n(medium dax: flushed data would survive it).\n";
          case TMPFS -> "\n(medium tmpfs: it would lose all data).\n";
          case DISK -> "\n(medium disk: synced data would survive it).\n";
        };
  }
}
