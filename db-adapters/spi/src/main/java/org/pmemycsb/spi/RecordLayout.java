package org.pmemycsb.spi;

import site.ycsb.workloads.CoreWorkload;

/**
 * The size and the form of the data to come, by which a database is sized and made.
 *
 * @param maxRecords largest number of records at any time, inserts of the workloads included
 * @param keyBytes length of a key; where lengths vary, room for one on average
 * @param fieldBytes length of a field's value; where lengths vary, room for one on average
 * @param fieldPrefix what stands before the number of a field, from 0, in its name
 */
public record RecordLayout(
    long maxRecords, int keyBytes, int fieldCount, int fieldBytes, String fieldPrefix) {
  /** With the names of fields that YCSB gives unless told otherwise. */
  public RecordLayout(long maxRecords, int keyBytes, int fieldCount, int fieldBytes) {
    this(maxRecords, keyBytes, fieldCount, fieldBytes, CoreWorkload.FIELD_NAME_PREFIX_DEFAULT);
  }

  public RecordLayout {
    if (maxRecords < 0 || keyBytes < 1 || fieldCount < 1 || fieldBytes < 0) {
      throw new IllegalArgumentException(
          "impossible record layout: %d records of %d x %d bytes under keys of %d bytes"
              .formatted(maxRecords, fieldCount, fieldBytes, keyBytes));
    }
  }
}
