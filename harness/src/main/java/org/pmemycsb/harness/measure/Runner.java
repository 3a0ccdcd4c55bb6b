package org.pmemycsb.harness.measure;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.RunPart;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.ServerSettings;

/** Makes the operations of a run's phases and times them. */
public interface Runner {
  /** How long a database may be silent before it is given up. */
  default Duration patience() {
    return ServerSettings.USUAL_PATIENCE;
  }

  /** Gets ready for a run; the database is up and empty. */
  Session start(RunTask task) throws IOException, InterruptedException;

  /**
   * A trial of a search.
   *
   * @param number from 1
   * @param rate operations per second
   */
  record Step(int number, double rate) {}

  @FunctionalInterface
  interface Watch {
    /** Operations of the phase finished so far; called about once a second while it is measured. */
    void operations(long finished);

    /** Another part of the run begins; called in the thread that runs the phase. */
    default void enter(RunPart part) {}

    /**
     * Waits for the turn of this database to make the next iteration of the phase.
     *
     * @return false if the phase is over for all databases
     */
    default boolean turn() throws InterruptedException {
      throw new UnsupportedOperationException("this phase is made in one piece");
    }

    /** The same for operations that are not the phase's: all their time belongs to one part. */
    default Watch during(RunPart part) {
      return new Watch() {
        @Override
        public void operations(long finished) {}

        @Override
        public void enter(RunPart ignored) {
          Watch.this.enter(part);
        }
      };
    }
  }

  /** One run, phase after phase. */
  interface Session extends AutoCloseable {
    /**
     * Runs one phase to its end; no client is connected before and after it.
     *
     * @param recordCount records to load, or those in the database when a workload starts
     * @return what was measured; a failure of the database is an outcome and not an exception
     * @throws IOException if the runner itself cannot work, for example because a disk is full
     */
    Measurement run(Phase phase, long recordCount, Watch watch)
        throws IOException, InterruptedException;

    /**
     * Empties the database and loads it again, so that the next phase finds what the first one
     * found.
     *
     * @param load the phase that loads
     * @return the failure, if any
     */
    default Optional<String> reload(Phase load, long records, Watch watch)
        throws IOException, InterruptedException {
      throw new UnsupportedOperationException("this runner loads once");
    }

    /**
     * Runs a phase once more, at a rate, as a trial of a search; without a warm-up.
     *
     * @param records as in {@link #run(Phase, long, Watch)}
     * @return with {@link org.pmemycsb.harness.result.Pace#goalUs}
     */
    default Measurement run(Phase phase, long records, Step step, Watch watch)
        throws IOException, InterruptedException {
      throw new UnsupportedOperationException("this runner searches no capacity");
    }

    /**
     * Kills the database and starts it again. No client is connected before and after it.
     *
     * @param records as in {@link #run(Phase, long, Watch)}
     * @return with {@link Measurement#restart}; a failure of the database is an outcome
     */
    default Measurement restart(Phase phase, long records, DatabaseServer server, Watch watch)
        throws IOException, InterruptedException {
      throw new UnsupportedOperationException("this runner restarts no database");
    }

    /** Ends what the session started. */
    @Override
    void close();
  }
}
