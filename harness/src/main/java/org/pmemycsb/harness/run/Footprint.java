package org.pmemycsb.harness.run;

import java.nio.file.Path;
import java.util.OptionalLong;
import org.pmemycsb.harness.host.DiskUse;

/**
 * The space that the database of a run takes in its folder. Records that were loaded for practice
 * and removed do not count, although a log may keep them: their space is what the empty database
 * takes more than when it was opened. Not thread-safe.
 */
final class Footprint {
  private final Path folder;
  private final OptionalLong opened;
  private long left;

  /**
   * @param folder of a database that was opened, and is empty
   */
  Footprint(Path folder) {
    this.folder = folder;
    this.opened = DiskUse.of(folder);
  }

  /** The database has been emptied after the practice. */
  void practised() {
    OptionalLong now = DiskUse.of(folder);
    left = now.isPresent() && opened.isPresent() ? now.getAsLong() - opened.getAsLong() : 0;
  }

  /** The bytes of now; null if nobody knows. */
  Long bytes() {
    OptionalLong now = DiskUse.of(folder);
    return now.isPresent() ? now.getAsLong() - Math.max(0, left) : null;
  }
}
