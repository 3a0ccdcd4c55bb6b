package org.pmemycsb.harness.measure;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.RunPart;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.ServerSettings;

/** Makes the operations of a run's phases and times them. */
public interface Runner {
  /** How long a database may be silent before it is given up. */
  default Duration patience() {
    return ServerSettings.USUAL_PATIENCE;
  }

  /** Gets ready for a run; the database is up and empty. */
  Session start(RunTask task) throws DatabaseException, IOException, InterruptedException;

  /**
   * A way to make a phase for a feature, beside that of the experiment.
   *
   * @param number its operations differ from those of another number; the experiment has 0
   * @param rate operations per second, from which latencies count; 0 for the experiment's
   * @param mostOperations the phase ends after so many
   * @param warmsUp whether it has the warm-up of the experiment
   * @param isUp whether the database is up; if not, a client feature waits for its start
   */
  record Variant(
      int number,
      double rate,
      long mostOperations,
      boolean warmsUp,
      boolean isUp,
      List<ClientFeature.Settings> features) {
    /** The way of the experiment, with further features. */
    public static Variant with(List<ClientFeature.Settings> features) {
      return new Variant(0, 0, Long.MAX_VALUE, true, true, features);
    }

    /** A trial of a search, without a warm-up; the first has number 1. */
    public static Variant trial(int number, double rate) {
      return new Variant(number, rate, Long.MAX_VALUE, false, true, List.of());
    }
  }

  @FunctionalInterface
  interface Listener {
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
    default Listener during(RunPart part) {
      return new Listener() {
        @Override
        public void operations(long finished) {}

        @Override
        public void enter(RunPart ignored) {
          Listener.this.enter(part);
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
    Measurement run(Phase phase, long recordCount, Listener listener)
        throws IOException, InterruptedException;

    /**
     * Empties the database and loads it again, so that the next phase finds what the first one
     * found. Returns the failure, if any.
     */
    default Optional<String> reload(Phase load, long records, Listener listener)
        throws IOException, InterruptedException {
      throw new UnsupportedOperationException("this runner loads once");
    }

    /**
     * Runs a phase in another way; its figures are not kept in files.
     *
     * @param records as in {@link #run(Phase, long, Listener)}
     * @return at a rate, with {@link org.pmemycsb.harness.result.Pace#goalUs}
     */
    default Measurement run(Phase phase, long records, Variant variant, Listener listener)
        throws IOException, InterruptedException {
      throw new UnsupportedOperationException("this runner makes phases in one way");
    }

    /**
     * Kills the process of the clients, as a crash would. The next phase is made in a fresh one.
     *
     * @throws DatabaseException if it does not end
     */
    default void renewClients() throws DatabaseException, IOException, InterruptedException {
      throw new UnsupportedOperationException("this runner keeps its clients");
    }

    @Override
    void close();
  }
}
