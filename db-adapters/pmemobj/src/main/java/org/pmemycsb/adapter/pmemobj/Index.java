package org.pmemycsb.adapter.pmemobj;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.pmemycsb.spi.DatabaseException;

/** The structures, each of libpmemobj-cpp 1.12. */
enum Index {
  /** {@code experimental::radix_tree}; one thread writes at a time. */
  RADIX,
  /** {@code experimental::concurrent_map}. */
  SKIPLIST,
  /** {@code concurrent_hash_map}, which keeps no order. pmemkv's engine cmap is made of it. */
  HASH;

  /** The name in options and labels. */
  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  boolean sorted() {
    return this != HASH;
  }

  /**
   * The structure that the user names; by default the radix tree.
   *
   * @param id null if the user names none
   * @throws DatabaseException if there is none of this name
   */
  static Index of(String id) throws DatabaseException {
    if (id == null) {
      return RADIX;
    }
    for (Index each : values()) {
      if (each.id().equals(id)) {
        return each;
      }
    }
    throw new DatabaseException(
        "unknown index '%s' of pmemobj: choose %s"
            .formatted(
                id, Arrays.stream(values()).map(Index::id).collect(Collectors.joining(", "))));
  }
}
