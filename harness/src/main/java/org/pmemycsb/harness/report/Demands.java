package org.pmemycsb.harness.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.pmemycsb.harness.design.Aside;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.medium.Limit;
import org.pmemycsb.harness.report.Section.Form;
import org.pmemycsb.harness.report.Table.Column;
import org.pmemycsb.harness.report.Table.Field;
import org.pmemycsb.harness.report.Table.Row;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Counts;
import org.pmemycsb.harness.result.Demand;
import org.pmemycsb.harness.result.PhaseResult;

/** The ledger: what the operations of cells ask of the medium. Pure functions. */
final class Demands {
  private static final String TITLE = "What operations ask of the medium";
  private static final String READING =
      "For each operation, counted in a run of its own that has no throughput. Below a phase with"
          + " one client thread stand the calls of each kind, for each call. Flushes and fences are"
          + " calls of libpmem, lines are cache lines flushed, blocks those of 256 B between two"
          + " fences. Copied bytes went through the cache, or past it. Persisted bytes are lines of"
          + " 64 B, bytes copied past the cache, and bytes written to files. \"For each byte\" divides"
          + " them by the bytes of keys and values. The limit is the time that these lines and fences"
          + " alone take in one thread, by the probe of the place. docs/guide/ledger.md says what is not seen.";

  private static final double NANOS_PER_MICRO = 1e3;

  private Demands() {}

  /** The cells with what was counted under their conditions, and their limits by the medium. */
  static List<Cell> of(List<PhaseResult> asides, List<Cell> cells, Environment on) {
    Map<Conditions, Demand> counted =
        counted(asides).stream()
            .filter(phase -> phase.valid() && phase.measurement().demand() != null)
            .collect(
                Collectors.toMap(
                    PhaseResult::conditions,
                    phase -> phase.measurement().demand(),
                    (first, again) -> again));
    Map<String, Limit> limits = limits(on);
    return counted.isEmpty()
        ? cells
        : cells.stream()
            .map(
                cell -> {
                  Optional<Demand> demand = Optional.ofNullable(counted.get(cell.key()));
                  Optional<Limit> limit = Optional.ofNullable(limits.get(cell.key().place()));
                  return cell.asking(
                      demand,
                      demand.map(known -> micros(limit, known)).orElse(OptionalDouble.empty()));
                })
            .toList();
  }

  private static List<PhaseResult> counted(List<PhaseResult> asides) {
    return asides.stream().filter(phase -> Aside.COUNTED.id().equals(phase.aside())).toList();
  }

  /** A table, and a sentence for what could not be counted; nothing without counts. */
  static List<Section> sections(Results results, Names names) {
    List<Cell> cells =
        results.contenders().stream().filter(cell -> cell.demand().isPresent()).toList();
    List<Notes.Note> missing =
        counted(results.asides()).stream()
            .filter(phase -> !phase.valid())
            .map(phase -> names.series(phase.conditions()) + ": not counted; " + phase.reason())
            .distinct()
            .map(text -> new Notes.Note(true, text + "."))
            .toList();
    if (cells.isEmpty()) {
      List<String> lines = missing.stream().map(Notes.Note::text).toList();
      return List.of(
          Section.of("ledger-section", TITLE, "", lines, Form.DOCUMENT)
              .in(Form.PAGE, Form.DOCUMENT));
    }
    return List.of(
        Section.of(
                "ledger-section",
                table(cells, names, limits(results.environment())),
                Form.PAGE,
                Form.DOCUMENT)
            .notes(missing)
            .linked(TITLE)
            .titled(TITLE, READING));
  }

  /** Of the places that were probed, by their names. */
  private static Map<String, Limit> limits(Environment on) {
    Map<String, Limit> limits = new TreeMap<>();
    on.probes()
        .forEach((place, probe) -> Limit.of(probe).ifPresent(limit -> limits.put(place, limit)));
    return limits;
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
      Demand demand = cell.demand().orElseThrow();
      Optional<Limit> limit = Optional.ofNullable(limits.get(cell.key().place()));
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
    row.add(figure(micros(limit, demand)));
    return new Row(false, row);
  }

  /** What the medium alone takes; nothing for what asks it for no fence. */
  private static OptionalDouble micros(Optional<Limit> limit, Demand demand) {
    Counts counts = demand.counts();
    return limit.isEmpty() || counts.fences() == 0
        ? OptionalDouble.empty()
        : demand.perOperation(
            limit.get().nanos(counts.linesToMedium(), counts.fences()) / NANOS_PER_MICRO);
  }

  private static Field figure(OptionalDouble figure) {
    return Field.of(
        figure, number -> String.format(Locale.ROOT, number >= 100 ? "%,.0f" : "%.2f", number));
  }
}
