package org.pmemycsb.harness.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import site.ycsb.workloads.CoreWorkload;

/**
 * What a workload's records look like.
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

  /**
   * The shape that a workload's properties ask for.
   *
   * @throws IllegalArgumentException if a property is wrong
   */
  public static RecordShape of(Map<String, String> workload) {
    int fields =
        WorkloadProperties.integer(
            workload,
            CoreWorkload.FIELD_COUNT_PROPERTY,
            CoreWorkload.FIELD_COUNT_PROPERTY_DEFAULT,
            1,
            1 << 20);
    String prefix =
        workload.getOrDefault(
            CoreWorkload.FIELD_NAME_PREFIX, CoreWorkload.FIELD_NAME_PREFIX_DEFAULT);
    String distribution =
        workload.getOrDefault(
            CoreWorkload.FIELD_LENGTH_DISTRIBUTION_PROPERTY,
            CoreWorkload.FIELD_LENGTH_DISTRIBUTION_PROPERTY_DEFAULT);
    int length =
        distribution.equals("histogram")
            ? longestOf(
                workload.getOrDefault(
                    CoreWorkload.FIELD_LENGTH_HISTOGRAM_FILE_PROPERTY,
                    CoreWorkload.FIELD_LENGTH_HISTOGRAM_FILE_PROPERTY_DEFAULT))
            : WorkloadProperties.integer(
                workload,
                CoreWorkload.FIELD_LENGTH_PROPERTY,
                CoreWorkload.FIELD_LENGTH_PROPERTY_DEFAULT,
                0,
                1 << 28);
    return new RecordShape(
        workload.getOrDefault(
            CoreWorkload.TABLENAME_PROPERTY, CoreWorkload.TABLENAME_PROPERTY_DEFAULT),
        IntStream.range(0, fields).mapToObj(i -> prefix + i).toList(),
        length,
        distribution.equals("constant"));
  }

  /** A histogram's first line is its block size, and each further line a block. */
  private static int longestOf(String file) {
    try {
      List<String> lines = Files.readAllLines(Path.of(file));
      return Math.multiplyExact(
          Integer.parseInt(lines.get(0).split("\t")[1].trim()), lines.size() - 1);
    } catch (IOException
        | InvalidPathException
        | ArithmeticException
        | NumberFormatException
        | IndexOutOfBoundsException e) {
      throw new IllegalArgumentException("not a field length histogram: " + file, e);
    }
  }
}
