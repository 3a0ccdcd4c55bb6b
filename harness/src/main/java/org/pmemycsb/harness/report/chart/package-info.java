/**
 * Charts ({@link org.pmemycsb.harness.report.chart.Chart}) and two ways to draw them: for the page,
 * with themes, small screens and screen readers, and as files for a paper.
 *
 * <p>Pure functions from a chart to text or bytes; no state, no clock, no locale.
 */
package org.pmemycsb.harness.report.chart;
