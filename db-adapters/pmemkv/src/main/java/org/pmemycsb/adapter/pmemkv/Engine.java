package org.pmemycsb.adapter.pmemkv;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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

  /** The option that names one. */
  static final String OPTION = "engine";

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

  boolean isSorted() {
    return this == STREE || this == VSMAP;
  }

  /** The engine that the user names; empty if there is none of this name. */
  static Optional<Engine> named(String id) {
    return Arrays.stream(values()).filter(engine -> engine.id().equals(id)).findFirst();
  }

  /** The engine that the user names, or else the concurrent one. */
  static Engine of(Map<String, String> options, Durability durability) {
    return named(options.get(OPTION))
        .or(
            () ->
                Arrays.stream(values())
                    .filter(engine -> engine.durability == durability)
                    .findFirst())
        .orElseThrow();
  }
}
