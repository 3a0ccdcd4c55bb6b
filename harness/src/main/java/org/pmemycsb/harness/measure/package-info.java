/**
 * Makes runs one after the other, each on a fresh database, and appends their measurements to the
 * journal.
 *
 * <p>Guarantee: whatever ends the harness, no finished run is lost and none is half written. The
 * child JVMs and folders of a run belong to a {@link
 * org.pmemycsb.harness.host.workspace.Workspace}.
 *
 * <p>How operations are made and timed is left to a {@link org.pmemycsb.harness.measure.Runner}.
 * All else that a run may have is a {@link org.pmemycsb.harness.measure.Feature}.
 */
package org.pmemycsb.harness.measure;
