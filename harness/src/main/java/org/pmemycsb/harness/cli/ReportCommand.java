package org.pmemycsb.harness.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.pmemycsb.harness.calibrate.Calibration;
import org.pmemycsb.harness.claim.ClaimResult;
import org.pmemycsb.harness.claim.Verdict;
import org.pmemycsb.harness.report.CalibrationTable;
import org.pmemycsb.harness.report.ClaimsTable;
import org.pmemycsb.harness.report.ResultFolder;
import org.pmemycsb.harness.report.ThroughputTable;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Unavailable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes the files again that follow from the journal of a result folder. */
@Command(
    name = "report",
    description = "Makes the summaries, reports, tables and plots of a result folder again.",
    mixinStandardHelpOptions = true)
final class ReportCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DIR", description = "The result folder.")
  private Path folder;

  @Option(
      names = "--strict-claims",
      description = "A claim that FAILS makes the exit status 1, as an invalid cell does.")
  private boolean strictClaims;

  @Override
  public Integer call() throws IOException {
    return show(ResultFolder.open(folder), strictClaims);
  }

  /** Writes the files, prints the table, and gives the exit status: invalid cells make it 1. */
  static int show(ResultFolder results, boolean strictClaims) throws IOException {
    List<Cell> cells = results.render();
    List<Unavailable> unavailable = results.unavailable();
    System.out.print(ThroughputTable.of(cells, unavailable).toText());
    System.out.println("operations per second; all files in " + results.path());
    List<Calibration> calibrations = results.calibrations();
    if (!calibrations.isEmpty()) {
      System.out.print("\n" + CalibrationTable.of(calibrations).toText());
    }
    unavailable.forEach(each -> System.out.println(each.describe()));
    List<ClaimResult> claims = results.claims(cells);
    if (!claims.isEmpty()) {
      System.out.print("\n" + ClaimsTable.toText(claims));
    }
    List<Cell> invalid = cells.stream().filter(cell -> !cell.valid()).toList();
    for (Cell cell : invalid) {
      Cell.Key key = cell.key();
      System.err.printf(
          "pmem-ycsb: INVALID: %s, phase %s, threads %s, value %s: %s%n",
          key.database(),
          key.phase(),
          key.threads(),
          key.valueSizeBytes(),
          String.join("; ", cell.reasons()));
    }
    boolean failed =
        strictClaims && claims.stream().anyMatch(claim -> claim.verdict() == Verdict.FAILS);
    return invalid.isEmpty() && !failed ? Main.OK : Main.INVALID;
  }
}
