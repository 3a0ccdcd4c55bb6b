/**
 * The outcome of a phase: its operations, faults and latencies, and the files of its histograms.
 *
 * <p>Records, and pure functions of them. The outcomes of two machines, or of a load that was made
 * twice, are added here. {@link org.pmemycsb.harness.client.outcome.HistogramLogs} alone reads and
 * writes files.
 */
package org.pmemycsb.harness.client.outcome;
