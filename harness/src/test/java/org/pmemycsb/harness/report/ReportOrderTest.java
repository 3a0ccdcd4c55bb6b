package org.pmemycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.probe.Probes;
import org.pmemycsb.harness.report.format.Plots;
import org.pmemycsb.harness.report.model.Chart;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.tables.CellTables;
import org.pmemycsb.harness.report.verdict.Answers;
import org.pmemycsb.harness.result.Latency;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;
import org.pmemycsb.spi.Medium;

/** The order of a report, and its charts. */
class ReportOrderTest {
  private static PhaseResult run(String database, String place, String phase, int run) {
    PhaseResult made = Phases.valid(database, "trace", phase, 1, run, 1000 + run);
    return Phases.at(
        place,
        place,
        Changed.with(
            made, "measurement.latencies.writes", Latency.unpaced(1_500.0, 2_000.0, null)));
  }

  private static Results results() {
    List<PhaseResult> phases = new ArrayList<>();
    for (int run = 1; run <= 3; run++) {
      for (String phase : List.of("load", "A")) {
        phases.add(run("redis", "disk", phase, run));
        phases.add(run("redis", "pmem", phase, run));
        phases.add(run("pm-redis", "pmem", phase, run));
      }
    }
    Environment on =
        Changed.with(
            Samples.places(Medium.DAX, Map.of("pm-redis", List.of("redis"))),
            "probes",
            Map.of("disk", Probes.disk()));
    return Samples.results("redis", on, phases, List.of());
  }

  @Test
  void theAnswerComesFirstAndTheRestIsFolded() {
    List<Section> page = Section.in(Sections.of(Answers.of(results())), Section.Output.PAGE);

    assertThat(page.stream().filter(section -> !section.folded()))
        .extracting(Section::id)
        .containsSubsequence("verdict", "buys", "buys-section", "why", "asked", "where");
    assertThat(page.stream().filter(Section::folded))
        .extracting(Section::id)
        .contains("workloads", "comparison-section", "pairs-section", "cells-section");
  }

  @Test
  void aWriteStandsBesideASyncOfItsPlace() {
    Results results = results();
    Table table = new CellTables(Names.of(results.cells())).why(results).table().orElseThrow();

    assertThat(table.columns())
        .extracting(Table.Column::text)
        .endsWith("phase", "write p50, us", "one sync, us");
    assertThat(table.rows())
        .extracting(row -> row.fields().stream().skip(4).map(Table.Field::text).toList())
        .containsExactlyInAnyOrder(
            List.of("A", "1,500", "1,600"), List.of("A", "1,500", ""), List.of("A", "1,500", ""));
  }

  @Test
  void aColourIsADatabaseAndAShapeAPlace() {
    Results results = results();
    List<Chart.Look> looks =
        Samples.charts(Sections.of(Answers.of(results)), "workloads").stream()
            .flatMap(chart -> chart.series().stream())
            .map(Chart.Series::look)
            .toList();

    assertThat(looks)
        .containsExactlyInAnyOrder(
            new Chart.Look(0, 0), new Chart.Look(0, 1), new Chart.Look(1, 1));
  }

  @Test
  void onlyUnfoldedChartsBecomeFiles(@TempDir Path folder) throws Exception {
    List<Section> sections = Sections.of(Answers.of(results()));

    Plots.write(folder, sections);

    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "buys-redis-and-pm-redis-1-thread-1-kib-values-durability-commit.pdf",
              "buys-redis-and-pm-redis-1-thread-1-kib-values-durability-commit.png",
              "p99-reads-1-thread-1-kib-values.pdf",
              "p99-reads-1-thread-1-kib-values.png");
    }
  }
}
