/**
 * Between floor and ceiling: what share of a measured figure is the harness's, and what share of
 * what the store gives without Java reaches the figure.
 *
 * <p>Pure functions of what the journal holds; nothing is measured here. The runs are ordinary runs
 * of the grid ({@code noop}, and those of the native runner), under the same gates.
 */
package org.pmemycsb.harness.calibrate;
