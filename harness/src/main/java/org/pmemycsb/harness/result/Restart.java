package org.pmemycsb.harness.result;

import java.util.OptionalDouble;
import org.pmemycsb.harness.statistics.Recovery;

/**
 * How long a database needed after a kill, in seconds since the command to start it.
 *
 * @param upSeconds until it was up: a server accepted connections, a store in the process of its
 *     clients was open
 * @param answerSeconds until the first right answer
 * @param backSeconds until the throughput was within 10 % of that before the kill; null if it was
 *     not within the operations that followed
 */
public record Restart(double upSeconds, double answerSeconds, Double backSeconds) {
  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * Until the first right answer.
   *
   * @param serverNanos until the server was up; 0 for a store in the process of its clients
   * @param openedNanos from then on, until a client was connected
   * @param answeredNanos likewise, until it had the answer
   */
  public static Restart answered(long serverNanos, long openedNanos, long answeredNanos) {
    return new Restart(
        (serverNanos == 0 ? openedNanos : serverNanos) / NANOS_PER_SECOND,
        (serverNanos + answeredNanos) / NANOS_PER_SECOND,
        null);
  }

  /**
   * The same with the time until the throughput was back.
   *
   * @param after the operations after the first answer
   * @param before operations per second before the kill
   */
  public Restart with(Measurement.Series after, double before) {
    OptionalDouble back = Recovery.seconds(after.seconds(), after.operations(), before);
    return new Restart(
        upSeconds, answerSeconds, back.isPresent() ? answerSeconds + back.getAsDouble() : null);
  }
}
