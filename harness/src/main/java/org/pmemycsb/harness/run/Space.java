package org.pmemycsb.harness.run;

import java.util.Optional;

/** The space that a database takes on its place, and on that of a log that lies apart. */
record Space(Footprint ofData, Optional<Footprint> ofLog) {
  /** The database has been emptied after the practice. */
  void practised() {
    ofData.practised();
    ofLog.ifPresent(Footprint::practised);
  }

  /** The bytes of the log; null if it does not lie apart, or if nobody knows. */
  Long logBytes() {
    return ofLog.map(Footprint::bytes).orElse(null);
  }
}
