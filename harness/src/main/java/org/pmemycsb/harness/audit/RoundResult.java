package org.pmemycsb.harness.audit;

import java.util.Optional;

/**
 * A round.
 *
 * @param round from 1
 * @param killAfterMillis from the moment when all writers wrote to the kill
 * @param restartMillis how long the restart took, until the database said that it was up
 * @param losses what was found; empty if the round failed
 * @param ownEnd how the server ended by itself before the kill, with its exit status and the last
 *     lines of its log; empty if it ran until the kill
 * @param failure why the round could not be made, or why the database did not come back
 */
public record RoundResult(
    int round,
    double killAfterMillis,
    double restartMillis,
    Optional<Losses> losses,
    Optional<String> ownEnd,
    Optional<String> failure) {
  static RoundResult failed(int round, Optional<String> ownEnd, String why) {
    return new RoundResult(round, 0, 0, Optional.empty(), ownEnd, Optional.of(why));
  }
}
