package org.pmemycsb.spi;

import java.io.IOException;

/**
 * Starts the processes of a server. The harness lists them, so that none outlives it. It kills them
 * when it is interrupted. If the harness itself is killed, the next harness on the machine kills
 * them.
 *
 * <p>An adapter starts every process of its server here. The harness may put a command in front
 * that binds the process to processors and memory. Processes that the server starts inherit the
 * binding.
 */
@FunctionalInterface
public interface ProcessStarter {
  /** Starts a process; may change the command of the builder. */
  Process start(ProcessBuilder command) throws IOException;
}
