/**
 * The answer of an experiment: fixed sentences over the table of ratios, on at most eight lines of
 * a terminal.
 *
 * <p>{@link org.pmemycsb.harness.report.verdict.VerdictText} makes it. It is a pure function of
 * {@code Results}, and never says more than the intervals hold.
 */
package org.pmemycsb.harness.report.verdict;
