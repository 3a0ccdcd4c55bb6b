/**
 * The interface that a database implements to take part in a comparison, and nothing else.
 *
 * <p>Priorities: small, stable, free of any product's types. It depends on YCSB's core alone. The
 * harness calls it and adapters implement it; neither knows the other. Adapters are found with
 * {@link java.util.ServiceLoader}: name the class in {@code
 * META-INF/services/org.pmemycsb.spi.DatabaseAdapter}.
 *
 * <p>{@link org.pmemycsb.spi.LocalHost} describes this machine for the harness and for tests.
 *
 * <p>Threads: the harness calls an adapter and its server from one thread at a time, never while
 * operations are being measured. Only the YCSB client is called from many threads, one instance
 * each.
 *
 * <p>Errors: a failure that a user can mend is a {@link org.pmemycsb.spi.DatabaseException}. Its
 * message is one line with the fault, its location and the remedy.
 */
package org.pmemycsb.spi;
