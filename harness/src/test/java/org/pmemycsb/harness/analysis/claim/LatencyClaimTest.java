package org.pmemycsb.harness.analysis.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.plan.design.CallKind;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.FigureUnit;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.statistics.Sample;

class LatencyClaimTest {
  private static final Map<String, Double> MICROS =
      Map.of("pmemkv", 2.0, "redis", 14.0, "postgres", 20.0);

  /** Reads of workload C have these means, p99 is twice as long; no writes, no p99.99. */
  private static List<Sample> samples(Conditions key, LatencyFigure figure) {
    if (figure.calls() != CallKind.READ || figure.percentile() > 99.9) {
      return List.of();
    }
    double micros = MICROS.get(key.database()) * (figure.percentile() > 50 ? 2 : 1);
    boolean first = key.database().equals("pmemkv");
    return List.of(
        new Sample(1, micros * (first ? 0.99 : 1.01)),
        new Sample(2, micros),
        new Sample(3, micros * (first ? 1.01 : 0.99)));
  }

  private static ClaimResult judge(String holds) {
    Experiment experiment =
        new ExperimentDraft()
            .set(
                Settings.DATABASES,
                MICROS.keySet().stream()
                    .sorted()
                    .map(name -> new DatabaseChoice(name, Map.of()))
                    .toList())
            .set(Settings.PHASES, List.of(Phase.LOAD, Phase.of("C")))
            .set(Settings.CLAIMS, List.of(Grids.claim(holds)))
            .finish();
    // By throughput, the databases are in the opposite order.
    List<Cell> cells =
        Grids.cells(
            experiment,
            key -> {
              double figure = 100 * MICROS.get(key.database());
              return new double[] {figure, figure + 1};
            });
    return Claims.judge(
            experiment, List.of(), cells, LatencyClaimTest::samples, FigureUnit.OPERATIONS.speed())
        .get(0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ratio of read_p50_us(redis at phase C, pmemkv at phase C) about 7 within 10 % | HOLDS",
        "ratio of read_p50_us(redis at phase C, pmemkv at phase C) > 8 | FAILS",
        "ratio of read_p50_us(redis at phase C, pmemkv at phase C) > 7 | UNDECIDED",
        "ratio(redis at phase C, pmemkv at phase C) about 7 within 10 % | HOLDS",
        "read_p50_us(redis at phase C) between 13 and 15 | HOLDS",
        "read_p99_us(redis at phase C) between 13 and 15 | FAILS",
        "ratio of read_p99_us(best(others), pmemkv, phase in [C]) about 7 within 10 % | HOLDS",
        "ratio of read_p99_us(pmemkv, best(others), phase in [C]) about 0.143 within 10 % | HOLDS",
        "ratio of read_p99_us(pmemkv, worst(others), phase in [C]) about 0.1 within 10 % | HOLDS",
        "read_p99_us(best([pmemkv, redis]), phase in [C]) about 4 within 10 % | HOLDS",
        "read_p99_us(worst([pmemkv, redis]), phase in [C]) about 28 within 10 % | HOLDS",
      })
  void latenciesAreComparedAndTheBestIsTheShortest(String holds, ClaimVerdict verdict) {
    assertThat(judge(holds)).extracting(ClaimResult::verdict).as(holds).isEqualTo(verdict);
  }

  @Test
  void aLatencyIsShownInMicroseconds() {
    assertThat(judge("read_p50_us(pmemkv at phase C) < 3").measured().orElseThrow().text())
        .startsWith("2.00 µs (95 % interval 1.9");
    assertThat(
            judge("ratio of read_p50_us(redis at phase C, pmemkv at phase C) > 3")
                .measured()
                .orElseThrow()
                .text())
        .startsWith("7.00 times (95 % interval 6.");
  }

  @Test
  void aLatencyThatIsNotKnownDecidesNothing() {
    ClaimResult result = judge("read_p9999_us(pmemkv at phase C) < 3");

    assertThat(result.verdict()).isEqualTo(ClaimVerdict.UNDECIDED);
    assertThat(result.reason()).startsWith("read_p9999_us ").contains(": pmemkv, phase C, ");
  }
}
