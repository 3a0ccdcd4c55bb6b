package org.pmemycsb.harness.report.tables;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.design.Price;
import org.pmemycsb.harness.report.model.Chart.Role;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.model.Section.Output;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.model.Table.Column;
import org.pmemycsb.harness.report.model.Table.Field;
import org.pmemycsb.harness.report.model.Table.Row;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Cost;
import org.pmemycsb.harness.statistics.Estimate;

/** The section on price and performance; nothing without prices. */
public final class PriceTables {
  private static final MathContext THREE_DIGITS = new MathContext(3);

  private final Names names;
  private final Map<String, Price> prices;
  private final List<Cell> cells;

  public PriceTables(Results results, Names names) {
    this.names = names;
    this.prices = new TreeMap<>(results.experiment().prices());
    this.cells =
        results.contenders().stream()
            .filter(cell -> names.role(cell.key()) == Role.CONTENDER)
            .filter(cell -> prices.containsKey(cell.key().place()))
            .toList();
  }

  /** One section, or none. */
  public List<Section> sections() {
    if (prices.isEmpty()) {
      return List.of();
    }
    String title = "Price and performance";
    Section section =
        Section.of("price-section", table(), Output.PAGE, Output.DOCUMENT)
            .linked(title)
            .titled(title, reading());
    return List.of(
        cells.isEmpty()
            ? Section.of("price-section", title, reading(), List.of(without()), Output.DOCUMENT)
                .in(Output.PAGE, Output.DOCUMENT)
            : section);
  }

  private static String without() {
    return "No cell lies on a place that has a price.";
  }

  private String reading() {
    String given =
        prices.entrySet().stream()
            .map(each -> each.getKey() + " " + each.getValue().text() + unused(each.getKey()))
            .collect(Collectors.joining(", "));
    return "Operations per second for 1 "
        + currency()
        + ". Prices: "
        + given
        + ". The cost is this price times the bytes that the database occupied on its place after"
        + " the load."
        + (logsApart()
            ? " A log on a place of its own is in the space, and costs that place's price."
            : "")
        + " Main memory, processors and power are not priced. A database without a cost"
        + " keeps its records elsewhere, or its space is not known.";
  }

  private String unused(String place) {
    return cells.stream()
            .map(Cell::key)
            .anyMatch(key -> key.place().equals(place) || key.logPlace().equals(place))
        ? ""
        : " (no database lies there)";
  }

  private boolean logsApart() {
    return cells.stream().anyMatch(cell -> !cell.key().logPlace().isEmpty());
  }

  private String currency() {
    return prices.values().iterator().next().currency();
  }

  /** A row for each database and set of conditions, a column for each phase. */
  private Table table() {
    List<String> phases = cells.stream().map(cell -> cell.key().phase()).distinct().toList();
    List<Column> columns = new ArrayList<>(Throughput.labels(true));
    columns.add(Column.number("space"));
    if (logsApart()) {
      columns.add(Column.number("of it log apart"));
    }
    List.of("for each byte", "cost in " + currency(), "records for 1 " + currency())
        .forEach(name -> columns.add(Column.number(name)));
    phases.forEach(phase -> columns.add(Column.number(phase)));
    Map<Conditions, Map<String, Cell>> byRow = new LinkedHashMap<>();
    cells.forEach(
        cell ->
            byRow
                .computeIfAbsent(cell.key().in(""), row -> new LinkedHashMap<>())
                .put(cell.key().phase(), cell));
    List<Row> rows = new ArrayList<>();
    byRow.forEach(
        (key, byPhase) -> {
          Field database = Field.text(names.of(key));
          List<Field> row =
              Throughput.labels(database, true, key.where(), key.threads(), key.valueSizeBytes());
          Optional<Cost> cost =
              byPhase.values().stream().flatMap(cell -> cell.cost().stream()).findFirst();
          row.add(figure(cost.map(Cost::occupiedBytes), bytes -> space(bytes.longValue())));
          if (logsApart()) {
            row.add(
                figure(
                    cost.map(Cost::logBytes).filter(log -> !key.logPlace().isEmpty()),
                    bytes -> space(bytes.longValue())));
          }
          row.add(figure(cost.map(Cost::amplification), PriceTables::digits));
          row.add(figure(cost.map(Cost::amount), PriceTables::digits));
          row.add(figure(cost.map(Cost::recordsPerUnit), PriceTables::whole));
          phases.forEach(phase -> row.add(throughput(byPhase.get(phase))));
          rows.add(new Row(false, row));
        });
    return Table.grid("price", "Operations per second for 1 " + currency(), columns, rows);
  }

  private static Field throughput(Cell cell) {
    if (cell == null) {
      return Field.NONE;
    }
    return cell.valid() ? figure(perUnit(cell), PriceTables::whole) : Field.INVALID;
  }

  private static Optional<Double> perUnit(Cell cell) {
    return cell.cost()
        .flatMap(cost -> cell.throughput().estimate().map(Estimate::median).map(cost::perUnit));
  }

  private interface Words {
    String of(Number figure);
  }

  private static Field figure(Optional<? extends Number> figure, Words words) {
    return figure
        .map(known -> Field.number(words.of(known), known.doubleValue()))
        .orElse(Field.NONE);
  }

  private static String space(long bytes) {
    return digits(bytes / (double) (1 << 20)) + " MiB";
  }

  private static String digits(Number figure) {
    return new BigDecimal(figure.doubleValue()).round(THREE_DIGITS).toPlainString();
  }

  private static String whole(Number figure) {
    return Figures.grouped(figure.doubleValue());
  }
}
