/**
 * Where libpmemkv is, and how large a pool has to be.
 *
 * <p>The store itself is a library behind {@code store.h} ({@link org.pmemycsb.store}), which is
 * made of libpmemkv. This package only knows its pools. Errors are {@link
 * org.pmemycsb.store.StoreException}.
 */
package org.pmemycsb.pmemkv;
