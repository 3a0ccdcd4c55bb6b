/**
 * The client side of a run on a cluster: Apache Spark starts a worker JVM on each machine.
 *
 * <p>{@link org.pmemycsb.cluster.SparkProvider} is found by the harness. Each phase is one job of
 * Spark in barrier mode, with one task for each machine. The classes that run in an executor
 * (subclasses of {@link org.pmemycsb.cluster.MachineTask}, and what they use) need only the JDK and
 * Spark: the executors have no class of the harness. The worker is a child process of the executor,
 * and lives for one run.
 */
package org.pmemycsb.cluster;
