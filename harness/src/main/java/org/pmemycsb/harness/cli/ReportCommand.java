package org.pmemycsb.harness.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.pmemycsb.harness.calibrate.Calibration;
import org.pmemycsb.harness.report.CalibrationTable;
import org.pmemycsb.harness.report.ResultFolder;
import org.pmemycsb.harness.report.ThroughputTable;
import org.pmemycsb.harness.result.Cell;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Makes the tables of a result folder again. */
@Command(
    name = "report",
    description = "Makes the tables of a result folder again from its journal.",
    mixinStandardHelpOptions = true)
final class ReportCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DIR", description = "The result folder.")
  private Path folder;

  @Override
  public Integer call() throws IOException {
    return show(ResultFolder.open(folder));
  }

  /** Renders, prints the table, and gives the exit status that the cells call for. */
  static int show(ResultFolder results) throws IOException {
    List<Cell> cells = results.render();
    System.out.print(ThroughputTable.of(cells).toText());
    System.out.println("operations per second; all files in " + results.path());
    List<Calibration> calibrations = results.calibrations();
    if (!calibrations.isEmpty()) {
      System.out.print("\n" + CalibrationTable.of(calibrations).toText());
    }
    List<Cell> invalid = cells.stream().filter(cell -> !cell.valid()).toList();
    for (Cell cell : invalid) {
      System.err.println(
          "pmem-ycsb: INVALID: "
              + cell.key().database()
              + ", phase "
              + cell.key().phase()
              + ", threads "
              + cell.key().threads()
              + ", value "
              + cell.key().valueSizeBytes()
              + ": "
              + String.join("; ", cell.reasons()));
    }
    return invalid.isEmpty() ? Main.OK : Main.INVALID;
  }
}
