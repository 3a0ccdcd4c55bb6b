/**
 * Code that the adapters of SQL databases share: the YCSB client over JDBC, and the questions that
 * an adapter asks its server.
 *
 * <p>Layout of a record: one row; the key, a column for each field that the workload declares and
 * that can have one, and one column with all other fields as JSON. An absent field is NULL. A
 * partial update of one document for all fields would take two round trips and a lock. {@link
 * org.pmemycsb.adapter.support.sql.Dialect} has the differences between databases.
 *
 * <p>The cost of an operation: one round trip and one prepared statement in a transaction of its
 * own.
 *
 * <p>Threads: a client belongs to one thread and has one connection. Servers are used by one thread
 * at a time, but for {@code crash()}.
 */
package org.pmemycsb.adapter.support.sql;
