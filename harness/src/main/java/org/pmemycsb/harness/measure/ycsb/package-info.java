/**
 * The runner that uses the unmodified {@code site.ycsb.Client}, so that figures compare with
 * published ones.
 *
 * <p>This package handles the traps of the client. The client ends with exit status 0 whatever
 * happens, shortens a load silently when an insert fails, counts failed operations as throughput,
 * and hangs when a thread cannot start. Its figures include the time to connect and disconnect.
 */
package org.pmemycsb.harness.measure.ycsb;
