package org.pmemycsb.harness.cli;

import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.pmemycsb.harness.audit.Audited;
import org.pmemycsb.harness.audit.Losses.Kind;
import org.pmemycsb.harness.report.format.PlainText;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.model.Table.Columns;
import org.pmemycsb.harness.report.model.Table.Field;
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
    return new Columns<Audited>()
        .text("database", Audited::database)
        .text("durability", row -> row.durability().id())
        .number("rounds", row -> Field.whole(row.rounds().size()))
        .number("acknowledged", row -> count(row.totals().acknowledged()))
        .number("in flight", row -> count(row.totals().count(Kind.IN_FLIGHT)))
        .number("lost", row -> count(row.totals().count(Kind.LOST)))
        .number("resurrected", row -> count(row.totals().count(Kind.RESURRECTED)))
        .number("torn", row -> count(row.totals().count(Kind.TORN)))
        .number("phantom", row -> count(row.totals().count(Kind.PHANTOM)))
        .number("oldest lost", row -> age(row.totals().oldestNanos()))
        .text("may lose", AuditTable::claim)
        .text("claim", row -> row.holds() ? "holds" : "BROKEN")
        .table("", "", rows);
  }

  private static Field count(long figure) {
    return Field.number(Figures.grouped(figure), figure);
  }

  private static Field age(OptionalLong nanos) {
    return nanos.isPresent()
        ? Field.text(String.format(Locale.ROOT, "%.0f ms", nanos.getAsLong() / NANOS_PER_MILLI))
        : Field.NONE;
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
