/**
 * The common part of databases within the process of the clients, such as RocksDB, LMDB and SQLite.
 *
 * <p>Job: one store for all clients of a process, records in the encoding of {@link
 * org.pmemycsb.adapter.inprocess.client.RecordCodec}, the semantics of the contract suite, syncs in
 * the background, and the server object that makes, empties and counts the store between phases. A
 * database adds its adapter, which has its client class, and its {@link
 * org.pmemycsb.adapter.inprocess.LocalStore}.
 *
 * <p>Threads and errors are as {@link org.pmemycsb.spi} has them. A client throws nothing once it
 * is up: failures are a Status, and the first ones are printed on stderr. Only the end of the last
 * client throws, if a sync has failed.
 */
package org.pmemycsb.adapter.inprocess;
