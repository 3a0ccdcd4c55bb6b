package org.pmemycsb.harness.result;

import java.util.OptionalDouble;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
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
  /**
   * The same with the time until the throughput was back.
   *
   * @param after the operations after the first answer
   * @param before operations per second before the kill
   */
  public Restart with(PhaseMeasurement.Series after, double before) {
    OptionalDouble back = Recovery.seconds(after.seconds(), after.operations(), before);
    return new Restart(
        upSeconds, answerSeconds, back.isPresent() ? answerSeconds + back.getAsDouble() : null);
  }
}
