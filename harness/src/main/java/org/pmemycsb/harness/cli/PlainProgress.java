package org.pmemycsb.harness.cli;

import java.io.PrintStream;
import java.util.List;
import org.pmemycsb.harness.measure.Progress;
import org.pmemycsb.harness.plan.settings.RunSpec;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Restart;

/**
 * A line for each invocation and each INVALID phase; with details, one for each run and phase.
 * Thread-safe.
 */
final class PlainProgress implements Progress {
  private final PrintStream out;
  private final boolean details;
  private final String of;
  private int total;
  private int begun;
  private int current;
  private boolean closed;

  PlainProgress(PrintStream out, boolean details, boolean open) {
    this.out = out;
    this.details = details;
    this.of = of(open);
  }

  /** Between the number of a run and the number of runs that are known by now. */
  static String of(boolean open) {
    return open ? " of at least " : " of ";
  }

  @Override
  public synchronized void gridStarted(List<RunSpec> runs) {
    total = runs.size();
  }

  @Override
  public synchronized void runAdded(RunSpec run) {
    total++;
  }

  @Override
  public synchronized void invocationStarted(List<RunSpec> invocation) {
    int first = begun + 1;
    begun += invocation.size();
    if (!details) {
      String runs = first == begun ? "run " + first : "runs " + first + " to " + begun;
      print(out, runs + of + total + ": " + RunSpec.describe(invocation) + "\n");
    }
  }

  @Override
  public synchronized void runStarted(RunSpec run) {
    current++;
    if (details) {
      print(out, "run " + current + of + total + ": " + run.describe() + "\n");
    }
  }

  @Override
  public synchronized void print(PrintStream to, String text) {
    if (!closed) {
      to.print(text);
      to.flush();
    }
  }

  @Override
  public synchronized void phaseFinished(PhaseResult result) {
    if (!details && result.valid()) {
      return;
    }
    print(
        out,
        Figures.text(
            "  %-4s %-16s %s%n",
            result.phase(),
            name(result.conditions()),
            result.valid() ? figures(result.measurement()) : "INVALID: " + result.reason()));
  }

  /** Phases of several databases come in turn, so each line names its own. */
  private static String name(Conditions of) {
    return of.database() + (of.where().isEmpty() ? "" : "@" + of.where());
  }

  private static String figures(Measurement measured) {
    Restart restart = measured.start().restart();
    return restart == null
        ? Figures.text(
            "%,12.0f operations/s in %.1f s%s",
            measured.throughputOpsS(),
            measured.work().seconds(),
            measured.pace().unsustained() ? ", UNSUSTAINED" : "")
        : Figures.text(
            "up after %.3f s, first right answer after %.3f s, %s",
            restart.upSeconds(),
            restart.answerSeconds(),
            restart.backSeconds() == null
                ? "throughput not back in the phase"
                : Figures.text("throughput back after %.3f s", restart.backSeconds()));
  }

  @Override
  public synchronized void close() {
    closed = true;
  }
}
