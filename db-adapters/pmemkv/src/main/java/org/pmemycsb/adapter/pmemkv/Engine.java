package org.pmemycsb.adapter.pmemkv;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Durability;

/** The engines that can be compared, and what a write that has returned survives in each. */
enum Engine {
  /** Concurrent hash map in a pool; each put is one transaction, durable when it returns. */
  CMAP(Durability.COMMIT),
  /** B+ tree in a pool, sorted; one thread at a time. */
  STREE(Durability.COMMIT),
  /** Concurrent hash map in memory that is gone with the process. */
  VCMAP(Durability.NONE),
  /** Tree in memory that is gone with the process, sorted; one thread at a time. */
  VSMAP(Durability.NONE);

  private final Durability durability;

  Engine(Durability durability) {
    this.durability = durability;
  }

  /** The name by which libpmemkv knows it. */
  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  Durability durability() {
    return durability;
  }

  /** Whether the data lie in a file that outlives the process. */
  boolean hasPool() {
    return durability == Durability.COMMIT;
  }

  /** The engine that is taken where only the durability is asked for: the concurrent one. */
  static Engine of(Durability durability) throws DatabaseException {
    for (Engine engine : values()) {
      if (engine.durability == durability) {
        return engine;
      }
    }
    throw new DatabaseException(
        "pmemkv has no durability '" + durability.id() + "': choose commit or none");
  }

  /** The engine of this name, provided that it has the durability. */
  static Engine of(String id, Durability durability) throws DatabaseException {
    for (Engine engine : values()) {
      if (engine.id().equals(id)) {
        if (engine.durability != durability) {
          throw new DatabaseException(
              "pmemkv engine '"
                  + id
                  + "' has durability "
                  + engine.durability.id()
                  + ", not "
                  + durability.id()
                  + ": choose "
                  + names(durability));
        }
        return engine;
      }
    }
    throw new DatabaseException(
        "unknown pmemkv engine '"
            + id
            + "': with durability "
            + durability.id()
            + " there are "
            + names(durability));
  }

  private static String names(Durability durability) {
    return Arrays.stream(values())
        .filter(engine -> engine.durability == durability)
        .map(Engine::id)
        .collect(Collectors.joining(" and "));
  }
}
