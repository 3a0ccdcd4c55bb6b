/**
 * Computes answers from measurements: the gain from persistent memory, pairs, comparisons, space,
 * demands on the medium, percentiles and the verdict.
 *
 * <p>{@link org.pmemycsb.harness.analysis.Analysis} summarises a result folder as {@link
 * org.pmemycsb.harness.analysis.Results}. Everything else is pure functions from records to
 * records. This package makes no table, no chart and no file.
 */
package org.pmemycsb.harness.analysis;
