package org.pmemycsb.harness.measure;

import java.time.Duration;
import java.util.Optional;
import org.pmemycsb.harness.plan.design.Phase;

/**
 * When one database of an invocation may work.
 *
 * @param iteration how long its iterations are; zero if it makes each phase in one piece
 * @param iterations of each workload; a load has one
 * @param rotation of the databases beside it; empty if it is alone
 * @param member its number in the rotation
 */
record Turns(Duration iteration, int iterations, Optional<Rotation> rotation, int member) {
  static final Turns ALONE = new Turns(Duration.ZERO, 1, Optional.empty(), 0);

  boolean areShared() {
    return rotation.isPresent();
  }

  /**
   * Waits for the turn to make an iteration.
   *
   * @return false if the phase is over for all databases
   */
  boolean next(Phase phase) throws InterruptedException {
    return rotation.orElseThrow().next(member, phase.isLoad() ? 1 : iterations);
  }

  /** The clock for the time that the database takes, in nanoseconds. */
  long nanos() {
    return rotation.map(Rotation::nanos).orElseGet(System::nanoTime);
  }
}
