package org.pmemycsb.spi;

/**
 * The size of the data to come, by which a database is sized.
 *
 * @param maxRecords largest number of records at any time, inserts of the workloads included
 * @param keyBytes length of a key; where lengths vary, room for one on average
 * @param fieldBytes length of a field's value; where lengths vary, room for one on average
 */
public record RecordLayout(long maxRecords, int keyBytes, int fieldCount, int fieldBytes) {
  public RecordLayout {
    if (maxRecords < 0 || keyBytes < 1 || fieldCount < 1 || fieldBytes < 0) {
      throw new IllegalArgumentException(
          "impossible record layout: %d records of %d x %d bytes under keys of %d bytes"
              .formatted(maxRecords, fieldCount, fieldBytes, keyBytes));
    }
  }
}
