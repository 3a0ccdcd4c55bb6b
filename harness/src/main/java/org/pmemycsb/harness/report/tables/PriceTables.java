package org.pmemycsb.harness.report.tables;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.design.Price;
import org.pmemycsb.harness.report.model.Chart.Role;
import org.pmemycsb.harness.report.model.Columns;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.model.Section.Output;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.model.Table.Field;
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

  public List<Section> sections() {
    if (prices.isEmpty()) {
      return List.of();
    }
    String title = "Price and performance";
    return List.of(
        cells.isEmpty()
            ? Section.of(
                "price-section", title, reading(), List.of(without()), Output.PAGE, Output.DOCUMENT)
            : Section.of("price-section", title, reading(), table()));
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

  /** The cells of a database under the same conditions, by phase. */
  private record Line(Conditions key, Map<String, Cell> byPhase) {
    private <N extends Number> Field cost(Function<Cost, N> part, Function<Number, String> words) {
      return figure(
          byPhase.values().stream().flatMap(cell -> cell.cost().stream()).findFirst().map(part),
          words);
    }
  }

  /** A row for each database, set of conditions and space of a load, a column for each phase. */
  private Table table() {
    Columns<Line> columns =
        Throughput.<Line>labels(true, line -> Field.text(names.of(line.key())), Line::key)
            .number("space", line -> line.cost(Cost::occupiedBytes, PriceTables::space));
    if (logsApart()) {
      columns.number(
          "of it log apart",
          line ->
              line.key().logPlace().isEmpty()
                  ? Field.NONE
                  : line.cost(Cost::logBytes, PriceTables::space));
    }
    columns
        .number("for each byte", line -> line.cost(Cost::amplification, PriceTables::digits))
        .number("cost in " + currency(), line -> line.cost(Cost::amount, PriceTables::digits))
        .number(
            "records for 1 " + currency(),
            line -> line.cost(Cost::recordsPerUnit, PriceTables::whole));
    cells.stream()
        .map(cell -> cell.key().phase())
        .distinct()
        .forEach(phase -> columns.number(phase, line -> throughput(line.byPhase().get(phase))));
    Map<List<?>, Line> lines = new LinkedHashMap<>();
    for (Cell cell : cells) {
      lines
          .computeIfAbsent(
              List.of(cell.key().in(""), cell.cost()),
              any -> new Line(cell.key().in(""), new LinkedHashMap<>()))
          .byPhase()
          .put(cell.key().phase(), cell);
    }
    return columns.grid(
        "price", "Operations per second for 1 " + currency(), List.copyOf(lines.values()));
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

  private static Field figure(Optional<? extends Number> figure, Function<Number, String> words) {
    return figure
        .map(known -> Field.number(words.apply(known), known.doubleValue()))
        .orElse(Field.NONE);
  }

  private static String space(Number bytes) {
    return digits(bytes.doubleValue() / (1 << 20)) + " MiB";
  }

  private static String digits(Number figure) {
    return new BigDecimal(figure.doubleValue()).round(THREE_DIGITS).toPlainString();
  }

  private static String whole(Number figure) {
    return Figures.grouped(figure.doubleValue());
  }
}
