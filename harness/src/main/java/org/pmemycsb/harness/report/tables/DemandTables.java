package org.pmemycsb.harness.report.tables;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.pmemycsb.harness.analysis.Demands;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.probe.Limit;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Note;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.model.Table.Field;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Counts;
import org.pmemycsb.harness.result.Demand;

/** The ledger as a section. */
public final class DemandTables {
  private static final String TITLE = "What operations ask of the medium";
  private static final String READING =
      "For each operation, counted in a run of its own that has no throughput. Below a phase with"
          + " one client thread stand the calls of each kind, for each call. Flushes and fences are"
          + " calls of libpmem, lines are cache lines flushed, blocks those of 256 B between two"
          + " fences. Copied bytes went through the cache, or past it. Persisted bytes are lines of"
          + " 64 B, bytes copied past the cache, and bytes written to files. \"For each byte\" divides"
          + " them by the bytes of keys and values. The limit is the time that fences and the lines that they"
          + " wait for take in one thread, by the probe of the place.";

  private DemandTables() {}

  /** A table, and a note for each database without counts; empty if there are no counts. */
  public static Section section(Results results, Names names) {
    List<Cell> cells =
        results.contenders().stream().filter(cell -> cell.medium().demand().isPresent()).toList();
    List<Note> missing =
        Demands.counted(results.journal().asides()).stream()
            .filter(phase -> !phase.valid())
            .map(phase -> names.series(phase.conditions()) + ": not counted; " + phase.reason())
            .distinct()
            .map(text -> new Note(true, text + "."))
            .toList();
    Table table = table(cells, names, Demands.limits(results.environment()));
    return Section.of("ledger-section", TITLE, cells.isEmpty() ? "" : READING, table)
        .notes(missing);
  }

  /** All operations of a cell, or its calls of one kind. */
  private record Calls(Cell cell, String kind, Demand demand, Optional<Limit> limit) {}

  private static Table table(List<Cell> cells, Names names, Map<String, Limit> limits) {
    List<Calls> all = new ArrayList<>();
    for (Cell cell : cells) {
      Demand demand = cell.medium().demand().orElseThrow();
      Optional<Limit> limit = Demands.limit(limits, cell.key());
      all.add(new Calls(cell, "all", demand, limit));
      demand.calls().entrySet().stream()
          .filter(calls -> calls.getValue().counts() != null)
          .forEach(calls -> all.add(new Calls(cell, calls.getKey(), of(calls.getValue()), limit)));
    }
    return Throughput.<Calls>labels(names, calls -> calls.cell().key())
        .text("phase", calls -> calls.cell().key().phase())
        .text("calls", Calls::kind)
        .number("flushes", count(Counts::flushes))
        .number("lines", count(Counts::lines))
        .number("blocks", count(Counts::blocks))
        .number("fences", count(Counts::fences))
        .number("bytes through cache", count(Counts::cachedBytes))
        .number("past cache", count(Counts::uncachedBytes))
        .number("syncs", count(Counts::syncs))
        .number("bytes to files", count(Counts::fileBytes))
        .number("persisted bytes", calls -> figure(calls.demand().persistedBytesPerOperation()))
        .number("for each byte", calls -> figure(calls.demand().amplification()))
        .number("limit, us", calls -> figure(Demands.micros(calls.limit(), calls.demand())))
        .table("ledger", TITLE, all);
  }

  private static Demand of(Demand.Calls calls) {
    return new Demand(
        calls.calls(), calls.recordBytes(), calls.counts(), Collections.emptySortedMap());
  }

  private static Function<Calls, Field> count(ToLongFunction<Counts> count) {
    return calls -> figure(calls.demand().perOperation(count.applyAsLong(calls.demand().counts())));
  }

  private static Field figure(OptionalDouble figure) {
    return Field.of(figure, Figures::hundredths);
  }
}
