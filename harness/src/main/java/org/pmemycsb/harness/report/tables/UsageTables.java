package org.pmemycsb.harness.report.tables;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.analysis.UsageFigure;
import org.pmemycsb.harness.host.ProcessUsage;
import org.pmemycsb.harness.report.model.Columns;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.model.Table.Field;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Usage;

/** What operations cost the machine, as a section. */
public final class UsageTables {
  private static final String TITLE = "What an operation costs";
  private static final String READING =
      "For each operation, over all valid runs: processor time with its part in the kernel, context"
          + " switches, page faults, and bytes read from and written to devices. Memory is the"
          + " largest since the run began. The client's process holds the harness, and a"
          + " store that has no server. docs/reference/formats.md says how it is read.";
  private static final Map<String, Function<Usage, ProcessUsage>> SIDES =
      new TreeMap<>(Map.of("client", Usage::client, "server", Usage::server));

  private UsageTables() {}

  private record Side(Cell cell, String name, Function<Usage, ProcessUsage> processes) {
    private OptionalDouble figure(UsageFigure figure) {
      return figure.of(cell.usage(), processes);
    }
  }

  /** A row for the client of each cell, and one for its server; nothing where none is known. */
  public static Section section(Results results, Names names) {
    List<Side> sides = new ArrayList<>();
    for (Cell cell : results.cells()) {
      SIDES.forEach(
          (name, processes) -> {
            if (cell.valid() && cell.usage().map(processes).isPresent()) {
              sides.add(new Side(cell, name, processes));
            }
          });
    }
    Columns<Side> columns =
        Throughput.<Side>labels(names, side -> side.cell().key())
            .text("phase", side -> side.cell().key().phase())
            .text("processes", Side::name);
    for (UsageFigure figure : UsageFigure.values()) {
      columns.number(heading(figure), side -> Field.of(side.figure(figure), Figures::hundredths));
    }
    return Section.of("usage-section", TITLE, READING, columns.grid("usage", TITLE, sides));
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
}
