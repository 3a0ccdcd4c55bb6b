package org.pmemycsb.harness.measure;

import java.time.Duration;
import java.util.Optional;

/**
 * When one database of an invocation may work.
 *
 * @param iteration how long its iterations are; zero if it makes each phase in one piece
 * @param rotation of the databases beside it; empty if it is alone
 * @param member its number in the rotation
 */
record Turns(Duration iteration, Optional<Rotation> rotation, int member) {
  static final Turns ALONE = new Turns(Duration.ZERO, Optional.empty(), 0);

  /** Whether other databases are measured beside it. */
  boolean areShared() {
    return rotation.isPresent();
  }

  /**
   * Waits for the turn to make an iteration.
   *
   * @return false if the workload is over for all databases
   */
  boolean next() throws InterruptedException {
    return rotation.orElseThrow().next(member);
  }
}
