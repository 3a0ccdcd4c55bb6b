package org.pmemycsb.harness.run;

import java.util.OptionalLong;
import org.pmemycsb.spi.DatabaseServer;

/**
 * A store that lies in the processes of its clients: one shard of it in the worker of each machine.
 * It is the database of a run, and the crew that makes the run's phases. Closing it removes the
 * shards and ends the workers.
 */
public interface Shards extends DatabaseServer, Crew {
  /** The space that the files of all shards take; empty if nobody knows. */
  OptionalLong bytes();

  @Override
  void close();
}
