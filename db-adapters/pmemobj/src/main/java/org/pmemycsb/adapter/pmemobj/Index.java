package org.pmemycsb.adapter.pmemobj;

/** The structures, each of libpmemobj-cpp 1.12. */
enum Index {
  /** {@code experimental::radix_tree}; one thread writes at a time. */
  RADIX,
  /** {@code experimental::concurrent_map}. */
  SKIPLIST,
  /** {@code concurrent_hash_map}, which keeps no order. pmemkv's engine cmap is made of it. */
  HASH;

  boolean sorted() {
    return this != HASH;
  }
}
