/**
 * The YCSB client for pmemkv, and how it writes a record as one value.
 *
 * <p>Priorities: no lost update, no wrong status, then the fewest nanoseconds and bytes between
 * {@code site.ycsb.DB} and the store. It touches the store only through {@link
 * org.pmemycsb.pmemkv.PmemkvStore}, and knows nothing of the harness or its adapters. {@link
 * org.pmemycsb.pmemkv.ycsb.StoreClient} and {@link org.pmemycsb.pmemkv.ycsb.SharedStore} serve any
 * key-value store in the process; {@link org.pmemycsb.pmemkv.ycsb.RecordStore} is the store.
 *
 * <p>Threads: one {@link org.pmemycsb.pmemkv.ycsb.PmemkvClient} belongs to one thread, as YCSB has
 * it. All clients of a pool in a process share one open store, which the last of them closes.
 *
 * <p>Errors: a fault before the first operation is a {@link site.ycsb.DBException} with one line.
 * Afterwards every failure is a {@link site.ycsb.Status}: YCSB answers an exception by ending the
 * process with exit status 0, and the figures of such a run would look sound.
 */
package org.pmemycsb.pmemkv.ycsb;
