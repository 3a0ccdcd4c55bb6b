/**
 * LLPL as a database of the comparison: a heap of persistent memory that Java programs use, and the
 * adaptive radix tree that it brings along.
 *
 * <p>Threads and errors are as {@link org.pmemycsb.spi} has them.
 */
package org.pmemycsb.adapter.llpl;
