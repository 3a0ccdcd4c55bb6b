package org.pmemycsb.adapter.pmemobj;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import org.pmemycsb.spi.Durability;

/** A structure of libpmemobj-cpp 1.12, the protection of its writes, and the lock around it. */
record Engine(Index index, Persistence persistence, Lock lock) {
  static final String INDEX = "index";
  static final String PERSISTENCE = "persistence";
  static final String LOCK = "lock";

  enum Index {
    /** {@code experimental::radix_tree}; one thread writes at a time. */
    RADIX,
    /** {@code experimental::concurrent_map}. */
    SKIPLIST,
    /** {@code concurrent_hash_map}, which keeps no order. pmemkv's engine cmap is made of it. */
    HASH
  }

  /**
   * The modes of paper 002, which calls them PMEM-Trans and so on. Only a transaction keeps a
   * structure whole in a crash, so only that counts as durable.
   */
  enum Persistence {
    /** Each write is a transaction of libpmemobj, with its undo log. */
    TRANSACTION("obj"),
    /** On the place, with no flush and no log. */
    VOLATILE("volatile"),
    /**
     * On the place and flushed, with no log: a crash in the middle of a write breaks the structure.
     */
    PERSIST("persist"),
    /** In main memory, with no flush and no log. */
    DRAM("dram");

    private final String prefix;

    Persistence(String prefix) {
      this.prefix = prefix;
    }

    Durability durability() {
      return this == TRANSACTION ? Durability.COMMIT : Durability.NONE;
    }

    String library() {
      return this == TRANSACTION ? "libpmemobj_store.so" : "libpmemobj_unlogged_store.so";
    }
  }

  /**
   * The lock that each operation takes. Figures 7 and 8 of paper 002 put one mutex around a whole
   * structure, for reads and for writes, and compare its places.
   */
  enum Lock {
    /** The structure's own locks. */
    OWN(""),
    /** One mutex of the C++ library in main memory, before the structure's own. */
    DRAM("_lock_dram"),
    /** One mutex of libpmemobj in the pool, before the structure's own. */
    PMEM("_lock_pmem");

    private final String suffix;

    Lock(String suffix) {
      this.suffix = suffix;
    }
  }

  /** The engine that the user's options name; each option is by default its first value. */
  static Engine of(Map<String, String> options, Durability durability) {
    Persistence first =
        Arrays.stream(Persistence.values())
            .filter(each -> each.durability() == durability)
            .findFirst()
            .orElseThrow();
    return new Engine(
        named(Index.RADIX, options.get(INDEX)),
        named(first, options.get(PERSISTENCE)),
        named(Lock.OWN, options.get(LOCK)));
  }

  private static <E extends Enum<E>> E named(E usual, String id) {
    return id == null
        ? usual
        : Enum.valueOf(usual.getDeclaringClass(), id.toUpperCase(Locale.ROOT));
  }

  /** The native library's name for it. libpmemobj opens a pool with this one alone. */
  String id() {
    return persistence.prefix + "_" + index.name().toLowerCase(Locale.ROOT) + lock.suffix;
  }

  /** Variables for the clients' process. In two of the variants, libpmem flushes nothing. */
  static Map<String, String> environment(String id) {
    boolean flushes =
        !id.startsWith(Persistence.VOLATILE.prefix) && !id.startsWith(Persistence.DRAM.prefix);
    return flushes ? Map.of() : Map.of("PMEM_NO_FLUSH", "1");
  }
}
