/**
 * Stores in native libraries as databases of the comparison, behind the C interface {@code
 * store.h}.
 *
 * <p>The clients' process loads the library. The harness never does: it asks {@link
 * org.pmemycsb.store.StoreProgram}, so a library that crashes or hangs ends that process. {@link
 * org.pmemycsb.adapter.nativestore.NativeAdapter} is for the user's libraries. pmemkv and the
 * structures of libpmemobj-cpp are subclasses of {@link
 * org.pmemycsb.adapter.nativestore.StoreAdapter}.
 *
 * <p>Threads and errors are as {@link org.pmemycsb.spi} has them.
 */
package org.pmemycsb.adapter.nativestore;
