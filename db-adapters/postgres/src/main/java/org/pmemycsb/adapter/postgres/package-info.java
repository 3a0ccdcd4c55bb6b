/**
 * PostgreSQL in the comparison: the YCSB client over JDBC, and the life cycle of a server. The key
 * is {@code text COLLATE "C"}, ordered by its bytes; fields are {@code bytea} columns. Layout,
 * costs, threads and errors: {@link org.pmemycsb.adapter.support.sql}.
 */
package org.pmemycsb.adapter.postgres;
