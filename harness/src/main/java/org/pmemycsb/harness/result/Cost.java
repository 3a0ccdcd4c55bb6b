package org.pmemycsb.harness.result;

/**
 * The price of the space that the records of a cell take on their place.
 *
 * @param amount in the currency of the experiment's prices; above 0
 * @param occupiedBytes what the database took after the load: median of the runs
 * @param recordBytes bytes of keys and values that were loaded
 * @param records how many were loaded
 */
public record Cost(double amount, long occupiedBytes, long recordBytes, long records) {
  /** Bytes taken for each byte of the records. */
  public double amplification() {
    return (double) occupiedBytes / recordBytes;
  }

  public double recordsPerUnit() {
    return records / amount;
  }

  /** The throughput for one unit of the currency. */
  public double perUnit(double throughput) {
    return throughput / amount;
  }
}
