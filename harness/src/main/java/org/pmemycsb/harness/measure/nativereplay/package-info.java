/**
 * The runner without Java: records the operations that the trace runner would replay, stores them,
 * and has the database's own program replay them.
 *
 * <p>Its figures are a ceiling for those of the trace runner on that database. The adapter names
 * the program ({@link org.pmemycsb.spi.NativeReplay}). It is a runner and no feature, because it
 * stands in place of the JVM of the clients, and a feature stands beside it.
 *
 * <p>One session belongs to one thread; two more threads read the program's output. A program that
 * fails, hangs or prints nonsense is an outcome with its reason.
 */
package org.pmemycsb.harness.measure.nativereplay;
