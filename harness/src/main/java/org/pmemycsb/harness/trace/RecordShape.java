package org.pmemycsb.harness.trace;

import static site.ycsb.workloads.CoreWorkload.FIELD_COUNT_PROPERTY;
import static site.ycsb.workloads.CoreWorkload.FIELD_COUNT_PROPERTY_DEFAULT;
import static site.ycsb.workloads.CoreWorkload.FIELD_LENGTH_DISTRIBUTION_PROPERTY;
import static site.ycsb.workloads.CoreWorkload.FIELD_LENGTH_DISTRIBUTION_PROPERTY_DEFAULT;
import static site.ycsb.workloads.CoreWorkload.FIELD_LENGTH_PROPERTY;
import static site.ycsb.workloads.CoreWorkload.FIELD_LENGTH_PROPERTY_DEFAULT;
import static site.ycsb.workloads.CoreWorkload.FIELD_NAME_PREFIX;
import static site.ycsb.workloads.CoreWorkload.FIELD_NAME_PREFIX_DEFAULT;
import static site.ycsb.workloads.CoreWorkload.TABLENAME_PROPERTY;
import static site.ycsb.workloads.CoreWorkload.TABLENAME_PROPERTY_DEFAULT;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.pmemycsb.harness.design.SizeHistogram;
import site.ycsb.workloads.CoreWorkload;

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
   * The shape that a workload's properties ask for.
   *
   * @throws IllegalArgumentException if a property is wrong
   */
  public static RecordShape of(Map<String, String> workload) {
    int fields = integer(workload, FIELD_COUNT_PROPERTY, FIELD_COUNT_PROPERTY_DEFAULT, 1, 1 << 20);
    String prefix = workload.getOrDefault(FIELD_NAME_PREFIX, FIELD_NAME_PREFIX_DEFAULT);
    String distribution =
        workload.getOrDefault(
            FIELD_LENGTH_DISTRIBUTION_PROPERTY, FIELD_LENGTH_DISTRIBUTION_PROPERTY_DEFAULT);
    int length =
        distribution.equals("histogram")
            ? SizeHistogram.read(
                    Path.of(
                        workload.getOrDefault(
                            CoreWorkload.FIELD_LENGTH_HISTOGRAM_FILE_PROPERTY,
                            CoreWorkload.FIELD_LENGTH_HISTOGRAM_FILE_PROPERTY_DEFAULT)))
                .longest()
            : integer(workload, FIELD_LENGTH_PROPERTY, FIELD_LENGTH_PROPERTY_DEFAULT, 0, 1 << 28);
    return new RecordShape(
        workload.getOrDefault(TABLENAME_PROPERTY, TABLENAME_PROPERTY_DEFAULT),
        IntStream.range(0, fields).mapToObj(i -> prefix + i).toList(),
        length,
        distribution.equals("constant"));
  }

  /** A number of a workload's properties. The exception names a property that is wrong. */
  public static int integer(
      Map<String, String> workload, String name, String byDefault, int least, int most) {
    String text = workload.getOrDefault(name, byDefault).trim();
    try {
      int value = Integer.parseInt(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // The exception below names the text.
    }
    throw new IllegalArgumentException(
        "%s must be a whole number from %d to %d, not '%s'".formatted(name, least, most, text));
  }
}
