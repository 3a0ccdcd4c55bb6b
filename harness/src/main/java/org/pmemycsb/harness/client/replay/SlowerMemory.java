package org.pmemycsb.harness.client.replay;

/**
 * A memory that is slower than this machine's, as a model has it.
 *
 * @param factor how many times as long as from main memory a load takes, above 1
 * @param cacheBytes size of the processor's largest cache
 * @param shim the file of the shim for libpmem, which has the bandwidth of all readers
 * @param served whether a server waits for it, and not the threads of its clients
 */
public record SlowerMemory(double factor, long cacheBytes, String shim, boolean served) {}
