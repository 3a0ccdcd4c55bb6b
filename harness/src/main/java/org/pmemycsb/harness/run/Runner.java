package org.pmemycsb.harness.run;

import java.io.IOException;
import java.util.function.LongConsumer;
import org.pmemycsb.harness.experiment.Phase;
import org.pmemycsb.harness.result.Measurement;

/** Makes the operations of a run's phases and times them. */
public interface Runner {
  /** Gets ready for a run; the database is up and empty. */
  Session start(RunTask task) throws IOException;

  /**
   * A trial of a search.
   *
   * @param number from 1
   * @param rate operations per second
   */
  record Step(int number, double rate) {}

  /** One run, phase after phase. */
  interface Session extends AutoCloseable {
    /**
     * Runs one phase to its end; no client is connected before and after it.
     *
     * @param phase which
     * @param recordCount records to load, or those in the database when a workload starts
     * @param progress told the number of operations finished so far, about once a second
     * @return what was measured; a failure of the database is an outcome and not an exception
     * @throws IOException if the runner itself cannot work, for example because a disk is full
     */
    Measurement run(Phase phase, long recordCount, LongConsumer progress)
        throws IOException, InterruptedException;

    /**
     * Runs a phase once more, at a rate, as a trial of a search; without a warm-up.
     *
     * @param records as in {@link #run(Phase, long, LongConsumer)}
     * @return with {@link org.pmemycsb.harness.result.Pace#goalUs}
     */
    default Measurement run(Phase phase, long records, Step step, LongConsumer progress)
        throws IOException, InterruptedException {
      throw new UnsupportedOperationException("this runner searches no capacity");
    }

    /** Ends what the session started. */
    @Override
    void close();
  }
}
