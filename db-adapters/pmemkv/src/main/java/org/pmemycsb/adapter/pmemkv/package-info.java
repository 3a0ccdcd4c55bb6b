/**
 * pmemkv as a database of the comparison.
 *
 * <p>There is no server: the store lives in the process of the clients. What is opened here is the
 * pool file, which is made, sized and emptied before the clients come, and counted between them.
 *
 * <p>Threads and errors are as {@link org.pmemycsb.spi} has them.
 */
package org.pmemycsb.adapter.pmemkv;
