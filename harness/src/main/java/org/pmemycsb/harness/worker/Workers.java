package org.pmemycsb.harness.worker;

import java.io.IOException;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.run.Runner;
import org.pmemycsb.harness.worker.Messages.PhaseCommand;

/** The processes with the clients of a run: one on this machine, or one on each of several. */
interface Workers extends AutoCloseable {
  /** Runs a phase. A failure of the database or of a worker is an outcome. */
  Measurement make(PhaseCommand command, Runner.Watch watch)
      throws IOException, InterruptedException;

  @Override
  void close();
}
