/**
 * The client of pmemkv for stock YCSB.
 *
 * <p>It is {@link org.pmemycsb.adapter.inprocess.client.StoreClient} over {@link
 * org.pmemycsb.store.NativeStore}, and knows nothing of the harness or its adapters. All clients of
 * a pool in a process share one open store, which the last of them closes.
 */
package org.pmemycsb.pmemkv.ycsb;
