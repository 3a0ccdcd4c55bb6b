package org.pmemycsb.harness.run;

import java.util.List;
import org.pmemycsb.harness.experiment.Phase;
import org.pmemycsb.harness.experiment.RunSpec;
import org.pmemycsb.harness.result.PhaseResult;

/** Told how far the harness is; what it shows is its own affair. */
public interface Progress {
  /** Before the first run: those to be made, without those that were made before. */
  void gridStarted(List<RunSpec> runs);

  /** A run begins. */
  void runStarted(RunSpec run);

  /** A phase of the run begins. */
  void phaseStarted(RunSpec run, Phase phase);

  /** Operations of the phase finished so far; called from another thread, about once a second. */
  void operations(Phase phase, long finished);

  /** A phase ended. */
  void phaseFinished(PhaseResult result);

  /** A run is in the journal. */
  void runFinished(RunSpec run);
}
