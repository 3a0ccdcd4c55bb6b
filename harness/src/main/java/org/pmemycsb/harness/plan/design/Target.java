package org.pmemycsb.harness.plan.design;

import java.util.Optional;
import org.pmemycsb.harness.ConfigurationException;

/**
 * The rate at which operations are to begin, written {@code 5000} or {@code poisson:5000}; or the
 * goal whose highest rate is searched: {@code p99=1ms}, {@code poisson:p99=1ms}. Immutable.
 *
 * @param rate operations per second over all threads, up to 10^9; 0 for as fast as possible, or for
 *     the rates that a search tries
 * @param poisson whether they begin at the times of a Poisson process, as many independent users
 *     come; otherwise at equal distances
 * @param goal of a search; none beside a rate
 */
public record Target(long rate, boolean poisson, Optional<Goal> goal) {
  private static final String POISSON = "poisson";
  private static final long MOST = 1_000_000_000;

  public static final Target NONE = of(0);

  /** Refuses a rate that is out of range, and a Poisson process without rate and goal. */
  public Target {
    Words.inRange(rate, 0, MOST);
    if (poisson && rate == 0 && goal.isEmpty()) {
      throw new ConfigurationException(
          "poisson needs a rate or a goal; write poisson:5000 or poisson:p99=1ms");
    }
  }

  /** At equal distances. */
  public static Target of(long rate) {
    return new Target(rate, false, Optional.empty());
  }

  /**
   * @throws ConfigurationException if the text is no target
   */
  public static Target parse(String text) {
    String[] words = text.strip().split(":", 2);
    boolean poisson = words[0].equals(POISSON);
    String rest = poisson ? words.length == 1 ? "0" : words[1].strip() : text.strip();
    if (rest.contains("=")) {
      return new Target(0, poisson, Optional.of(Goal.parse(rest)));
    }
    long rate;
    try {
      rate = Words.digits(rest);
    } catch (ConfigurationException no) {
      throw new ConfigurationException(
          no.getMessage() + "; write 5000, poisson:5000 or p99=1ms", no);
    }
    return new Target(rate, poisson, Optional.empty());
  }

  /** For the report. */
  public String words() {
    String arrivals = poisson ? ", Poisson arrivals" : "";
    String none = "none: as fast as possible";
    return rate > 0
        ? Words.count(rate) + " operations per second" + arrivals
        : goal.map(each -> none + "; beside it the capacity with " + each.shown() + arrivals)
            .orElse(none);
  }

  public Object written() {
    Object whole = goal.<Object>map(Goal::text).orElse(rate);
    return poisson ? POISSON + ":" + whole : whole;
  }
}
