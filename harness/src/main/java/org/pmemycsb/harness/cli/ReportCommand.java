package org.pmemycsb.harness.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.analysis.claim.ClaimVerdict;
import org.pmemycsb.harness.report.Report;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.ResultFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "report",
    description = "Writes the summaries, reports, tables and plots of a result folder again.",
    mixinStandardHelpOptions = true)
final class ReportCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DIR", description = "The result folder.")
  private Path folder;

  @Option(
      names = "--strict-claims",
      description = "Exit status 1 if a claim FAILS, as for an INVALID cell.")
  private boolean strictClaims;

  @Mixin private SharedOptions.Output output;

  @Override
  public Integer call() throws IOException {
    return show(ResultFolder.open(folder), strictClaims, output.details());
  }

  /** Writes the files, prints the answer, and gives the exit status: invalid cells make it 1. */
  static int show(ResultFolder results, boolean strictClaims, boolean details) throws IOException {
    Report.Rendered rendered = Report.render(results, details);
    System.out.print(rendered.text());
    Results found = rendered.results();
    found.journal().remarks().forEach(Main::warn);
    List<Cell> invalid = found.invalid();
    for (Cell cell : invalid) {
      System.err.printf(
          "pmem-ycsb: INVALID: %s: %s%n",
          cell.key().described(), String.join("; ", cell.repeats().reasons()));
    }
    boolean failed =
        strictClaims
            && found.claims().stream().anyMatch(claim -> claim.verdict() == ClaimVerdict.FAILS);
    return invalid.isEmpty() && !failed ? Main.OK : Main.INVALID;
  }
}
