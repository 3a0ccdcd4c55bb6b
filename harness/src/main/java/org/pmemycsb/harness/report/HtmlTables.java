package org.pmemycsb.harness.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.pmemycsb.harness.calibrate.Calibration;
import org.pmemycsb.harness.claim.ClaimResult;
import org.pmemycsb.harness.claim.Measured;
import org.pmemycsb.harness.experiment.ByteSize;
import org.pmemycsb.harness.report.HtmlTable.Column;
import org.pmemycsb.harness.report.HtmlTable.Field;
import org.pmemycsb.harness.report.HtmlTable.Row;
import org.pmemycsb.harness.report.chart.Chart.Role;
import org.pmemycsb.harness.report.chart.Figures;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.statistics.Comparison;
import org.pmemycsb.harness.statistics.Estimate;

/** The tables of the page. */
final class HtmlTables {
  private final Results results;
  private final List<Pairs.Pair> pairs;
  private final Names names;
  private final Set<Conditions> fastest;

  HtmlTables(Results results, List<Pairs.Pair> pairs) {
    this.results = results;
    this.pairs = pairs;
    this.names = Names.of(results.cells());
    this.fastest = fastest();
  }

  /**
   * Of each set of conditions the fastest contender, and all that cannot be told apart from it;
   * none where nothing can be told apart.
   */
  private Set<Conditions> fastest() {
    Map<List<Object>, Cell> best = new HashMap<>();
    for (Cell cell : results.contenders()) {
      if (cell.valid() && names.role(cell.key()) == Role.CONTENDER) {
        best.merge(conditions(cell.key()), cell, (a, b) -> median(b) > median(a) ? b : a);
      }
    }
    Map<Conditions, List<Pairs.Pair>> byCell = new HashMap<>();
    for (Pairs.Pair pair : pairs) {
      byCell.computeIfAbsent(pair.a().key(), key -> new ArrayList<>()).add(pair);
      byCell.computeIfAbsent(pair.b().key(), key -> new ArrayList<>()).add(pair);
    }
    Set<Conditions> found = new HashSet<>();
    for (Cell top : best.values()) {
      List<Pairs.Pair> against = byCell.getOrDefault(top.key(), List.of());
      Set<Conditions> alike = new HashSet<>(Set.of(top.key()));
      boolean any = false;
      for (Pairs.Pair pair : against) {
        if (pair.comparison().verdict() == Comparison.Verdict.CANNOT_BE_TOLD_APART) {
          alike.add(pair.a().key());
          alike.add(pair.b().key());
        } else {
          any = true;
        }
      }
      if (any) {
        found.addAll(alike);
      }
    }
    return found;
  }

  private static List<Object> conditions(Conditions key) {
    return List.of(
        key.phase(), key.threads(), key.valueSizeBytes(), key.durability(), key.runner());
  }

  private static double median(Cell cell) {
    return cell.throughput().map(Estimate::median).orElse(0.0);
  }

  boolean anyFastest() {
    return !fastest.isEmpty();
  }

  HtmlTable comparison() {
    Pivot pivot = Pivot.of(results.cells());
    List<Column> columns = new ArrayList<>();
    columns.add(Column.text("database"));
    columns.add(Column.number("threads"));
    columns.add(Column.number("value"));
    pivot.phases().forEach(phase -> columns.add(Column.number(phase)));
    List<Row> rows = new ArrayList<>();
    for (Pivot.Row each : pivot.rows()) {
      List<Field> fields = new ArrayList<>();
      Conditions key = each.byPhase().values().iterator().next().key();
      fields.add(Field.marked(each.name(), each.role(), names.style(key)));
      fields.add(Field.number(Integer.toString(each.threads()), each.threads()));
      fields.add(Field.number(ByteSize.format(each.valueSize()), each.valueSize()));
      for (String phase : pivot.phases()) {
        fields.add(throughput(each.byPhase().get(phase)));
      }
      rows.add(new Row(each.role() == Role.BOUND, fields));
    }
    return new HtmlTable("comparison", "Operations per second", columns, rows);
  }

