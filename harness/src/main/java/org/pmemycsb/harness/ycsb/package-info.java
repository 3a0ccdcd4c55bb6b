/**
 * The runner that uses the unmodified {@code site.ycsb.Client}, so that figures compare with
 * published ones.
 *
 * <p>Its traps are caught here and not passed on: it ends with exit status 0 whatever happens,
 * shortens a load silently when an insert fails, counts failed operations as throughput, and hangs
 * when a thread cannot start. Its figures include what connecting and disconnecting take, because
 * it times them along.
 */
package org.pmemycsb.harness.ycsb;
