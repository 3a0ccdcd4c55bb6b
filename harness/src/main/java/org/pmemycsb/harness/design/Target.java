package org.pmemycsb.harness.design;

import org.pmemycsb.harness.ConfigurationException;

/**
 * The rate at which operations are to begin, written {@code 5000} or {@code poisson:5000}.
 *
 * @param rate operations per second over all threads, up to 10^9; 0 for as fast as possible, or for
 *     the rates that a search of the capacity tries
 * @param poisson whether they begin at the times of a Poisson process, as many independent users
 *     come; otherwise at equal distances
 */
public record Target(long rate, boolean poisson) {
  private static final String POISSON = "poisson";
  private static final long MOST = 1_000_000_000;

  public static final Target NONE = new Target(0, false);

  /** Refuses a rate that is out of range. */
  public Target {
    Words.inRange(rate, 0, MOST);
  }

  /** At equal distances. */
  public static Target of(long rate) {
    return new Target(rate, false);
  }

  public static Target parse(String text) {
    boolean poisson = text.startsWith(POISSON);
    String rate = poisson ? text.substring(POISSON.length()) : text;
    try {
      return new Target(
          rate.isEmpty() && poisson ? 0 : Words.digits(poisson ? rate.substring(1) : rate),
          poisson);
    } catch (ConfigurationException no) {
      throw new ConfigurationException(no.getMessage() + "; write 5000 or poisson:5000", no);
    }
  }

  /** As a file has it. */
  public Object written() {
    return poisson ? POISSON + (rate == 0 ? "" : ":" + rate) : (Object) rate;
  }
}
