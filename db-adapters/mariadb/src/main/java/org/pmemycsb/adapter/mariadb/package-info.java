/**
 * MariaDB in the comparison: the YCSB client over JDBC, and the life cycle of a server.
 *
 * <p>Layout of a record: one row of an InnoDB table. The key is {@code VARBINARY}, ordered by its
 * bytes. Fields are {@code LONGBLOB} columns. Costs, threads and errors of the client: {@link
 * org.pmemycsb.adapter.support.sql}.
 *
 * <p>On DAX and in {@code /dev/shm}, the unchanged server writes its redo log by stores into mapped
 * memory, and no switch of 10.11 prevents that. So there is no variant for persistent memory.
 *
 * <p>A failure of a server that a user can mend is a {@link org.pmemycsb.spi.DatabaseException}.
 *
 * <p>May touch: the folder that the harness gives it, and the database at the URL it is given.
 */
package org.pmemycsb.adapter.mariadb;
