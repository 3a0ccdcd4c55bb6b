/**
 * The shim for libpmem: a preloaded library in the processes of a database. It counts their
 * requests to the medium, or takes the time of another medium. {@code docs/guide/medium.md} has its
 * limits and its delays.
 *
 * <p>This package prepares the shim's files, the environment of the processes, and reads the
 * counters. A fault of the files is an {@link java.io.IOException}.
 */
package org.pmemycsb.harness.shim;