  private Field throughput(Cell cell) {
    if (cell == null) {
      return Field.none();
    }
    String figure = ThroughputTable.figure(cell);
    if (!cell.valid()) {
      return new Field(figure, "-1", "number invalid", "");
    }
    Field field = Field.number(figure, median(cell));
    return fastest.contains(cell.key()) ? field.as("fastest") : field;
  }

  Optional<HtmlTable> invalid() {
    List<Row> rows = new ArrayList<>();
    for (Cell cell : results.invalid()) {
      rows.add(
          new Row(
              false,
              labels(
                  cell.key(),
                  Field.number(cell.validRuns() + " of " + cell.runs(), cell.validRuns()),
                  Field.text(String.join("; ", cell.reasons())))));
    }
    return table(
        "invalid",
        "Cells without a figure, and why",
        labels(Column.number("valid runs"), Column.text("why")),
        rows);
  }

  Optional<HtmlTable> claims() {
    List<Row> rows = new ArrayList<>();
    for (ClaimResult claim : results.claims()) {
      rows.add(
          Row.of(
              Field.text(claim.says()),
              Field.text(claim.verdict().name())
                  .as("verdict " + claim.verdict().name().toLowerCase(Locale.ROOT)),
              Field.text(claim.measured().map(Measured::text).orElse("")),
              Field.text(claim.published()),
              Field.text(claim.reason()),
              Field.text(claim.source())));
    }
    return table(
        "claims",
        "Claims, held against what was measured here",
        List.of(
            Column.text("claim"),
            Column.text("verdict"),
            Column.text("measured here"),
            Column.text("published"),
            Column.text("remark"),
            Column.text("source")),
        rows);
  }

  Optional<HtmlTable> latency() {
    List<Row> rows = new ArrayList<>();
    for (Cell cell : results.cells()) {
      Map<Percentiles.Kind, Percentiles> known =
          results.latencies().getOrDefault(cell.key(), Map.of());
      if (cell.valid() && names.role(cell.key()) == Role.CONTENDER) {
        latency(cell, "reads", known.get(Percentiles.Kind.READ)).ifPresent(rows::add);
        latency(cell, "writes", known.get(Percentiles.Kind.WRITE)).ifPresent(rows::add);
      }
    }
    return table(
        "latencies",
        "Microseconds; all valid repeats together",
        labels(
            Column.text("operations"),
            Column.number("50 %"),
            Column.number("90 %"),
            Column.number("99 %"),
            Column.number("99.9 %"),
            Column.number("99.99 %"),
            Column.number("slowest")),
        rows);
  }

  private Optional<Row> latency(Cell cell, String what, Percentiles known) {
    if (known == null) {
      return Optional.empty();
    }
    List<Field> fields = labels(cell.key(), Field.text(what));
    for (double percentile : new double[] {50, 90, 99, 99.9, 99.99}) {
      Double micros = known.micros().get(percentile);
      fields.add(micros == null ? Field.none() : micros(micros));
    }
    fields.add(micros(known.maxMicros()));
    return Optional.of(new Row(false, fields));
  }

  private static Field micros(double micros) {
    return Field.number(micros >= 100 ? Figures.grouped(micros) : Figures.trimmed(micros), micros);
  }

