/**
 * Decides operations, keys and values before the clock starts, and checks that reads return the
 * values that were written.
 *
 * <p>Operations are recorded from YCSB's own CoreWorkload ({@link
 * org.pmemycsb.harness.client.trace.Trace}), kept 64 bits each ({@link
 * org.pmemycsb.harness.client.trace.Operation}), and may be stored for another program to make
 * ({@link org.pmemycsb.harness.client.trace.OperationFile}). This room reads no clock and calls no
 * database.
 *
 * <p>Priorities: exactly YCSB's distributions, then no work and no allocation when an operation is
 * replayed. Threads: traces, value sources, verifiers and {@link
 * org.pmemycsb.harness.client.trace.NewKeys} are shared between threads; cursors and iterators
 * belong to one. Errors: wrong properties are an {@link java.lang.IllegalArgumentException} with
 * one line for the user.
 */
package org.pmemycsb.harness.client.trace;
