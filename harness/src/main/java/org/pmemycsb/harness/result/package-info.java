/**
 * The measurements: the journal of finished runs, and the cells that summarise it.
 *
 * <p>{@link org.pmemycsb.harness.result.PhaseResult} is a fact and never changes; {@link
 * org.pmemycsb.harness.result.Cell} is derived from facts by a pure function. The only state is the
 * journal file, to which lines are only appended.
 */
package org.pmemycsb.harness.result;
