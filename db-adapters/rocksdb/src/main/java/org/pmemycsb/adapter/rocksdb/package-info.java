/**
 * RocksDB as a database of the comparison: a log-structured merge tree in the process of the
 * clients, with the defaults of its version.
 *
 * <p>Threads and errors are as {@link org.pmemycsb.spi} has them.
 */
package org.pmemycsb.adapter.rocksdb;
