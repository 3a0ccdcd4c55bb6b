package org.pmemycsb.harness.measure;

import java.io.PrintStream;
import java.util.List;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.settings.RunSpec;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.RunPart;

/** The harness tells it how far it is. What an implementation does not show, it leaves out. */
public interface Progress extends AutoCloseable {
  /** Before the first run: those to be made, without those that were made before. */
  default void gridStarted(List<RunSpec> runs) {}

  /** A run comes after those of the grid. */
  default void runAdded(RunSpec run) {}

  /** Its runs begin, one after another or side by side. */
  default void invocationStarted(List<RunSpec> invocation) {}

  default void runStarted(RunSpec run) {}

  default void phaseStarted(RunSpec run, Phase phase) {}

  default void partStarted(RunPart part) {}

  /** Operations of the phase finished so far; called from another thread, about once a second. */
  default void operations(Phase phase, long finished) {}

  default void phaseFinished(PhaseResult result) {}

  /** A run is in the journal. */
  default void runFinished(RunSpec run) {}

  /** Prints a text between the lines of the display. */
  default void print(PrintStream out, String text) {}

  /**
   * Ends the display: nothing is shown from now on. Safe to call again, and from a shutdown hook,
   * which then ends phases that have no fault.
   */
  @Override
  default void close() {}
}
