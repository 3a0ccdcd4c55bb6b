package org.pmemycsb.spi;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The crashes that an acknowledged write survives. */
public enum Durability {
  /** None: a write may be gone when the process ends. */
  NONE,
  /** Any crash, except for the writes of the last moments before it. */
  PERIODIC,
  /** Any crash, even right after the acknowledgement. */
  COMMIT;

  /** The name as it stands in files and on the command line. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The level with this id.
   *
   * @throws IllegalArgumentException if there is none; the message lists all
   */
  public static Durability of(String id) {
    for (Durability level : values()) {
      if (level.id().equals(id)) {
        return level;
      }
    }
    String all = Arrays.stream(values()).map(Durability::id).collect(Collectors.joining(", "));
    throw new IllegalArgumentException("unknown durability '" + id + "' (there are: " + all + ")");
  }
}
