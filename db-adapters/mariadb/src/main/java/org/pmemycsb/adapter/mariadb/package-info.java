/**
 * MariaDB in the comparison: the YCSB client over JDBC, and the life cycle of a server. The key is
 * {@code VARBINARY}, ordered by its bytes; fields are {@code LONGBLOB} columns. Layout, costs,
 * threads and errors: {@link org.pmemycsb.adapter.support.sql}.
 *
 * <p>On DAX and in {@code /dev/shm}, the unchanged server writes its redo log by stores into mapped
 * memory, and no switch of 10.11 prevents that. So there is no variant for persistent memory.
 */
package org.pmemycsb.adapter.mariadb;
