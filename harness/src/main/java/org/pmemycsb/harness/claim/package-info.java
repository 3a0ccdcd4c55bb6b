/**
 * Published claims, compared with measured throughputs: a small language for statements such as
 * "four times the throughput of the next best", and the evaluator that says whether one holds here.
 *
 * <p>Pure functions of the experiment, its claims and the cells. Nothing here knows a file or a
 * terminal, and all values are immutable, so any thread may use them. A claim that cannot be read
 * is refused with a {@link org.pmemycsb.harness.ConfigurationException} that names its line and
 * column; a claim that cannot be judged is {@link
 * org.pmemycsb.harness.claim.ClaimVerdict#UNDECIDED} and says why.
 */
package org.pmemycsb.harness.claim;
