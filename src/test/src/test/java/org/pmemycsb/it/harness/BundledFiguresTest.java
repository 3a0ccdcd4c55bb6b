package org.pmemycsb.it.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.adapter.pmemobj.PmemobjAdapter;
import org.pmemycsb.spi.LocalHost;

/** Bundled experiments that repeat figures of papers run whole, at the scale of {@code --quick}. */
@Tag("everything")
class BundledFiguresTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"fig-4.14", "fig-4.17", "fig-4.19", "buys", "radix-16"})
  void everyCellOfAFigureIsValid(String figure) throws IOException {
    if (figure.startsWith("radix")) {
      boolean structures = new PmemobjAdapter().probe(new LocalHost()).available();
      assumeTrue(structures, "this machine lacks the headers of libpmemobj-cpp");
    }
    Path out = folder.resolve("out");

    HarnessProcess.runHere("run %s --quick --repeats 1 --output quiet --out %s", figure, out)
        .hasStatus(0);

    assertThat(rows(out.resolve("summary.csv")))
        .isNotEmpty()
        .allMatch(row -> row.get("valid").equals("true"));
  }

  private static List<CSVRecord> rows(Path file) throws IOException {
    CSVFormat format = CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).get();
    try (Reader reader = Files.newBufferedReader(file);
        CSVParser parser = format.parse(reader)) {
      return parser.getRecords();
    }
  }
}
