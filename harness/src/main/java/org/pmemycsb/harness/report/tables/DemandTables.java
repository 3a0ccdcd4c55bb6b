package org.pmemycsb.harness.report.tables;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.pmemycsb.harness.analysis.Demands;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.medium.Limit;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Note;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.model.Section.Output;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.model.Table.Column;
import org.pmemycsb.harness.report.model.Table.Field;
import org.pmemycsb.harness.report.model.Table.Row;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;
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
          + " wait for take in one thread, by the probe of the place. docs/guide/ledger.md says what is not seen.";

  private DemandTables() {}

  /** A table, and a note for each database without counts; empty if there are no counts. */
  public static List<Section> sections(Results results, Names names) {
    List<Cell> cells =
        results.contenders().stream().filter(cell -> cell.medium().demand().isPresent()).toList();
    List<Note> missing =
        Demands.counted(results.journal().asides()).stream()
            .filter(phase -> !phase.valid())
            .map(phase -> names.series(phase.conditions()) + ": not counted; " + phase.reason())
            .distinct()
            .map(text -> new Note(true, text + "."))
            .toList();
    if (cells.isEmpty()) {
      List<String> lines = missing.stream().map(Note::text).toList();
      return List.of(
          Section.of("ledger-section", TITLE, "", lines, Output.DOCUMENT)
              .in(Output.PAGE, Output.DOCUMENT));
    }
    return List.of(
        Section.of(
                "ledger-section",
                table(cells, names, Demands.limits(results.environment())),
                Output.PAGE,
                Output.DOCUMENT)
            .notes(missing)
            .linked(TITLE)
            .titled(TITLE, READING));
  }

  private static Table table(List<Cell> cells, Names names, Map<String, Limit> limits) {
    List<Column> columns = new ArrayList<>(Throughput.labels(names.placed()));
    columns.addAll(Column.texts("phase", "calls"));
    List.of(
            "flushes",
            "lines",
            "blocks",
            "fences",
            "bytes through cache",
            "past cache",
            "syncs",
            "bytes to files",
            "persisted bytes",
            "for each byte",
            "limit, us")
        .forEach(name -> columns.add(Column.number(name)));
    List<Row> rows = new ArrayList<>();
    for (Cell cell : cells) {
      Demand demand = cell.medium().demand().orElseThrow();
      Optional<Limit> limit = Demands.limit(limits, cell.key());
      rows.add(row(cell, names, "all", demand, limit));
      demand.calls().entrySet().stream()
          .filter(calls -> calls.getValue().counts() != null)
          .forEach(
              calls -> rows.add(row(cell, names, calls.getKey(), of(calls.getValue()), limit)));
    }
    return Table.grid("ledger", TITLE, columns, rows);
  }

  private static Demand of(Demand.Calls calls) {
    return new Demand(
        calls.calls(), calls.recordBytes(), calls.counts(), Collections.emptySortedMap());
  }

  private static Row row(
      Cell cell, Names names, String calls, Demand demand, Optional<Limit> limit) {
    Conditions key = cell.key();
    List<Field> row = Throughput.labels(key, names);
    row.add(Field.text(key.phase()));
    row.add(Field.text(calls));
    List<Function<Counts, Long>> counts =
        List.of(
            Counts::flushes,
            Counts::lines,
            Counts::blocks,
            Counts::fences,
            Counts::cachedBytes,
            Counts::uncachedBytes,
            Counts::syncs,
            Counts::fileBytes);
    counts.forEach(count -> row.add(figure(demand.perOperation(count.apply(demand.counts())))));
    row.add(figure(demand.persistedBytesPerOperation()));
    row.add(figure(demand.amplification()));
    row.add(figure(Demands.micros(limit, demand)));
    return new Row(false, row);
  }

  private static Field figure(OptionalDouble figure) {
    return Field.of(
        figure, number -> String.format(Locale.ROOT, number >= 100 ? "%,.0f" : "%.2f", number));
  }
}
