/**
 * What is done: runs are made one after the other, each on a fresh database, and what they measured
 * is appended to the journal.
 *
 * <p>Guarantee: whatever ends the harness, no finished run is lost and none is half written. What a
 * run starts (child JVMs, folders on the medium) belongs to a {@link
 * org.pmemycsb.harness.run.Workspace}, which takes it down; after a SIGKILL the child JVMs end by
 * themselves and the next start removes the folder.
 *
 * <p>How operations are made and timed is left to a {@link org.pmemycsb.harness.run.Runner}.
 */
package org.pmemycsb.harness.run;
