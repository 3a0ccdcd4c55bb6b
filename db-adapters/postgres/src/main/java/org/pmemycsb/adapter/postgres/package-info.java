/**
 * PostgreSQL in the comparison: the YCSB client over JDBC, and the life cycle of a server.
 *
 * <p>Layout of a record: one row; the key is {@code text COLLATE "C"} (ordered by its bytes), each
 * field that the workload declares is a {@code bytea} column of its name, and undeclared fields
 * share one {@code jsonb} column. An absent field is NULL. A partial update of one document for all
 * fields would take two round trips and a lock.
 *
 * <p>Values go over the wire as they are, in binary. Threads, errors and costs: {@link
 * org.pmemycsb.adapter.support.sql}. A failure of a server that a user can mend is a {@link
 * org.pmemycsb.spi.DatabaseException}.
 *
 * <p>May touch: the folder that the harness gives it, and the database at the URL it is given.
 */
package org.pmemycsb.adapter.postgres;
