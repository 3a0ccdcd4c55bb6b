/**
 * libpmemkv for Java: one open pool is one {@link org.pmemycsb.pmemkv.PmemkvStore}.
 *
 * <p>Priorities: never crash the JVM, never lose an acknowledged write, then speed. A call crosses
 * into native code once, allocates nothing there and copies a value once. This package knows
 * neither YCSB nor any other user of the store.
 *
 * <p>It touches the pool's file or folder, a private cache folder for the packaged native library,
 * and nothing else.
 *
 * <p>Threads: a store may be used and closed from any threads; engines that are not made for that
 * are guarded by a lock. Errors: an absent key is a value ({@code null}, {@code false} or {@link
 * org.pmemycsb.pmemkv.PmemkvStore#ABSENT}); everything else is a {@link
 * org.pmemycsb.pmemkv.PmemkvException}, made in one place from the native status and message.
 */
package org.pmemycsb.pmemkv;
