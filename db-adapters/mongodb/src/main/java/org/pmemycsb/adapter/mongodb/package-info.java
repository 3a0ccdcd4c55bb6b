/**
 * MongoDB in the comparison: the YCSB client over its driver, and the life cycle of a server, which
 * is {@code mongod} or, where there is none, FerretDB.
 *
 * <p>Layout of a record: one document; {@code _id} is the key, each field a binary value under its
 * name. Names that MongoDB or FerretDB would take for something else are escaped ({@link
 * org.pmemycsb.adapter.mongodb.FieldName}).
 *
 * <p>What an operation costs: one round trip. Insert is a replacement with upsert, update a {@code
 * $set}. Nothing is retried, neither by us nor by the driver.
 *
 * <p>FerretDB is never called MongoDB: the version of the live server names it and what it keeps
 * its documents in. That is a PostgreSQL of our own, because with its SQLite back end every
 * operation reads the whole collection; with PostgreSQL it does so too, but there an index that its
 * filters can use helps, which {@link org.pmemycsb.adapter.mongodb.FerretdbServer} makes.
 *
 * <p>A {@code mongod} with the storage engine PMSE is a database of its own, {@code mongodb-pmse},
 * for which nothing stands in: see {@link org.pmemycsb.adapter.mongodb.PmseAdapter}.
 *
 * <p>Threads: a client belongs to one thread; clients with one URL share the driver's pool, which
 * has as many connections as threads use at a time. Servers are used by one thread at a time.
 *
 * <p>Errors: a client answers with a {@link site.ycsb.Status} named after what went wrong and never
 * throws. What a user can mend about a server is a {@link org.pmemycsb.spi.DatabaseException}.
 */
package org.pmemycsb.adapter.mongodb;
