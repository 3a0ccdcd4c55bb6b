package org.pmemycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.analysis.Comparisons;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.report.format.Format;
import org.pmemycsb.harness.result.Machine;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;

class ComparisonsTest {
  private static List<PhaseResult> cell(String database, String phase, double... throughputs) {
    List<PhaseResult> all = new ArrayList<>();
    for (int i = 0; i < throughputs.length; i++) {
      all.add(Phases.valid(database, phase, 1, i + 1, throughputs[i]));
    }
    return all;
  }

  private static Comparisons comparisons(Results base, Results other) {
    return Comparisons.of(List.of("before", "after"), List.of(base, other));
  }

  private static ComparisonReport compare(List<PhaseResult> base, List<PhaseResult> other) {
    return new ComparisonReport(comparisons(Samples.results(base), Samples.results(other)));
  }

  private static List<Map<String, String>> rows(List<PhaseResult> base, List<PhaseResult> other)
      throws Exception {
    return Rows.of(Csv.comparison(comparisons(Samples.results(base), Samples.results(other))));
  }

  private static final double[] BASE = {100, 101, 99, 100.5, 100.2};

  @Test
  void aCellIsSlowerWhenItsWholeIntervalIsBelowTheLimit() {
    ComparisonReport report =
        compare(cell("redis", "A", BASE), cell("redis", "A", 80, 81, 79, 80.5, 80.2));

    assertThat(report.slowerThan(0.1)).singleElement().asString().contains("phase A");
    assertThat(report.slowerThan(0.25)).isEmpty();
    assertThat(report.toText()).contains("slower");
  }

  @Test
  void aCellWhoseIntervalReachesTheLimitIsNotSlowerThanIt() {
    // The median is 15 % lower, but an interval that reaches up to 5 % lower proves no 10 %.
    ComparisonReport report =
        compare(cell("redis", "A", BASE), cell("redis", "A", 75, 80, 85, 95, 94));

    assertThat(report.slowerThan(0.1)).isEmpty();
    assertThat(report.toText()).contains("slower");
  }

  @Test
  void rowsAndColumnsOfAClusterTellTheNumberOfMachines() throws Exception {
    List<PhaseResult> phases = new ArrayList<>();
    for (int machines = 1; machines <= 2; machines++) {
      List<Machine> all = Collections.nCopies(machines, new Machine("host", 100, 0, 0));
      phases.add(Phases.on(all, Phases.valid("redis", "A", 1, 1, 1000 * machines)));
    }

    assertThat(rows(phases, phases))
        .extracting(row -> row.get("machines"))
        .containsExactly("1", "2");
    assertThat(compare(phases, phases).toOtava().lines().findFirst().orElseThrow())
        .endsWith("ycsb/1 machine,redis/A/1/1024/commit/ycsb/2 machines");
  }

  @Test
  void foldersWithoutACommonCellAreNamedWithTheirDatabases() {
    List<PhaseResult> before = cell("redis", "A", BASE);
    List<PhaseResult> invalid = List.of(Phases.invalid("redis", "A", 1, 1, "lost values"));

    assertThatThrownBy(() -> compare(before, cell("fast redis", "A", BASE)).refuseNothingInCommon())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("after (")
        .hasMessageContaining("fast redis");
    assertThatThrownBy(() -> compare(invalid, before).refuseNothingInCommon())
        .isInstanceOf(ConfigurationException.class);
    compare(before, invalid).refuseNothingInCommon();
    assertThat(compare(before, invalid).slowerThan(0.1))
        .as("a cell that became INVALID counts as slower")
        .singleElement()
        .asString()
        .contains("lost values");
  }

  @Test
  void aFigureThatFellToZeroCountsAsSlowerAndIsNotCalledInvalid() throws Exception {
    List<PhaseResult> before = cell("redis", "A", BASE);
    List<PhaseResult> after = cell("redis", "A", 0, 0, 0);

    assertThat(compare(before, after).slowerThan(0.1)).singleElement().asString().contains(": 0 ");
    assertThat(rows(before, after).get(0))
        .containsEntry("ops_s", "0.0000")
        .containsEntry("call", "");
  }

