package org.pmemycsb.harness.audit;

import java.util.Optional;

/**
 * A round.
 *
 * @param round from 1
 * @param killAfterMillis from the moment when all writers wrote to the kill
 * @param restartMillis what the restart took, until the database said that it was up
 * @param losses what was found; empty if the round failed
 * @param failure why the round could not be made, or why the database did not come back
 */
public record RoundResult(
    int round,
    double killAfterMillis,
    double restartMillis,
    Optional<Losses> losses,
    Optional<String> failure) {
  static RoundResult failed(int round, String why) {
    return new RoundResult(round, 0, 0, Optional.empty(), Optional.of(why));
  }
}
