package org.pmemycsb.harness.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.pmemycsb.harness.host.Footprint;

/**
 * The space that a database takes on its place, and on that of a log that lies apart.
 *
 * @param folders of the data, and of such a log
 */
record Space(Footprint ofData, Optional<Footprint> ofLog, List<Path> folders) {
  private static final String FULL =
      "no space is left on the medium: make room, or take fewer or smaller records";
  // A block or two are left on a full file system.
  private static final long FULL_BYTES = 64 << 10;

  /** The database has been emptied after the practice. */
  void practised() {
    ofData.practised();
    ofLog.ifPresent(Footprint::practised);
  }

  /** The bytes of the log; null if it does not lie apart, or if nobody knows. */
  Long logBytes() {
    return ofLog.map(Footprint::bytes).orElse(null);
  }

  /** The reason for a failure that few databases name: a full file system. */
  Optional<String> full() {
    return folders.stream().anyMatch(Space::isFull) ? Optional.of(FULL) : Optional.empty();
  }

  private static boolean isFull(Path folder) {
    try {
      return Files.getFileStore(folder).getUsableSpace() < FULL_BYTES;
    } catch (IOException unknown) {
      return false;
    }
  }
}
