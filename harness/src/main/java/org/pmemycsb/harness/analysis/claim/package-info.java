/**
 * Compares published claims with measured throughputs, latencies and counts. A small language has
 * statements such as "four times the throughput of the next best". The evaluator judges whether one
 * holds here.
 *
 * <p>All functions are pure and all values immutable, so any thread may use them. For a claim with
 * a fault, {@link org.pmemycsb.harness.ConfigurationException} names line and column. A claim
 * without the figures that it needs is {@link
 * org.pmemycsb.harness.analysis.claim.ClaimVerdict#UNDECIDED}, with the reason.
 */
package org.pmemycsb.harness.analysis.claim;
