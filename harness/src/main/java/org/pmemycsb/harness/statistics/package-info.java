/**
 * Medians, intervals, trends and comparisons of a few repeated figures.
 *
 * <p>Pure functions of their arguments: random resampling takes its seed from the caller.
 */
package org.pmemycsb.harness.statistics;
