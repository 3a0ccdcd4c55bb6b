package org.pmemycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.analysis.Comparisons;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.Target;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.report.format.PlainText;
import org.pmemycsb.harness.report.model.Chart;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.verdict.Answers;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;

class CapacitiesTest {
  private static Experiment experiment() {
    return new ExperimentDraft()
        .set(
            Settings.DATABASES,
            List.of(new DatabaseChoice("redis", Map.of()), new DatabaseChoice("lmdb", Map.of())))
        .set(Settings.PHASES, List.of(Phase.LOAD, Phase.of("C")))
        .set(Settings.TARGET, Target.parse("p99=1ms"))
        .set(Settings.DURATION, Duration.ofSeconds(1))
        .finish();
  }

  private static Results results(List<PhaseResult> phases) {
    Results of = Samples.results("redis", Samples.environment(), phases, List.of());
    return Samples.with(of, experiment(), of.load());
  }

  private static List<Section> capacities(Results results) {
    return Sections.of(Answers.of(results)).stream()
        .filter(section -> section.id().startsWith("capacity"))
        .toList();
  }

  @Test
  void theTableHasTheCapacityOrSaysThatThereIsNone() {
    List<Section> sections =
        capacities(
            results(List.of(Phases.searched("redis", 1, 600), Phases.searched("lmdb", 1, 0))));
    String table =
        PlainText.of(Section.in(sections, Section.Output.TERMINAL).get(0).table().orElseThrow());

    assertThat(table.lines().filter(line -> line.startsWith("redis")).findFirst().orElseThrow())
        .contains("600", "570", "630");
    assertThat(table.lines().filter(line -> line.startsWith("lmdb")).findFirst().orElseThrow())
        .contains("at no rate");
    assertThat(sections.get(0).reading()).contains("p99 at most 1 ms");
    assertThat(capacities(results(List.of(Phases.valid("redis", "C", 1, 1, 100))))).isEmpty();
  }

  @Test
  void theChartHasTheSustainedTrialsAndTheGoal() {
    List<Chart> charts =
        Samples.charts(capacities(results(List.of(Phases.searched("redis", 1, 600)))));

    assertThat(charts).hasSize(1);
    List<Chart.Series> series = charts.get(0).series();
    assertThat(series.get(0).points())
        .extracting(Chart.Point::x)
        .containsExactly(100.0, 501.0, 702.0);
    assertThat(series.get(1).name()).isEqualTo("goal: p99 at most 1 ms");
    assertThat(series.get(1).points()).extracting(Chart.Point::y).containsExactly(1000.0, 1000.0);
  }

  @Test
  void theSummaryHasTheIntervalOfTheSearchOrOfTheRepeats() throws Exception {
    String one = Csv.summary(Cells.of(List.of(Phases.searched("redis", 1, 600))));
    String several =
        Csv.summary(
            Cells.of(
                IntStream.range(0, 5)
                    .mapToObj(i -> Phases.searched("redis", i + 1, 600 + i))
                    .toList()));

    assertThat(one.lines().toList().get(0))
        .contains(",capacity_ops_s,capacity_ci95_low,capacity_ci95_high,bytes_per_record,");
    assertThat(one.lines().toList().get(1)).contains(",600.000,570.000,630.000,,,");
    assertThat(several.lines().toList().get(1)).contains(",601.998,600.038,603.965,,,");
  }

  @Test
  void comparisonsHoldCapacitiesAgainstEachOther() {
    List<PhaseResult> before =
        IntStream.range(0, 5).mapToObj(i -> Phases.searched("redis", i + 1, 600 + i)).toList();
    List<PhaseResult> after =
        IntStream.range(0, 5).mapToObj(i -> Phases.searched("redis", i + 1, 300 + i)).toList();
    Comparisons comparisons =
        Comparisons.of(List.of("before", "after"), List.of(results(before), results(after)));

    ComparisonReport report = new ComparisonReport(comparisons);
    assertThat(report.slowerThan(0.4)).hasSize(1);
    assertThat(report.toText()).contains("602", "302", "slower");
    assertThat(report.remarks()).anyMatch(text -> text.contains("capacities"));
  }
}
