package org.pmemycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.report.format.PlainText;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.tables.CellTables;
import org.pmemycsb.harness.report.verdict.Answers;
import org.pmemycsb.harness.result.Latency;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;

class SummaryCsvTest {
  // Under a target: 18 us of service at most, and 7,148 us from the intended start.
  private static final List<PhaseResult> UNDER_A_TARGET =
      List.of(
          Phases.with(
              new Latency(900.0, 7148.0, 9000.0, 2.0, 18.0, 30.0),
              Phases.valid("redis", "trace", "C", 1, 1, 5_000)));

  @Test
  void aNameMeansTheSameInBothSummariesUnderATarget() throws Exception {
    Results results = Samples.results(UNDER_A_TARGET, List.of());
    Map<String, String> row = Rows.of(Csv.summary(results.cells())).get(0);
    JsonNode json =
        new ObjectMapper().readTree(SummaryJson.render(Answers.of(results))).at("/cells/0/read_us");

    Map.of(
            "p50", 900.0,
            "p99", 7148.0,
            "p999", 9000.0,
            "service_p50", 2.0,
            "service_p99", 18.0,
            "service_p999", 30.0)
        .forEach(
            (name, micros) -> {
              assertThat(Double.parseDouble(row.get("read_" + name + "_us")))
                  .as(name)
                  .isEqualTo(micros);
              assertThat(json.get(name).asDouble()).as(name).isEqualTo(micros);
            });
    assertThat(PlainText.of(new CellTables(Names.of(results.cells())).percentiles(results)))
        .containsPattern(" 900 +7,148 +9,000\n");
  }
}
