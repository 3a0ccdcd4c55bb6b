/**
 * What others have claimed, held against what was measured: a small language in which a statement
 * such as "four times the throughput of the next best" is written down, and the judge that says
 * whether it holds here.
 *
 * <p>Pure functions of the experiment, its claims and the cells; the random draws behind the
 * intervals take the experiment's seed. Nothing here knows a file or a terminal, and immutable
 * values are all there is, so any thread may use them. A claim that cannot be read is refused with
 * a {@link org.pmemycsb.harness.ConfigurationException} that names its line and column; a claim
 * that cannot be judged is {@link org.pmemycsb.harness.claim.Verdict#UNDECIDED} and says why.
 */
package org.pmemycsb.harness.claim;
