/**
 * What a place can do: latency, bandwidth, persists, copies and syncs, measured without a database.
 *
 * <p>On persistent memory and tmpfs the native program {@code pmem_probe} measures, with the
 * libpmem and libpmemobj of this machine. On a disk fio measures. Both write into a folder that the
 * caller gives and removes, and nowhere else; {@code pmem_probe} leaves no file with a name. No
 * server and no database is touched.
 *
 * <p>A {@link org.pmemycsb.harness.probe.Plan} says what is measured and for how long, in rounds
 * that are interleaved, so that drift hits all figures alike. A {@link
 * org.pmemycsb.harness.probe.Probe} is the result, immutable, and has its reason where nothing
 * could be measured: a missing library or a full place is never an exception.
 *
 * <p>One thread calls; both programs are processes of the caller's, which ends them when it is
 * interrupted.
 */
package org.pmemycsb.harness.probe;
