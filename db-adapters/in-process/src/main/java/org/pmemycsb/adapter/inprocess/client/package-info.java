/**
 * The YCSB client of a key-value store in its process, and the encoding of a record as one value.
 *
 * <p>Priorities: no lost update, no wrong status, then the fewest nanoseconds and bytes between
 * {@code site.ycsb.DB} and the store. This package depends on YCSB alone, so a client of stock YCSB
 * can build on it.
 *
 * <p>Errors: a fault before the first operation is a {@link site.ycsb.DBException} with one line.
 * Afterwards every failure is a {@link site.ycsb.Status}: YCSB answers an exception by ending the
 * process with exit status 0, and the figures of such a run would look sound.
 */
package org.pmemycsb.adapter.inprocess.client;
