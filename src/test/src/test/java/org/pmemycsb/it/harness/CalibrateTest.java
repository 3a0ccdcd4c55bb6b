package org.pmemycsb.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("everything")
class CalibrateTest {
  @TempDir Path folder;

  private static HarnessProcess.Ended run(Path results, String more) {
    return HarnessProcess.runHere(
            "run --db pmemkv --repeats 2 --records 300 --operations 600 --output quiet --out %s "
                + more,
            results)
        .hasStatus(0);
  }

  private List<String> cells(Path results) throws IOException {
    return Files.readAllLines(results.resolve("summary.csv")).stream()
        .skip(1)
        .map(line -> line.split(","))
        .map(row -> row[0] + " " + row[6] + " " + row[1] + " " + row[7] + "/" + row[8])
        .toList();
  }

  @Test
  void everyPhaseIsShownBetweenFloorAndCeiling() throws Exception {
    Path results = folder.resolve("results");

    run(results, "--runner trace,ycsb --calibrate 2 --threads 2");

    assertThat(results.resolve("report.md"))
        .content()
        .contains("native (ceiling)", "noop (floor)", "trace/ycsb");
    JsonNode rows =
        new ObjectMapper()
            .readTree(results.resolve("summary.json").toFile())
            .get("floor_and_ceiling");
    assertThat(rows.findValuesAsText("phase")).containsExactly("load", "A", "B", "C", "D");
    assertThat(rows)
        .allSatisfy(
            row -> {
              double trace = row.get("trace_ops_s").asDouble();
              assertThat(trace).isPositive();
              assertThat(row.get("floor_ns").asDouble()).isPositive();
              assertThat(row.get("stock_ops_s").asDouble()).isPositive();
              assertThat(row.get("over_stock").get("samples").asInt()).isEqualTo(2);
              // 600 operations are too few for a ceiling.
              assertThat(row.get("no_ceiling").asText()).contains("less than 0.25 s");
            });
    assertThat(cells(results))
        .contains("pmemkv native D 2/2", "noop trace D 2/2", "pmemkv ycsb A 2/2");
  }
}
