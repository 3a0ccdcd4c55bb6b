/**
 * The index structures of libpmemobj-cpp as databases of the comparison.
 *
 * <p>Our native library puts them behind {@code store.h}. This package only chooses a structure.
 *
 * <p>Threads and errors are as {@link org.pmemycsb.spi} has them.
 */
package org.pmemycsb.adapter.pmemobj;
