package org.pmemycsb.harness.cli;

import java.util.List;
import org.pmemycsb.harness.experiment.Phase;
import org.pmemycsb.harness.experiment.RunSpec;
import org.pmemycsb.harness.host.Terminal;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.run.Progress;

/**
 * Progress on standard error, in the form that suits it: a live line for a person, plain lines for
 * a pipe, or nothing.
 */
record ProgressDisplay(Progress progress, Runnable end) implements AutoCloseable {

  static ProgressDisplay choose(boolean quiet) {
    if (quiet) {
      return new ProgressDisplay(new Quiet(), () -> {});
    }
    if (Terminal.onStandardError()) {
      LiveProgress live = new LiveProgress(System.err);
      return new ProgressDisplay(live, live::close);
    }
    return new ProgressDisplay(new PlainProgress(System.err), () -> {});
  }

  @Override
  public void close() {
    end.run();
  }

  /** Shows nothing. */
  private static final class Quiet implements Progress {
    @Override
    public void gridStarted(List<RunSpec> runs) {}

    @Override
    public void runStarted(RunSpec run) {}

    @Override
    public void phaseStarted(RunSpec run, Phase phase) {}

    @Override
    public void operations(Phase phase, long finished) {}

    @Override
    public void phaseFinished(PhaseResult result) {}

    @Override
    public void runFinished(RunSpec run) {}
  }
}
