/**
 * The trace runner: both ends of the pipe to the JVM in which a run is made.
 *
 * <p>One JVM takes a database through all phases of a run ({@link
 * org.pmemycsb.harness.worker.WorkerMain}); the harness tells it what to do ({@link
 * org.pmemycsb.harness.worker.TraceRunner}). They speak JSON, a line each, through the worker's
 * standard input and output; the output of a database client goes to standard error. The worker
 * ends when its input does, so it never outlives the harness.
 *
 * <p>In a cluster there is such a JVM on each machine ({@link
 * org.pmemycsb.harness.worker.CrewWorkers}). A {@link org.pmemycsb.harness.run.Crew} is between
 * them and the harness, and the harness adds up their measurements.
 */
package org.pmemycsb.harness.worker;
