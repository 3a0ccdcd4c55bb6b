/**
 * Floor and ceiling: the cost of the harness in a measured figure, and the share that the figure
 * reaches of the throughput without Java.
 *
 * <p>Pure functions of the journal. The runs are ordinary runs of the grid ({@code noop}, and those
 * of the native runner), under the same gates.
 */
package org.pmemycsb.harness.calibrate;
