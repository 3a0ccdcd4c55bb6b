/**
 * SQLite as a database of the comparison: a B-tree in a file and a write-ahead log beside it, in
 * the process of the clients, through JDBC. It has one writer at a time, and readers that never
 * wait for it.
 *
 * <p>Threads and errors are as {@link org.pmemycsb.spi} has them.
 */
package org.pmemycsb.adapter.sqlite;
