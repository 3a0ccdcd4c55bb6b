package org.pmemycsb.spi;

/** A database with processes of its own, which the harness can kill and start again. Optional. */
public interface Restartable extends DatabaseServer {
  /**
   * Kills the database at once (SIGKILL), as a crash would, and returns when all its processes have
   * ended.
   */
  void crash() throws DatabaseException;

  /** Starts the database again on the data that {@link #crash()} left. */
  void restart() throws DatabaseException;
}
