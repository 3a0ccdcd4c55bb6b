package org.pmemycsb.harness.run;

import java.io.IOException;
import java.util.function.LongConsumer;
import org.pmemycsb.harness.experiment.Phase;

/** Makes the operations of a run's phases and times them. */
public interface Runner {
  /**
   * Runs one phase to its end.
   *
   * @param phase which
   * @param recordCount records to load, or those in the database when a workload starts
   * @param progress told the number of operations finished so far, about once a second
   * @return what was measured; a failure of the database is an outcome and not an exception
   * @throws IOException if the runner itself cannot work, for example because a disk is full
   */
  PhaseOutcome run(RunTask task, Phase phase, long recordCount, LongConsumer progress)
      throws IOException, InterruptedException;
}
