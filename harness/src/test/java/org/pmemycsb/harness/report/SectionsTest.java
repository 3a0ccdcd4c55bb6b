package org.pmemycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.probe.Probes;
import org.pmemycsb.harness.report.format.PlainText;
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
import org.pmemycsb.harness.result.Unavailable;
import org.pmemycsb.spi.Medium;

/** The order of a report, its charts, and what a terminal shows of it. */
class SectionsTest {
  private static final List<String> PHASES = List.of("load", "A", "B", "C", "D", "E", "F");

  private static List<PhaseResult> grid(List<String> databases, List<String> phases) {
    List<PhaseResult> all = new ArrayList<>();
    for (String database : databases) {
      for (String phase : phases) {
        for (int repeat = 1; repeat <= 4; repeat++) {
          all.add(Phases.valid(database, "trace", phase, 1, repeat, 1_200_000 + 99_999 * repeat));
        }
      }
    }
    return all;
  }

  private static String terminal(List<PhaseResult> phases) {
    return Samples.terminal(
        Samples.results("redis", Samples.environment(), phases, List.of()), true);
  }

  @Test
  void noLineIsWiderThanATerminal() {
    String text =
        terminal(
            grid(List.of("redis", "pmemkv{engine=cmap, size=1GiB}", "postgres{a=b, c=d}"), PHASES));

    assertThat(text.lines()).allMatch(line -> line.length() <= PlainText.WIDTH, "80 columns");
    for (String phase : PHASES) {
      assertThat(text).containsPattern("(?m)^database.* " + phase + "\\b");
    }
  }

  /** The 60 lines of a default run, less three for its invocations and six before the first. */
  @Test
  void aDefaultRunFitsIntoSixtyLines() {
    List<PhaseResult> phases = new ArrayList<>();
    Map<String, List<String>> variants =
        Map.of(
            "pm-redis", List.of("redis"),
            "pm-postgres", List.of("postgres"),
            "pmemkv", List.of("rocksdb"));
    for (String phase : PHASES.subList(0, 5)) {
      phases.addAll(Samples.runs("noop", "", phase, 1.8e7, 2.2e7, 2e7));
      variants.forEach(
          (variant, stock) -> {
            phases.addAll(Samples.runs(stock.get(0), "disk", phase, 9_000, 9_000, 9_000));
            phases.addAll(Samples.runs(stock.get(0), "pmem", phase, 81_000, 99_000, 90_000));
            phases.addAll(Samples.runs(variant, "pmem", phase, 200_000, 200_000, 200_000));
          });
    }
    phases.replaceAll(each -> Phases.stalled(each, 60_000));

    String text =
        Samples.terminal(
            Changed.with(
                Samples.results("redis", Samples.places(Medium.TMPFS, variants), phases, List.of()),
                "claims",
                List.of()),
            false);

    assertThat(text).contains("more warning");
    assertThat(text.lines()).hasSizeLessThanOrEqualTo(60 - 3 - 6);
    assertThat(text.lines()).allMatch(line -> line.length() <= PlainText.WIDTH);
    assertThat(text.lines().reduce((before, line) -> line).orElseThrow()).contains("results; ");
  }

  @Test
  void aLongTableOfLatenciesIsNamedInsteadOfShown() {
    List<String> many = List.of("a", "b", "c", "d");

    assertThat(terminal(grid(many, PHASES.subList(0, 6)))).contains("microseconds");
    assertThat(terminal(grid(many, PHASES)))
        .contains("latency of 28 cells: report.md")
        .doesNotContain("microseconds");
  }

  @Test
  void betweenRepeatsOnlyTheComparisonIsShown() {
    Results results =
        Samples.results(
            "redis", Samples.environment(), grid(List.of("redis"), List.of("A")), List.of());

    assertThat(PlainText.of(Sections.interim(Answers.of(results)), Path.of("results"), false))
        .contains("operations per")
        .doesNotContain("busy", "latency");
  }

  @Test
  void whatMendsAnAbsentDatabaseStandsInOneLine() {
    String command = "bin/install-packages " + "x".repeat(PlainText.WIDTH);
    Results results =
        Samples.results(
            "redis",
            Samples.environment(),
            grid(List.of("redis"), List.of("A")),
            List.of(),
            List.of(new Unavailable("absent", "not built", Optional.of(command))));

    assertThat(Samples.terminal(results, false))
        .containsOnlyOnce("absent ")
        .contains(command + "\n");
  }

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