  Optional<HtmlTable> bounds() {
    if (results.calibrations().isEmpty()) {
      return Optional.empty();
    }
    ThroughputTable plain = CalibrationTable.of(results.calibrations());
    List<Column> columns = new ArrayList<>();
    for (String name : plain.header()) {
      columns.add(
          List.of("database", "phase").contains(name) ? Column.text(name) : Column.number(name));
    }
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < plain.rows().size(); i++) {
      Calibration cell = results.calibrations().get(i);
      List<Field> fields = new ArrayList<>();
      for (int column = 0; column < columns.size(); column++) {
        String text = plain.rows().get(i).get(column);
        fields.add(
            !columns.get(column).number() || text.isEmpty()
                ? Field.text(text)
                : columns.get(column).text().equals("value")
                    ? Field.number(text, cell.valueSizeBytes())
                    : Field.number(text, Double.parseDouble(text.replace(",", "").split(" ")[0])));
      }
      rows.add(new Row(false, fields));
    }
    return Optional.of(new HtmlTable("bounds", "Floor and ceiling", columns, rows));
  }

  Optional<HtmlTable> pairs() {
    List<Row> rows = new ArrayList<>();
    for (Pairs.Pair pair : pairs) {
      Conditions key = pair.a().key();
      rows.add(
          Row.of(
              Field.text(key.phase()),
              Field.number(Integer.toString(key.threads()), key.threads()),
              Field.number(ByteSize.format(key.valueSizeBytes()), key.valueSizeBytes()),
              Field.text(names.of(key)),
              Field.text(names.of(pair.b().key())),
              Field.number(pair.ratio(), pair.comparison().ratio().figure()),
              Field.text(pair.interval()).as("number"),
              Field.text(pair.verdict())));
    }
    return table(
        "pairs",
        "Every two databases under the same conditions",
        List.of(
            Column.text("phase"),
            Column.number("threads"),
            Column.number("value"),
            Column.text("A"),
            Column.text("B"),
            Column.number("A/B"),
            Column.number("95 % interval"),
            Column.text("verdict")),
        rows);
  }

  HtmlTable cells() {
    List<Row> rows = new ArrayList<>();
    for (Cell cell : results.cells()) {
      Optional<Estimate> known = cell.throughput().filter(any -> cell.valid());
      rows.add(
          new Row(
              names.role(cell.key()) == Role.BOUND,
              labels(
                  cell.key(),
                  Field.text(cell.key().durability()),
                  Field.text(cell.key().medium()),
                  Field.text(cell.key().runner()),
                  known
                      .map(each -> whole(each.median()))
                      .orElse(new Field("INVALID", "-1", "number invalid", "")),
                  known.map(each -> whole(each.low())).orElse(Field.none()),
                  known.map(each -> whole(each.high())).orElse(Field.none()),
                  latency(cell, cell.readP50Us()),
                  latency(cell, cell.readP99Us()),
                  latency(cell, cell.writeP50Us()),
                  latency(cell, cell.writeP99Us()),
                  Field.number(cell.validRuns() + "/" + cell.runs(), cell.validRuns()),
                  Field.number(Long.toString(cell.errors()), cell.errors()))));
    }
    return new HtmlTable(
        "cells",
        "Every cell, as in summary.csv",
        labels(
            Column.text("durability"),
            Column.text("medium"),
            Column.text("runner"),
            Column.number("ops/s"),
            Column.number("low"),
            Column.number("high"),
            Column.number("read p50 µs"),
            Column.number("read p99 µs"),
            Column.number("write p50 µs"),
            Column.number("write p99 µs"),
            Column.number("valid runs"),
            Column.number("errors")),
        rows);
  }

  private static Field whole(double figure) {
    return Field.number(Figures.grouped(figure), figure);
  }

  private static Field whole(OptionalDouble figure) {
    return figure.isPresent() ? whole(figure.getAsDouble()) : Field.none();
  }

  private static Field latency(Cell cell, OptionalDouble micros) {
    return cell.valid() && micros.isPresent() ? micros(micros.getAsDouble()) : Field.none();
  }

  private List<Field> labels(Conditions key, Field... more) {
    List<Field> fields = new ArrayList<>();
    fields.add(Field.marked(names.of(key), names.role(key), names.style(key)));
    fields.add(Field.text(key.phase()));
    fields.add(Field.number(Integer.toString(key.threads()), key.threads()));
    fields.add(Field.number(ByteSize.format(key.valueSizeBytes()), key.valueSizeBytes()));
    fields.addAll(List.of(more));
    return fields;
  }

  private static List<Column> labels(Column... more) {
    List<Column> columns =
        new ArrayList<>(
            List.of(
                Column.text("database"),
                Column.text("phase"),
                Column.number("threads"),
                Column.number("value")));
    columns.addAll(List.of(more));
    return columns;
  }

  private static Optional<HtmlTable> table(
      String id, String caption, List<Column> columns, List<Row> rows) {
    return rows.isEmpty()
        ? Optional.empty()
        : Optional.of(new HtmlTable(id, caption, columns, rows));
  }
}
