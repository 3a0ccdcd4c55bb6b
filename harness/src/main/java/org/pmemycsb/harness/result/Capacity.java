package org.pmemycsb.harness.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;

/**
 * The highest rate of a phase that held a goal for the latency.
 *
 * @param opsS operations per second; 0 if no rate held the goal
 * @param ci95Low lower end of the interval of this search
 * @param ci95High upper end of it
 * @param goal the figure that the goal limits to {@code limitUs}, for people: {@code p99 of reads}
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record Capacity(
    double opsS, double ci95Low, double ci95High, String goal, double limitUs, List<Step> steps) {

  /**
   * A trial.
   *
   * @param achievedOpsS operations per second that were made
   * @param latencyUs the figure of the goal, from the intended start; null if there were no such
   *     operations
   * @param sustained whether the database carried the target
   * @param holds whether it also held the goal
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Step(
      double targetOpsS, double achievedOpsS, Double latencyUs, boolean sustained, boolean holds) {}
}
