package org.pmemycsb.harness.client.trace;

import static site.ycsb.workloads.CoreWorkload.FIELD_NAME_PREFIX;
import static site.ycsb.workloads.CoreWorkload.FIELD_NAME_PREFIX_DEFAULT;
import static site.ycsb.workloads.CoreWorkload.TABLENAME_PROPERTY;
import static site.ycsb.workloads.CoreWorkload.TABLENAME_PROPERTY_DEFAULT;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.pmemycsb.harness.plan.design.Sizes;

/**
 * The form of a workload's records.
 *
 * @param fieldNames the names of the fields, in order
 * @param maxFieldLength the length of a value in bytes; the longest if it varies
 * @param constantLength whether every value has this length
 */
public record RecordShape(
    String table, List<String> fieldNames, int maxFieldLength, boolean constantLength) {
  public RecordShape {
    fieldNames = List.copyOf(fieldNames);
  }

  public int fieldCount() {
    return fieldNames.size();
  }

  /** A shape that fits the records of both. */
  public RecordShape or(RecordShape other) {
    return new RecordShape(
        table,
        fieldNames,
        Math.max(maxFieldLength, other.maxFieldLength),
        constantLength && other.constantLength && maxFieldLength == other.maxFieldLength);
  }

  /**
   * @param said what its properties say: the names
   */
  public static RecordShape of(Map<String, String> said, int fieldCount, Sizes values) {
    String prefix = said.getOrDefault(FIELD_NAME_PREFIX, FIELD_NAME_PREFIX_DEFAULT);
    return new RecordShape(
        said.getOrDefault(TABLENAME_PROPERTY, TABLENAME_PROPERTY_DEFAULT),
        IntStream.range(0, fieldCount).mapToObj(i -> prefix + i).toList(),
        values.longest(),
        values.isFixed());
  }
}
