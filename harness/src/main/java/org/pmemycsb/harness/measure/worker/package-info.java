/**
 * The trace runner: both ends of the pipe to the JVM in which a run is made.
 *
 * <p>One JVM takes a database through all phases of a run ({@link
 * org.pmemycsb.harness.measure.worker.WorkerMain}); the harness tells it what to do ({@link
 * org.pmemycsb.harness.measure.worker.TraceRunner}). They speak in lines through the worker's
 * standard input and output; the output of a database client goes to standard error. The worker
 * ends when its input does, so it never outlives the harness.
 *
 * <p>In a cluster there is such a JVM on each machine. A {@link
 * org.pmemycsb.harness.measure.WorkerGroup} is between them and the harness; one JVM is a group of
 * one. The workers send raw counts. The harness adds them up and judges them ({@link
 * org.pmemycsb.harness.measure.worker.Workers}).
 */
package org.pmemycsb.harness.measure.worker;
