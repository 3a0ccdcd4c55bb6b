package org.pmemycsb.harness.audit;

import java.util.Optional;

/**
 * @param round from 1
 * @param killAfterMillis time from the last writer's start to the kill
 * @param restartMillis time of the restart, until the database was ready
 * @param losses the findings; empty if the round failed
 * @param ownEnd exit status of a server that ended before the kill, with the last lines of its log;
 *     empty if it ran until the kill
 * @param failure reason why the round failed, or why the database did not come back
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
