package org.pmemycsb.adapter.pmemobj;

import java.util.Arrays;
import java.util.Map;
import org.pmemycsb.spi.Durability;

/**
 * The protection of a structure's writes: the modes of paper 002, which calls them PMEM-Trans and
 * so on. Only a transaction keeps a structure whole in a crash, so only that counts as durable.
 */
enum Persistence {
  /** Each write is a transaction of libpmemobj, with its undo log. */
  TRANSACTION("obj", Durability.COMMIT),
  /** On the place, with no flush and no log. */
  VOLATILE("volatile", Durability.NONE),
  /**
   * On the place and flushed, with no log: a crash in the middle of a write breaks the structure.
   */
  PERSIST("persist", Durability.NONE),
  /** In main memory, with no flush and no log. */
  DRAM("dram", Durability.NONE);

  private final String prefix;
  private final Durability durability;

  Persistence(String prefix, Durability durability) {
    this.prefix = prefix;
    this.durability = durability;
  }

  Durability durability() {
    return durability;
  }

  /**
   * The native library's engine for a structure with a lock. libpmemobj opens a pool with this one
   * alone.
   */
  String engine(Index index, Lock lock) {
    return prefix + "_" + Choice.id(index) + lock.suffix();
  }

  String library() {
    return this == TRANSACTION ? "libpmemobj_store.so" : "libpmemobj_unlogged_store.so";
  }

  boolean inPool() {
    return this != DRAM;
  }

  /** Variables for the clients' process. In two of the variants, libpmem flushes nothing. */
  static Map<String, String> environment(String engine) {
    boolean flushes = !engine.startsWith(VOLATILE.prefix) && !engine.startsWith(DRAM.prefix);
    return flushes ? Map.of() : Map.of("PMEM_NO_FLUSH", "1");
  }

  /**
   * The one that the user names; by default the first of a durability.
   *
   * @param id null if the user names none
   */
  static Persistence of(String id, Durability durability) {
    return Arrays.stream(values())
        .filter(each -> id == null ? each.durability == durability : Choice.id(each).equals(id))
        .findFirst()
        .orElseThrow();
  }
}
