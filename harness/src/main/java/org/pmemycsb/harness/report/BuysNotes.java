package org.pmemycsb.harness.report;

import java.util.ArrayList;
import java.util.List;
import org.pmemycsb.harness.analysis.Buys;
import org.pmemycsb.harness.report.model.Note;
import org.pmemycsb.harness.statistics.LogMean;
import org.pmemycsb.spi.Medium;

/** The notes on all rows of {@link Buys}. */
final class BuysNotes {
  private BuysNotes() {}

  static List<Note> of(Buys buys) {
    List<String> texts = new ArrayList<>();
    places(buys, Medium.TMPFS)
        .forEach(
            place ->
                texts.add(
                    "Place %s is main memory (tmpfs): no persistent memory was measured, and the"
                            .formatted(place)
                        + " figures are an upper bound of what it buys."));
    places(buys, Medium.DISK)
        .forEach(
            place ->
                texts.add("Place " + place + " is on a disk: no persistent memory was measured."));
    buys.rows().stream()
        .filter(row -> row.home().model() != null)
        .map(
            row ->
                "Place %s is a model (%s, %s): no persistent memory was measured."
                    .formatted(row.pmem(), row.home().mediumId(), row.home().readsNote()))
        .distinct()
        .forEach(texts::add);
    if (!buys.onDisk()) {
      texts.add("No stock database was measured on a disk, so only the gain by software is known.");
    }
    if (buys.rows().stream().anyMatch(Buys.Row::few)) {
      texts.add(
          "Fewer than %d runs do not bound a ratio. Such a ratio has no interval here, and may be"
                  .formatted(LogMean.FEWEST)
              + " far from the truth.");
    }
    return texts.stream().map(text -> new Note(true, text)).toList();
  }

  private static List<String> places(Buys buys, Medium medium) {
    return buys.rows().stream()
        .filter(row -> row.home().model() == null && row.home().medium() == medium)
        .map(Buys.Row::pmem)
        .distinct()
        .toList();
  }
}
