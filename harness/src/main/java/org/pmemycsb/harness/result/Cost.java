package org.pmemycsb.harness.result;

/**
 * The price of the space that the records of a cell take on their place, and their log on its own.
 *
 * @param amount in the currency of the experiment's prices; above 0
 * @param occupiedBytes what the database took after the load, with its log: medians of the runs
 * @param logBytes those of a log that lies apart; 0 without one
 * @param recordBytes bytes of keys and values that were loaded
 */
public record Cost(
    double amount, long occupiedBytes, long logBytes, long recordBytes, long records) {
  /** Bytes taken for each byte of the records. */
  public double amplification() {
    return (double) occupiedBytes / recordBytes;
  }

  public double recordsPerUnit() {
    return records / amount;
  }

  public double perUnit(double throughput) {
    return throughput / amount;
  }
}
