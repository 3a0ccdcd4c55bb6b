/**
 * Stores in native libraries, behind the C interface {@code store.h}.
 *
 * <p>{@link org.pmemycsb.store.NativeStore} opens one in this process. {@link
 * org.pmemycsb.store.StoreProgram} does it in another one, so that the faults of a library stay
 * there. Both know the interface alone, and no product.
 *
 * <p>Priorities: no wrong result, then the fewest nanoseconds and bytes between Java and the store.
 * Errors are {@link org.pmemycsb.store.StoreException}. Native code throws nothing into Java.
 */
package org.pmemycsb.store;
