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
 * <p>YCSB draws from {@link java.util.concurrent.ThreadLocalRandom}, which cannot be seeded. {@link
 * org.pmemycsb.harness.client.trace.SeededLoader} therefore loads YCSB's workload and generator
 * classes once more, and changes only the name of that class to {@link
 * org.pmemycsb.harness.client.trace.SeededRandom}. So the mix, the distributions and the order of
 * draws are YCSB's own. {@link org.pmemycsb.harness.client.trace.RecordingWorkload} lives in that
 * class loader. It sees only public members of this package.
 *
 * <p>Priorities: exactly YCSB's distributions, then no work and no allocation when an operation is
 * replayed. Threads: traces, key tables, value sources, verifiers and {@link
 * org.pmemycsb.harness.client.trace.NewKeys} are shared between threads; cursors and iterators
 * belong to one. Errors: wrong properties are an {@link java.lang.IllegalArgumentException} with
 * one line for the user.
 */
package org.pmemycsb.harness.client.trace;
