package org.pmemycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.Changed;
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
import org.pmemycsb.harness.report.model.Note;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.notes.Notes;
import org.pmemycsb.harness.report.verdict.Answers;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;

/** Restarts and capacities in the files and the report: they stand in the place of a throughput. */
class RestartsAndCapacitiesTest {
  private static final PhaseResult LOAD = Phases.valid("redis", "trace", "load", 1, 1, 500);
  private static final PhaseResult FIRST = Phases.restarted("redis", 1, 1.5, 1.75, 4.0);
  private static final PhaseResult NOT_BACK = Phases.restarted("redis", 2, 2.5, 2.75, null);

  private static Results results(PhaseResult... phases) {
    List<PhaseResult> all = List.of(phases);
    Results sample =
        Samples.results(all.stream().filter(each -> !each.restarts()).toList(), List.of());
    return Changed.with(sample, "journal", Samples.journal(all, List.of()));
  }

  @Test
  void timesAreColumnsWithIntervalsAndTheCellHasNoThroughput() throws Exception {
    List<PhaseResult> runs =
        List.of(
            Phases.restarted("redis", 1, 1.99, 2.25, 4.0),
            Phases.restarted("redis", 2, 2.01, 2.25, 5.0));
    Map<String, String> row = Rows.of(Csv.summary(Cells.of(runs))).get(0);

    assertThat(row)
        .containsEntry("restart_up_s", "2.000")
        .containsEntry("restart_answer_s", "2.250")
        .containsEntry("restart_back_s", "4.472")
        .containsEntry("throughput_ops_s", "");
    assertThat(row.get("restart_up_ci95_low")).isNotEmpty();
    assertThat(Rows.of(Csv.runs(runs)).get(0))
        .containsEntry("restart_up_s", "1.99")
        .containsEntry("restart_answer_s", "2.25")
        .containsEntry("restart_back_s", "4.0");
  }

  @Test
  void aThroughputThatDidNotComeBackInOneRunHasNoTime() {
    assertThat(Cells.of(List.of(FIRST, NOT_BACK)).get(0).figure("restart_back_s")).isEmpty();
    assertThat(Samples.document(results(LOAD, FIRST, NOT_BACK), "restart-section"))
        .contains("not in the");
  }

  @Test
  void theReportHasATableOfItsOwnAndTheComparisonHasNoRestart() {
    Results results = results(LOAD, FIRST);

    assertThat(Samples.document(results, "restart-section"))
        .contains("## Restart")
        .contains("| redis | 1 | 1 KiB | ")
        .contains("| 1.5 | 1.75 | 4 |");
    assertThat(Samples.document(results, "comparison-section"))
        .contains("load")
        .doesNotContain("restart");
    assertThat(Samples.document(results(LOAD), "restart-section")).isEmpty();
  }

  @Test
  void severalSizesOfDataHaveAChartWithAPointForEachValidSize() {
    PhaseResult larger = Phases.sized(4096, Phases.restarted("redis", 1, 5.5, 6.75, 9.0));
    PhaseResult failed =
        Phases.sized(10240, Phases.invalid("redis", "trace", "restart", 1, 1, "no"));

    assertThat(Questions.restarts(results(LOAD, FIRST)).any()).isFalse();
    List<Chart.Series> series =
        Samples.charts(List.of(Questions.restarts(results(LOAD, FIRST, larger, failed))))
            .get(0)
            .series();
    assertThat(series).extracting(Chart.Series::name).containsExactly("redis");
    assertThat(series.get(0).points()).extracting(Chart.Point::y).containsExactly(1.75, 6.75);
    assertThat(series.get(0).points().get(1).x()).isGreaterThan(4096);
  }

  @Test
  void theVerdictSaysHowLongTheFirstAnswerTook() {
    assertThat(Answers.of(results(LOAD, FIRST)).verdict())
        .anyMatch(line -> line.matches(".*kill.* redis .* 1.75 s."));
    assertThat(
            Answers.of(results(LOAD, FIRST, Phases.restarted("lmdb", 1, 0.25, 0.5, 0.5))).verdict())
        .anyMatch(line -> line.matches(".*kill.* lmdb after 0.5 s.* redis after 1.75 s."));
  }

  @Test
  void anInvalidRestartIsSaidAndHasNoTime() {
    PhaseResult failed =
        Phases.invalid("redis", "trace", "restart", 1, 1, "wrong values were read (missing: 3)");
    Results results = results(LOAD, failed);

    assertThat(results.invalid()).hasSize(1);
    assertThat(Notes.of(results))
        .extracting(Note::text)
        .anyMatch(text -> text.startsWith("1 of 2 cells is INVALID"));
    assertThat(String.join(" ", Answers.of(results).verdict())).contains("INVALID (redis");
    assertThat(Samples.document(results, "restart-section")).contains("INVALID");
  }

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

  private static Results searched(List<PhaseResult> phases) {
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
            searched(List.of(Phases.searched("redis", 1, 600), Phases.searched("lmdb", 1, 0))));
    String table =
        PlainText.of(Section.in(sections, Section.Output.TERMINAL).get(0).table().orElseThrow());

    assertThat(table.lines().filter(line -> line.startsWith("redis")).findFirst().orElseThrow())
        .contains("600", "570", "630");
    assertThat(table.lines().filter(line -> line.startsWith("lmdb")).findFirst().orElseThrow())
        .contains("at no rate");
    assertThat(sections.get(0).reading()).contains("p99 at most 1 ms");
    assertThat(capacities(searched(List.of(Phases.valid("redis", "C", 1, 1, 100))))).isEmpty();
  }

  @Test
  void theChartHasTheSustainedTrialsAndTheGoal() {
    List<Chart> charts =
        Samples.charts(capacities(searched(List.of(Phases.searched("redis", 1, 600)))));

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
        Comparisons.of(List.of("before", "after"), List.of(searched(before), searched(after)));

    ComparisonReport report = new ComparisonReport(comparisons);
    assertThat(report.slowerThan(0.4)).hasSize(1);
    assertThat(report.toText()).contains("602", "302", "slower");
    assertThat(report.remarks()).anyMatch(text -> text.contains("capacities"));
  }
}
