package org.pmemycsb.harness.report.tables;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.analysis.UsageFigure;
import org.pmemycsb.harness.host.ProcessUsage;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.model.Section.Output;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.model.Table.Column;
import org.pmemycsb.harness.report.model.Table.Field;
import org.pmemycsb.harness.report.model.Table.Row;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Usage;

/** What operations cost the machine, as a section. */
public final class UsageTables {
  private static final String TITLE = "What an operation costs";
  private static final String READING =
      "For each operation, over all valid runs: processor time with its part in the kernel, context"
          + " switches, page faults, and bytes read from and written to devices. Memory is the"
          + " largest since the processes began. The client's process holds the harness, and a"
          + " store that has no server. docs/reference/formats.md says how it is read.";
  private static final Map<String, Function<Usage, ProcessUsage>> SIDES =
      new TreeMap<>(Map.of("client", Usage::client, "server", Usage::server));

  private UsageTables() {}

  /** A row for the client of each cell, and one for its server; nothing where none is known. */
  public static Section section(Results results, Names names) {
    List<Column> columns = new ArrayList<>(Throughput.labels(names.placed()));
    columns.addAll(Column.texts("phase", "processes"));
    for (UsageFigure figure : UsageFigure.values()) {
      columns.add(Column.number(heading(figure)));
    }
    List<Row> rows = new ArrayList<>();
    for (Cell cell : results.cells()) {
      SIDES.forEach(
          (side, processes) -> {
            if (cell.valid() && cell.usage().map(processes).isPresent()) {
              rows.add(row(cell, names, side, processes));
            }
          });
    }
    return Section.of(
            "usage-section",
            Table.grid("usage", TITLE, columns, rows),
            Output.PAGE,
            Output.DOCUMENT)
        .linked(TITLE)
        .titled(TITLE, READING);
  }

  private static String heading(UsageFigure figure) {
    return switch (figure) {
      case CPU -> "CPU, us";
      case SYSTEM -> "in the kernel, us";
      case SWITCHES -> "context switches";
      case FAULTS -> "page faults";
      case READ -> "bytes read";
      case WRITTEN -> "bytes written";
      case RESIDENT -> "memory, MiB";
    };
  }

  private static Row row(
      Cell cell, Names names, String side, Function<Usage, ProcessUsage> processes) {
    List<Field> row = Throughput.labels(cell.key(), names);
    row.add(Field.text(cell.key().phase()));
    row.add(Field.text(side));
    for (UsageFigure figure : UsageFigure.values()) {
      row.add(figure(figure.of(cell.usage(), processes)));
    }
    return new Row(false, row);
  }

  private static Field figure(OptionalDouble figure) {
    return Field.of(
        figure, number -> String.format(Locale.ROOT, number >= 100 ? "%,.0f" : "%.2f", number));
  }
}
