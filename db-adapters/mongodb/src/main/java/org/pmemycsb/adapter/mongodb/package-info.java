/**
 * MongoDB in the comparison: the YCSB client over its driver, and the life cycle of a server, which
 * is {@code mongod} or, where there is none, FerretDB.
 *
 * <p>Layout of a record: one document; {@code _id} is the key, each field a binary value under its
 * name. Names with a special meaning to MongoDB or FerretDB are escaped ({@link
 * org.pmemycsb.adapter.mongodb.FieldName}).
 *
 * <p>The cost of an operation: one round trip. Insert is a replacement with upsert, update a {@code
 * $set}. Nothing is retried, neither by us nor by the driver.
 *
 * <p>FerretDB is never called MongoDB: the version of the live server names it and its store. The
 * store is a PostgreSQL of our own. With its SQLite back end every operation reads the whole
 * collection. With PostgreSQL an index prevents that, which {@link
 * org.pmemycsb.adapter.mongodb.FerretdbServer} makes.
 *
 * <p>A {@code mongod} with the storage engine PMSE is a database of its own, {@code mongodb-pmse}.
 * No product stands in for it: see {@link org.pmemycsb.adapter.mongodb.PmseAdapter}.
 *
 * <p>Threads: a client belongs to one thread; clients with one URL share the driver's pool, which
 * has as many connections as threads use at a time. Servers are used by one thread at a time.
 *
 * <p>Errors: a client answers with a {@link site.ycsb.Status} named after the failure and never
 * throws. A failure of a server that a user can mend is a {@link
 * org.pmemycsb.spi.DatabaseException}.
 */
package org.pmemycsb.adapter.mongodb;
