package org.pmemycsb.spi;

/**
 * The shape of the data to come, so that a database can be sized before the first record.
 *
 * @param maxRecords the most records that there will be at any time, inserts of the workloads
 *     included
 * @param keyBytes length of a key
 * @param fieldCount fields in a record
 * @param fieldBytes length of a field's value
 */
public record RecordLayout(long maxRecords, int keyBytes, int fieldCount, int fieldBytes) {
  public RecordLayout {
    if (maxRecords < 0 || keyBytes < 1 || fieldCount < 1 || fieldBytes < 0) {
      throw new IllegalArgumentException(
          "impossible record layout: "
              + maxRecords
              + " records of "
              + fieldCount
              + " x "
              + fieldBytes
              + " bytes under keys of "
              + keyBytes
              + " bytes");
    }
  }
}
