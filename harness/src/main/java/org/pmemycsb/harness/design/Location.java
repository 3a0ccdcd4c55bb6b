package org.pmemycsb.harness.design;

/**
 * @param place name of the place of its data; empty where the data is not ours
 * @param logPlace name of the place of its log; empty where that is the place of the data
 */
public record Location(String place, String logPlace) {
  /** Of a database whose data is not ours. */
  public static final Location NONE = new Location("", "");

  /** As it is shown, and as {@code --db} has it after the first {@code @}. */
  public String text() {
    return logPlace.isEmpty() ? place : place + "+log@" + logPlace;
  }
}
