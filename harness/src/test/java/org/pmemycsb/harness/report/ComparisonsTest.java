package org.pmemycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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

  private static Comparisons compare(List<PhaseResult> base, List<PhaseResult> other) {
    return Comparisons.of(
        List.of("before", "after"),
        List.of(Samples.results(base, List.of()), Samples.results(other, List.of())));
  }

  private static ComparisonRemarks remarks(Comparisons comparisons) {
    return new ComparisonRemarks(comparisons);
  }

  private static ComparisonReport report(Comparisons comparisons) {
    return new ComparisonReport(comparisons);
  }

  private static final double[] BASE = {100, 101, 99, 100.5, 100.2};

  @Test
  void aCellIsSlowerWhenItsWholeIntervalIsBelowTheLimit() {
    Comparisons comparisons =
        compare(cell("redis", "A", BASE), cell("redis", "A", 80, 81, 79, 80.5, 80.2));

    assertThat(remarks(comparisons).slowerThan(0.1))
        .hasSize(1)
        .allMatch(line -> line.contains("phase A"));
    assertThat(remarks(comparisons).slowerThan(0.25)).isEmpty();
    assertThat(report(comparisons).toText()).contains("slower");
  }

  @Test
  void aCellWhoseIntervalReachesTheLimitIsNotSlowerThanIt() {
    // The median is 15 % lower, but an interval that reaches up to 5 % lower proves no 10 %.
    Comparisons comparisons =
        compare(cell("redis", "A", BASE), cell("redis", "A", 75, 80, 85, 95, 94));

    assertThat(remarks(comparisons).slowerThan(0.1)).isEmpty();
    assertThat(report(comparisons).toText()).contains("slower");
  }

  @Test
  void rowsAndColumnsOfAClusterTellTheNumberOfMachines() throws Exception {
    List<PhaseResult> phases = new ArrayList<>();
    for (int machines = 1; machines <= 2; machines++) {
      List<Machine> all = Collections.nCopies(machines, new Machine("host", 100, 0, 0));
      phases.add(Phases.on(all, Phases.valid("redis", "A", 1, 1, 1000 * machines)));
    }
    ComparisonReport report = report(compare(phases, phases));

    assertThat(Rows.of(RatiosCsv.render(compare(phases, phases))))
        .extracting(row -> row.get("machines"))
        .containsExactly("1", "2");
    assertThat(report.toOtava().lines().findFirst().orElseThrow())
        .endsWith("ycsb/1 machine,redis/A/1/1024/commit/ycsb/2 machines");
  }

  @Test
  void foldersWithoutACommonCellAreNamedWithTheirDatabases() {
    List<PhaseResult> before = cell("redis", "A", BASE);
    Comparisons renamed = compare(before, cell("fast redis", "A", BASE));

    assertThatThrownBy(() -> remarks(renamed).refuseNothingInCommon())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("after (")
        .hasMessageContaining("fast redis");
    List<PhaseResult> invalid = List.of(Phases.invalid("redis", "A", 1, 1, "lost values"));
    assertThatThrownBy(() -> remarks(compare(invalid, before)).refuseNothingInCommon())
        .isInstanceOf(ConfigurationException.class);
    remarks(compare(before, invalid)).refuseNothingInCommon();
  }

  @Test
  void aCellThatBecameInvalidCountsAsSlower() {
    Comparisons comparisons =
        compare(
            cell("redis", "A", BASE), List.of(Phases.invalid("redis", "A", 1, 1, "lost values")));

    assertThat(remarks(comparisons).slowerThan(0.1))
        .singleElement()
        .asString()
        .contains("lost values");
  }

  @Test
  void aFigureThatFellToZeroCountsAsSlowerAndIsNotCalledInvalid() throws Exception {
    Comparisons comparisons = compare(cell("redis", "A", BASE), cell("redis", "A", 0, 0, 0));

    assertThat(remarks(comparisons).slowerThan(0.1)).singleElement().asString().contains(": 0 ");
    assertThat(Rows.of(RatiosCsv.render(comparisons)))
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.get("ops_s")).isEqualTo("0.0000");
              assertThat(row.get("call")).isEmpty();
            });
  }

  @Test
  void cellsOfOneSideOnlyAreShownAsSuch() throws Exception {
    Comparisons comparisons =
        compare(
            cell("redis", "A", BASE),
            List.of(Phases.valid("redis", "B", 1, 1, 7), Phases.valid("<new>", "A", 1, 1, 7)));

    assertThat(report(comparisons).toText()).contains("not measured");
    assertThat(Rows.of(RatiosCsv.render(comparisons)))
        .hasSize(3)
        .allMatch(row -> row.get("call").equals("missing"));
    assertThat(remarks(comparisons).all())
        .anyMatch(remark -> remark.matches("before .* 2 cells .*after .*"))
        .anyMatch(remark -> remark.matches("after .* 1 cell .*before .*: redis, phase A, .*"));
    assertThat(report(comparisons).render(Format.PAGE))
        .contains("&lt;new&gt;")
        .doesNotContain("<new>");
    assertThat(report(comparisons).toMarkdown()).contains("&lt;new>");
  }

  @Test
  void whatCanBeComparedComesFirst() throws Exception {
    List<PhaseResult> both = cell("redis", "B", BASE);
    List<PhaseResult> before = new ArrayList<>(cell("redis", "A", BASE));
    before.addAll(both);

    assertThat(Rows.of(RatiosCsv.render(compare(before, both))))
        .satisfiesExactly(
            row -> assertThat(row).containsEntry("phase", "B"),
            row -> assertThat(row).containsEntry("phase", "A").containsEntry("call", "missing"));
  }

  @Test
  void thatProcessorsMightSleepOnOneSideOnlyIsSaid() {
    List<PhaseResult> redis = cell("redis", "A", BASE);
    Results asItIs = Samples.results(Samples.environment(null, 120.0), redis, List.of());
    Results awake = Samples.results(Samples.environment(0, 25.0), redis, List.of());

    assertThat(remarks(Comparisons.of(List.of("before", "after"), List.of(asItIs, awake))).all())
        .filteredOn(remark -> remark.contains("idle"))
        .singleElement()
        .asString()
        .startsWith("after (host_1, tmpfs): ")
        .contains(" 0 us");
    assertThat(remarks(compare(redis, redis)).all()).noneMatch(remark -> remark.contains("idle"));
  }

  @Test
  void oneRunGivesARatioWithoutAnInterval() throws Exception {
    Comparisons comparisons =
        compare(cell("redis", "A", 100), cell("redis", "A", 124, 124, 124, 124));

    assertThat(remarks(comparisons).slowerThan(0.1)).isEmpty();
    assertThat(remarks(comparisons).untestable()).isEqualTo(1);
    assertThat(report(comparisons).toText()).contains("1.24 (one run").doesNotContain("1.24 to");
    assertThat(Rows.of(RatiosCsv.render(comparisons)))
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row).containsEntry("rule", "compare").containsEntry("ratio", "1.2400");
              assertThat(row).containsEntry("ratio_ci95_low", "").containsEntry("call", "unclear");
            });
  }

  @Test
  void foldersForOtavaStandInTheOrderOfTheirTimes() throws Exception {
    ComparisonReport report =
        report(Comparisons.of(List.of("late", "early"), List.of(begun(3, 82), begun(1, 100))));

    assertThat(report.toOtava().lines().skip(1))
        .containsExactly(
            "2026-01-01T00:00:00Z,\"early (host_1, tmpfs)\",100.0000",
            "2026-01-03T00:00:00Z,\"late (host_1, tmpfs)\",82.0000");
  }

  private static Results begun(int day, double throughput) {
    return Samples.results(
        cell("redis", "A", throughput).stream()
            .map(phase -> Phases.begun("2026-01-0" + day + "T00:00:00Z", phase))
            .toList(),
        List.of());
  }

  @Test
  void restartsHaveNoThroughputToCompare() {
    List<PhaseResult> restart = new ArrayList<>(cell("redis", "A", BASE));
    restart.add(Phases.restarted("redis", 1, 1.5, 1.75, 4.0));

    assertThat(report(compare(restart, restart)).toText())
        .contains("redis")
        .doesNotContain("restart");
  }
}
