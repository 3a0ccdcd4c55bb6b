/**
 * Samples the stacks of the processes of a phase: async-profiler those of the clients' JVM, perf
 * those of servers. Profilers are for one thread; stacks are immutable.
 */
package org.pmemycsb.harness.feature.profile;
