package org.pmemycsb.harness.report.tables;

import java.util.List;
import java.util.OptionalDouble;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.report.model.Columns;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.model.Table.Field;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.FileColumn;
import org.pmemycsb.harness.result.FileColumns;

/** What operations cost the machine, as a section. */
public final class UsageTables {
  private static final String TITLE = "What an operation costs";
  private static final String READING =
      "For each operation, over all valid runs: processor time with its part in the kernel, context"
          + " switches, page faults, and bytes read from and written to devices. Memory is the"
          + " largest since the run began. The client's process holds the harness, and a"
          + " store that has no server.";
  private static final List<String> SIDES = List.of("client", "server");

  private UsageTables() {}

  private record Side(Cell cell, String name) {
    private OptionalDouble figure(int column) {
      return cell.figure(figures(name).get(column).name());
    }
  }

  private static List<FileColumn> figures(String side) {
    return FileColumns.shown(side + "_");
  }

  /** A row for the client of each cell, and one for its server; nothing where none is known. */
  public static Section section(Results results, Names names) {
    List<Side> sides =
        results.cells().stream()
            .filter(Cell::valid)
            .flatMap(cell -> SIDES.stream().map(name -> new Side(cell, name)))
            .filter(side -> side.figure(0).isPresent())
            .toList();
    Columns<Side> columns =
        Throughput.<Side>labels(names, side -> side.cell().key())
            .text("phase", side -> side.cell().key().phase())
            .text("processes", Side::name);
    List<FileColumn> all = figures(SIDES.get(0));
    for (int i = 0; i < all.size(); i++) {
      int at = i;
      String head = all.get(i).head().substring(SIDES.get(0).length() + 1);
      columns.number(head, side -> Field.of(side.figure(at), Figures::hundredths));
    }
    return Section.of("usage-section", TITLE, READING, columns.grid("usage", TITLE, sides));
  }
}
