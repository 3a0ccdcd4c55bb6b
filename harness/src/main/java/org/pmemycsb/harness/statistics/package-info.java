/**
 * Medians, intervals, trends and comparisons of a few repeated figures.
 *
 * <p>Pure functions of their arguments.
 */
package org.pmemycsb.harness.statistics;
