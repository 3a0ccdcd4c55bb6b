package org.pmemycsb.adapter.redis;

import java.util.Locale;

enum Scans {
  /** Nothing: a scan is NOT_IMPLEMENTED. */
  NONE("false"),
  /** The client keeps a sorted set of all keys. */
  INDEX("true"),
  /** The server's module keeps the keys in order, and has a command for it. */
  MODULE("module");

  private final String property;

  Scans(String property) {
    this.property = property;
  }

  /** The value of the property {@link RedisClient#SCANS}. */
  String property() {
    return property;
  }

  /**
   * The way with this value; null is the first.
   *
   * @throws IllegalArgumentException if there is none
   */
  static Scans of(String property) {
    String wanted = property == null ? NONE.property : property.strip().toLowerCase(Locale.ROOT);
    for (Scans scans : values()) {
      if (scans.property.equals(wanted)) {
        return scans;
      }
    }
    throw new IllegalArgumentException(
        "redis: " + RedisClient.SCANS + " must be false, true or module, not " + property);
  }
}
