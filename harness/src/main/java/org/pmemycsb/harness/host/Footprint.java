package org.pmemycsb.harness.host;

import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * The space that the database of a run takes in its folder. Records that were loaded for practice
 * and removed do not count, although a log may keep them: their space is what the empty database
 * takes more than when it was opened. Not thread-safe.
 */
public final class Footprint {
  private final Supplier<OptionalLong> use;
  private final OptionalLong opened;
  private long left;

  /**
   * @param use what the files of a database take that was opened, and is empty
   */
  public Footprint(Supplier<OptionalLong> use) {
    this.use = use;
    this.opened = use.get();
  }

  /** The database has been emptied after the practice. */
  public void practised() {
    OptionalLong now = use.get();
    left = now.isPresent() && opened.isPresent() ? now.getAsLong() - opened.getAsLong() : 0;
  }

  /** The bytes of now; null if nobody knows. */
  public Long bytes() {
    OptionalLong now = use.get();
    return now.isPresent() ? now.getAsLong() - Math.max(0, left) : null;
  }
}
