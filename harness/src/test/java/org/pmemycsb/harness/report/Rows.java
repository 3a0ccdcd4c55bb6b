package org.pmemycsb.harness.report;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/** Reads CSV files by the names of their columns, for tests. */
public final class Rows {
  private Rows() {}

  /** The rows below the header. */
  public static List<Map<String, String>> of(String csv) throws IOException {
    CSVFormat format = CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get();
    try (CSVParser rows = CSVParser.parse(csv, format)) {
      return rows.stream().map(CSVRecord::toMap).toList();
    }
  }
}
