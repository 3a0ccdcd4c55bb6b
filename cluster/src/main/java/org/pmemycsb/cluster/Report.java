package org.pmemycsb.cluster;

import java.io.Serializable;

/**
 * The report of a task on its machine.
 *
 * @param machine from 0
 * @param host as Spark names it
 * @param executor Spark's name of the JVM that holds the worker
 * @param answer the text behind {@code ANSWER}; empty without a phase
 * @param clockMicros the machine's clock less the harness's
 * @param lateMicros how long after the instant {@code START} was said; 0 if in time
 */
record Report(
    int machine, String host, String executor, String answer, long clockMicros, long lateMicros)
    implements Serializable {
  /** How users know a machine: they count from 1. */
  static String name(int machine, String host) {
    return "machine %d (%s)".formatted(machine + 1, host);
  }
}
