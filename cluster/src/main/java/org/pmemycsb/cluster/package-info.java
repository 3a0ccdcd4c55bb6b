/**
 * The client side of a run on a cluster: Apache Spark starts a worker JVM on each machine.
 *
 * <p>{@link org.pmemycsb.cluster.SparkProvider} is found by the harness. Each phase is one job of
 * Spark in barrier mode, with one task for each machine. Subclasses of {@link
 * org.pmemycsb.cluster.MachineTask} run in an executor. Spark brings the jars of the harness there.
 * The worker is a child process of the executor, and lives for one run.
 */
package org.pmemycsb.cluster;
