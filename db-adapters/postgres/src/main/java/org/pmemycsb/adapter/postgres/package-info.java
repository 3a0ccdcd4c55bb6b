/**
 * PostgreSQL in the comparison: the YCSB client over JDBC, and the life cycle of a server.
 *
 * <p>Layout of a record: one row; the key is {@code text COLLATE "C"} (ordered by its bytes), each
 * field that the workload declares is a {@code bytea} column of its name, and fields that nobody
 * declared share one {@code jsonb} column. An absent field is NULL. Why columns: {@code
 * docs/adr/0004-postgres-schema.md}.
 *
 * <p>What an operation costs: one round trip and one server-prepared statement in a transaction of
 * its own. Values go over the wire as they are, in binary.
 *
 * <p>Threads: a client belongs to one thread and has one connection. Servers are used by one thread
 * at a time, but for {@code crash()}.
 *
 * <p>Errors: a client answers with a {@link site.ycsb.Status} named after what went wrong and never
 * throws; it repeats nothing, because an operation whose answer got lost may have been done. A
 * connection that is lost is made anew by the next operation. What a user can mend about a server
 * is a {@link org.pmemycsb.spi.DatabaseException}.
 *
 * <p>May touch: the folder that the harness gives it, and the database at the URL it is given.
 */
package org.pmemycsb.adapter.postgres;
