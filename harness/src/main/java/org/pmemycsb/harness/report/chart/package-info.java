/**
 * Charts: what is to be drawn ({@link org.pmemycsb.harness.report.chart.Chart}), and two ways to
 * draw it: for the page, which has themes, a screen reader and a small screen to serve, and as
 * files to be put into a paper.
 *
 * <p>Pure functions from a chart to text or bytes; no state, no clock, no locale.
 */
package org.pmemycsb.harness.report.chart;
