package org.pmemycsb.harness.report.tables;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.model.Table.Columns;
import org.pmemycsb.harness.report.model.Table.Field;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Ratio;
import org.pmemycsb.harness.statistics.Call;
import org.pmemycsb.harness.statistics.Interval;

/** {@link Ratio Ratios} of pairs as a table. */
public final class PairTables {
  public static final String RULE =
      "Faster and slower: the 95 % interval of the ratio excludes 1. Equal: it lies between 0.90 and"
          + " 1.11. Otherwise the ratio is unclear.";

  private static final Map<Call, String> HEADS =
      Map.of(
          Call.FASTER, "faster than",
          Call.SLOWER, "slower than",
          Call.EQUAL, "equal to",
          Call.UNCLEAR, "unclear");
  private static final Map<Call, String> VERDICTS =
      Map.of(
          Call.FASTER, "A is faster",
          Call.SLOWER, "B is faster",
          Call.EQUAL, "equal",
          Call.UNCLEAR, "unclear");

  private PairTables() {}

  private record Side(Conditions key, Conditions other, Call call) {}

  /** A row for each database under the same conditions, with the phases of each call. */
  public static Table byDatabase(Names names, List<Ratio> pairs) {
    Map<Conditions, List<Side>> sides =
        Cells.grouped(
            pairs.stream()
                .flatMap(
                    pair ->
                        Stream.of(
                            new Side(pair.upper().key(), pair.lower().key(), pair.call()),
                            new Side(pair.lower().key(), pair.upper().key(), pair.call().turned())))
                .toList(),
            side -> side.key().in(""));
    Columns<Map.Entry<Conditions, List<Side>>> columns =
        Throughput.labels(names, Map.Entry::getKey);
    for (Call call : Call.values()) {
      columns.text(HEADS.get(call), row -> others(names, call, row.getValue()));
    }
    return columns.table("pairs-by-database", "Phases of each call", List.copyOf(sides.entrySet()));
  }

  private static String others(Names names, Call call, List<Side> sides) {
    return Cells.grouped(
            sides.stream().filter(side -> side.call() == call).toList(),
            side -> names.of(side.other()))
        .entrySet()
        .stream()
        .map(
            each ->
                each.getKey()
                    + " ("
                    + each.getValue().stream()
                        .map(side -> side.key().phase())
                        .collect(Collectors.joining(" "))
                    + ")")
        .collect(Collectors.joining(", "));
  }

  /**
   * A row for each pair.
   *
   * @param names of the databases, with the runner if there are several
   */
  public static Table table(Names names, List<Ratio> pairs) {
    Columns<Ratio> columns = new Columns<Ratio>().text("phase", pair -> pair.upper().key().phase());
    Throughput.sizes(columns, pair -> pair.upper().key());
    if (names.placed()) {
      columns.text(Table.PLACE, pair -> pair.upper().key().where());
    }
    return columns
        .text("A", pair -> names.of(pair.upper().key()))
        .text("B", pair -> names.of(pair.lower().key()))
        .number("A/B", pair -> Field.number(Figures.text("%.2f", pair.figure()), pair.figure()))
        .number("95 % interval", pair -> Field.text(interval(pair.known().interval())))
        .text("verdict", pair -> VERDICTS.get(pair.call()))
        .table("pairs", "Every two databases under the same conditions", pairs);
  }

  private static String interval(Interval known) {
    return Figures.text("%.2f to %.2f", known.low(), known.high());
  }
}
