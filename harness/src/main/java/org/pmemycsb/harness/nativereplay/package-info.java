/**
 * The runner without Java: records the operations that the trace runner would replay, stores them,
 * and has the database's own program replay them.
 *
 * <p>What it measures is the ceiling of what the trace runner can measure on that database. The
 * program is the adapter's ({@link org.pmemycsb.spi.NativeReplay}); this room knows no product.
 *
 * <p>One session belongs to one thread; two more drain the program's output. A program that fails,
 * hangs or talks nonsense is an outcome with its reason.
 */
package org.pmemycsb.harness.nativereplay;
