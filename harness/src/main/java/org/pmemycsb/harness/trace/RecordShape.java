package org.pmemycsb.harness.trace;

import static site.ycsb.workloads.CoreWorkload.FIELD_COUNT_PROPERTY;
import static site.ycsb.workloads.CoreWorkload.FIELD_COUNT_PROPERTY_DEFAULT;
import static site.ycsb.workloads.CoreWorkload.FIELD_NAME_PREFIX;
import static site.ycsb.workloads.CoreWorkload.FIELD_NAME_PREFIX_DEFAULT;
import static site.ycsb.workloads.CoreWorkload.TABLENAME_PROPERTY;
import static site.ycsb.workloads.CoreWorkload.TABLENAME_PROPERTY_DEFAULT;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.pmemycsb.harness.design.Sizes;
import org.pmemycsb.harness.design.Words;

/**
 * The form of a workload's records.
 *
 * @param table the table's name
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

  /** The shape of records of which some have the values of this one, and some of another. */
  public RecordShape or(RecordShape other) {
    return new RecordShape(
        table,
        fieldNames,
        Math.max(maxFieldLength, other.maxFieldLength),
        constantLength && other.constantLength && maxFieldLength == other.maxFieldLength);
  }

  /**
   * The shape of a workload's records.
   *
   * @throws IllegalArgumentException if a property is wrong
   */
  public static RecordShape of(Workload workload) {
    Map<String, String> said = workload.properties();
    int fields =
        Words.integer(said, FIELD_COUNT_PROPERTY, FIELD_COUNT_PROPERTY_DEFAULT, 1, 1 << 20);
    String prefix = said.getOrDefault(FIELD_NAME_PREFIX, FIELD_NAME_PREFIX_DEFAULT);
    return new RecordShape(
        said.getOrDefault(TABLENAME_PROPERTY, TABLENAME_PROPERTY_DEFAULT),
        IntStream.range(0, fields).mapToObj(i -> prefix + i).toList(),
        workload.values().longest(),
        workload.values() instanceof Sizes.Fixed);
  }
}
