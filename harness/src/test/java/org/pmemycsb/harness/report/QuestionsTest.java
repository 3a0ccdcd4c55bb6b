package org.pmemycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.analysis.Percentiles;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.plan.design.CallKind;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.Target;
import org.pmemycsb.harness.plan.settings.Dimension;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.report.model.Chart;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.verdict.Answers;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Machine;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;
import org.pmemycsb.harness.statistics.Sample;

class QuestionsTest {
  private static List<Section> of(List<PhaseResult> phases) {
    return Questions.of(Charts.of(Cells.of(phases)), phases, Map.of());
  }

  private static Chart first(PhaseResult... phases) {
    return Samples.charts(of(List.of(phases))).get(0);
  }

  private static List<PhaseResult> grid(List<String> databases, int... threads) {
    List<PhaseResult> all = new ArrayList<>();
    for (String database : databases) {
      for (int count : threads) {
        for (String phase : List.of("load", "A")) {
          all.add(Phases.valid(database, "trace", phase, count, 1, 1000 * count));
        }
      }
    }
    return all;
  }

  private static List<String> ids(List<Section> questions) {
    return questions.stream().map(Section::id).toList();
  }

  @Test
  void numbersOfMachinesAreTheAxisOfAChart() {
    List<PhaseResult> phases = new ArrayList<>();
    for (int machines : new int[] {1, 2, 4}) {
      List<Machine> all = Collections.nCopies(machines, new Machine("host", 1, 0, 0));
      grid(List.of("redis", "postgres"), 1).forEach(phase -> phases.add(Phases.on(all, phase)));
    }

    assertThat(ids(of(phases))).containsExactly("workloads", "machines");
    assertThat(Samples.charts(of(phases), "machines").get(0).series())
        .allSatisfy(
            series ->
                assertThat(series.points())
                    .extracting(Chart.Point::x)
                    .containsExactly(1.0, 2.0, 4.0))
        .extracting(Chart.Series::name)
        .containsExactly("redis", "postgres");
  }

  @ParameterizedTest
  @CsvSource({"19000, LINEAR", "21000, LOG"})
  void theScaleIsLogarithmicWhereALinearOneWouldHideTheSlow(double fast, Chart.Scale scale) {
    Chart chart =
        first(Phases.valid("a", "load", 1, 1, 1000), Phases.valid("b", "load", 1, 1, fast));

    assertThat(chart.y().scale()).isEqualTo(scale);
  }

  @Test
  void aCeilingBoundsItsOwnStore() {
    Chart chart =
        first(
            Phases.valid("redis", "trace", "A", 1, 1, 1000),
            Phases.valid("pmemkv", "trace", "A", 1, 1, 2000),
            Phases.valid("pmemkv", "native", "A", 1, 1, 2500),
            Phases.valid("noop", "trace", "A", 1, 1, 2600));

    assertThat(chart.series())
        .extracting(Chart.Series::bounded)
        .containsExactly("", "", "pmemkv", "");
  }

  @Test
  void aPointOfLatencyHasAnIntervalInBothCharts() {
    PhaseResult phase = Phases.valid("redis", "trace", "A", 1, 1, 1000);
    TreeMap<Double, List<Sample>> samples =
        new TreeMap<>(Map.of(99.0, List.of(new Sample(1, 10), new Sample(2, 11))));
    List<Section> sections =
        Questions.of(
            Charts.of(Cells.of(List.of(phase))),
            List.of(phase),
            Map.of(
                phase.conditions(),
                Map.of(CallKind.READ, new Percentiles(new TreeMap<>(), samples, 20))));

    assertThat(ids(sections)).containsExactly("workloads", "p99", "latency");
    for (Chart chart : Samples.charts(sections, "p99", "latency")) {
      Chart.Point point = chart.series().get(0).points().get(0);
      assertThat(point.y()).isCloseTo(Math.sqrt(110), within(1e-9));
      assertThat(point.low()).matches(low -> low.orElseThrow() < 10);
      assertThat(point.high()).matches(high -> high.orElseThrow() > 11);
    }
  }

  @Test
  void everyChartSaysWhereAndHowItWasMeasured() {
    List<PhaseResult> phases = List.of(Phases.valid("redis", "trace", "A", 1, 1, 1000));
    ExperimentDraft draft =
        new ExperimentDraft()
            .set(Settings.DATABASES, List.of(new DatabaseChoice("redis", Map.of())))
            .set(Settings.TARGET, Target.of(5_000));

    assertThat(
            Samples.charts(
                Sections.of(
                    Answers.of(
                        Samples.with(Samples.results(phases), draft.finish(), Optional.empty())))))
        .isNotEmpty()
        .extracting(Chart::caption)
        .allMatch(text -> text.matches(".*tmpfs; .*commit; 1 run; .* 5,000 .*"));
  }

  @Test
  void aPhaseOfLessThanTwoSecondsHasNoCourseAndOthersLackTheirLastInterval() {
    assertThat(ids(of(List.of(sampled(1.9))))).doesNotContain("time");
    assertThat(Samples.charts(of(List.of(sampled(2.0))), "time").get(0).series().get(0).points())
        .extracting(Chart.Point::x)
        .containsExactly(0.5, 1.0, 1.5);
  }

  private static PhaseResult sampled(double seconds) {
    List<Double> ends = List.of(seconds / 4, seconds / 2, seconds * 3 / 4, seconds);
    return Phases.with(
        new PhaseMeasurement.Series(ends, List.of(9L, 9L, 9L, 9L)),
        Phases.valid("redis", "A", 1, 1, 1000));
  }

  @Test
  void mixedDurabilityIsSaidInTheTitle() {
    Chart chart =
        first(
            Phases.valid("redis", "load", 1, 1, 1000),
            Phases.under(
                Dimension.DURABILITY,
                "none",
                Phases.as("other", Phases.valid("redis", "load", 1, 1, 2000))));

    assertThat(chart.title()).contains("commit, none");
    assertThat(chart.series())
        .extracting(Chart.Series::name)
        .containsExactly("redis (commit)", "redis (none)");
  }
}
