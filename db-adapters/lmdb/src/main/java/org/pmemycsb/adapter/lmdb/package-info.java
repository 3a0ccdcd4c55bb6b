/**
 * LMDB as a database of the comparison: a copy-on-write B+ tree in a file that is mapped into the
 * process of the clients. It has one writer at a time, and readers that never wait.
 *
 * <p>Threads and errors are as {@link org.pmemycsb.spi} has them.
 */
package org.pmemycsb.adapter.lmdb;
