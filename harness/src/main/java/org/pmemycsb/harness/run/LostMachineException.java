package org.pmemycsb.harness.run;

import org.pmemycsb.spi.DatabaseException;

/** A machine of the cluster is lost, so the database has no fault. The message is one line. */
public final class LostMachineException extends DatabaseException {
  private static final long serialVersionUID = 1L;

  public LostMachineException(String message) {
    super(message);
  }
}
