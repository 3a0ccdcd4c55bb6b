package org.pmemycsb.spi;

import java.io.IOException;

/**
 * Starts the processes of a server. The harness keeps account of them, so that none outlives it:
 * they are killed when it is interrupted, and the next harness on the machine kills what one that
 * was killed itself has left.
 */
@FunctionalInterface
public interface ProcessStarter {
  /** Starts a process. */
  Process start(ProcessBuilder command) throws IOException;
}
