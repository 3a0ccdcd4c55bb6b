/**
 * pmemkv as a database of the comparison.
 *
 * <p>There is no server: the store lives in the process of the clients. The adapter opens only the
 * pool file. It makes, sizes and empties the file before the clients come, and counts its records
 * between them.
 *
 * <p>Threads and errors are as {@link org.pmemycsb.spi} has them.
 */
package org.pmemycsb.adapter.pmemkv;
