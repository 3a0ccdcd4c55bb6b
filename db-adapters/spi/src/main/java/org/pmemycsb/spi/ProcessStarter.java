package org.pmemycsb.spi;

import java.io.IOException;

/**
 * Starts the processes of a server. The harness keeps account of them, so that none outlives it. It
 * kills them when it is interrupted. If the harness itself is killed, the next harness on the
 * machine kills them.
 */
@FunctionalInterface
public interface ProcessStarter {
  /** Starts a process. */
  Process start(ProcessBuilder command) throws IOException;
}
