package org.pmemycsb.harness.result;

import java.util.OptionalDouble;

/**
 * The space that the records of a cell take on their place, with a log on its own.
 *
 * @param bytes what the database took after the load: medians of the runs
 * @param records what was loaded; above 0
 * @param price of these bytes, in the currency of the experiment; empty unless each place has a
 *     price
 */
public record Occupied(long bytes, long records, OptionalDouble price) {
  public double bytesPerRecord() {
    return (double) bytes / records;
  }

  /** A throughput for one unit of the currency. */
  public OptionalDouble perPrice(double throughput) {
    return price.stream().map(known -> throughput / known).findFirst();
  }
}
