package org.pmemycsb.harness.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import org.pmemycsb.harness.design.RunSpec;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.run.Progress;

/** One line for each phase that ended. */
final class PlainProgress implements Progress {
  private final PrintStream out;
  private int total;
  private int current;

  PlainProgress(PrintStream out) {
    this.out = out;
  }

  @Override
  public void gridStarted(List<RunSpec> runs) {
    total = runs.size();
  }

  @Override
  public void runAdded(RunSpec run) {
    total++;
  }

  @Override
  public void runStarted(RunSpec run) {
    current++;
    out.println("run " + current + " of " + total + ": " + run.describe());
  }

  @Override
  public void print(PrintStream to, String text) {
    to.print(text);
    to.flush();
  }

  @Override
  public void phaseFinished(PhaseResult result) {
    out.printf(
        Locale.ROOT,
        "  %-4s %s%n",
        result.phase(),
        result.valid()
            ? String.format(
                Locale.ROOT,
                "%,12.0f operations/s in %.1f s%s",
                result.throughputOpsS(),
                result.measurement().seconds(),
                result.measurement().pace().unsustained() ? ", UNSUSTAINED" : "")
            : "INVALID: " + result.reason());
  }
}
