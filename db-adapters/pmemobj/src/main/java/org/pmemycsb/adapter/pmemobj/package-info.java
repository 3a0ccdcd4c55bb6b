/**
 * The index structures of libpmemobj-cpp as databases of the comparison.
 *
 * <p>Our native library gives them the C interface of libpmemkv, so the client, the server object
 * and the native replay are those of pmemkv. This package only chooses a structure.
 *
 * <p>Threads and errors are as {@link org.pmemycsb.spi} has them.
 */
package org.pmemycsb.adapter.pmemobj;