  @Test
  void cellsOfOneSideOnlyAreShownAsSuch() throws Exception {
    List<PhaseResult> before = cell("redis", "A", BASE);
    List<PhaseResult> after =
        List.of(Phases.valid("redis", "B", 1, 1, 7), Phases.valid("<new>", "A", 1, 1, 7));
    ComparisonReport report = compare(before, after);

    assertThat(report.toText()).contains("not measured");
    assertThat(rows(before, after))
        .extracting(row -> row.get("call"))
        .containsExactly("missing", "missing", "missing");
    assertThat(report.remarks())
        .anyMatch(remark -> remark.matches("before .* 2 cells .*after .*"))
        .anyMatch(remark -> remark.matches("after .* 1 cell .*before .*: redis, phase A, .*"));
    assertThat(report.render(Format.PAGE)).contains("&lt;new&gt;").doesNotContain("<new>");
    assertThat(report.toMarkdown()).contains("&lt;new>");
  }

  @Test
  void whatCanBeComparedComesFirst() throws Exception {
    List<PhaseResult> both = cell("redis", "B", BASE);
    List<PhaseResult> before = new ArrayList<>(cell("redis", "A", BASE));
    before.addAll(both);

    assertThat(rows(before, both))
        .extracting(row -> row.get("phase") + row.get("call").replace("missing", " missing"))
        .containsExactly("Bequal", "A missing");
  }

  @Test
  void thatProcessorsMightSleepOnOneSideOnlyIsSaid() {
    List<PhaseResult> redis = cell("redis", "A", BASE);
    Results asItIs = Samples.results(Samples.environment(null, 120.0), redis, List.of());
    Results awake = Samples.results(Samples.environment(0, 25.0), redis, List.of());

    assertThat(new ComparisonReport(comparisons(asItIs, awake)).remarks())
        .filteredOn(remark -> remark.contains("idle"))
        .singleElement()
        .asString()
        .startsWith("after (host_1, tmpfs): ")
        .contains(" 0 us");
    assertThat(compare(redis, redis).remarks()).noneMatch(remark -> remark.contains("idle"));
  }

  @Test
  void oneRunGivesARatioWithoutAnInterval() throws Exception {
    List<PhaseResult> one = cell("redis", "A", 100);
    List<PhaseResult> four = cell("redis", "A", 124, 124, 124, 124);
    ComparisonReport report = compare(one, four);

    assertThat(report.slowerThan(0.1)).isEmpty();
    assertThat(report.untestable()).isEqualTo(1);
    assertThat(report.toText()).contains("1.24 (one run").doesNotContain("1.24 to");
    assertThat(rows(one, four).get(0))
        .containsEntry("rule", "compare")
        .containsEntry("ratio", "1.2400")
        .containsEntry("ratio_ci95_low", "")
        .containsEntry("call", "unclear");
  }

  @Test
  void foldersForOtavaStandInTheOrderOfTheirTimes() throws Exception {
    assertThat(new ComparisonReport(comparisons(begun(3, 82), begun(1, 100))).toOtava().lines())
        .endsWith(
            "2026-01-01T00:00:00Z,\"after (host_1, tmpfs)\",100.0000",
            "2026-01-03T00:00:00Z,\"before (host_1, tmpfs)\",82.0000");
  }

  private static Results begun(int day, double throughput) {
    return Samples.results(
        cell("redis", "A", throughput).stream()
            .map(phase -> Phases.begun("2026-01-0" + day + "T00:00:00Z", phase))
            .toList());
  }

  @Test
  void restartsHaveNoThroughputToCompare() {
    List<PhaseResult> restart = new ArrayList<>(cell("redis", "A", BASE));
    restart.add(Phases.restarted("redis", 1, 1.5, 1.75, 4.0));

    assertThat(compare(restart, restart).toText()).contains("redis").doesNotContain("restart");
  }
}
