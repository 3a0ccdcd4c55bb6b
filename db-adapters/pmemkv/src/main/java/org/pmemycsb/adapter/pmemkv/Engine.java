package org.pmemycsb.adapter.pmemkv;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Durability;

/** The engines that can be compared, each with the durability of a write that has returned. */
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

  /**
   * Whether the engine of this name keeps its keys in order; those that are taken by default do
   * not.
   */
  static boolean isSorted(String id) {
    return id.equals(STREE.id()) || id.equals(VSMAP.id());
  }

  /**
   * The engine that the user names, or else the concurrent one.
   *
   * @param id null if the user names none
   * @throws DatabaseException if there is none of this name with this durability
   */
  static Engine of(String id, Durability durability) throws DatabaseException {
    List<Engine> fitting =
        Arrays.stream(values()).filter(engine -> engine.durability == durability).toList();
    if (fitting.isEmpty()) {
      throw new DatabaseException(
          "pmemkv has no durability '%s': choose commit or none".formatted(durability.id()));
    }
    if (id == null) {
      return fitting.get(0);
    }
    String names = fitting.stream().map(Engine::id).collect(Collectors.joining(" and "));
    for (Engine engine : values()) {
      if (engine.id().equals(id) && engine.durability != durability) {
        throw new DatabaseException(
            "pmemkv engine '%s' has durability %s, not %s: choose %s"
                .formatted(id, engine.durability.id(), durability.id(), names));
      }
      if (engine.id().equals(id)) {
        return engine;
      }
    }
    throw new DatabaseException(
        "unknown pmemkv engine '%s': with durability %s there are %s"
            .formatted(id, durability.id(), names));
  }
}
