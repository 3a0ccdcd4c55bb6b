/**
 * MongoDB in the comparison: the YCSB client over its driver, and the life cycle of a server, which
 * is {@code mongod} or, where there is none, FerretDB. FerretDB is never called MongoDB: the
 * version of the live server names it and its store, a PostgreSQL of our own.
 *
 * <p>Layout of a record: one document; {@code _id} is the key, each field a binary value under its
 * name, escaped where it has a special meaning. The cost of an operation: one round trip. Nothing
 * is retried, neither by us nor by the driver.
 *
 * <p>Threads: a client belongs to one thread; clients with one URL share the driver's pool, which
 * has as many connections as threads use at a time. Servers are used by one thread at a time.
 *
 * <p>Errors: a client answers with a {@link site.ycsb.Status} named after the failure and never
 * throws. A failure of a server that a user can mend is a {@link
 * org.pmemycsb.spi.DatabaseException}.
 */
package org.pmemycsb.adapter.mongodb;
