package org.pmemycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.analysis.Comparisons;
import org.pmemycsb.harness.analysis.Fastest;
import org.pmemycsb.harness.analysis.Ratios;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.plan.design.MediumModel;
import org.pmemycsb.harness.plan.design.MediumReads;
import org.pmemycsb.harness.report.format.PlainText;
import org.pmemycsb.harness.report.model.Chart;
import org.pmemycsb.harness.report.model.Note;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.notes.Notes;
import org.pmemycsb.harness.report.tables.Throughput;
import org.pmemycsb.harness.report.verdict.Answers;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;
import org.pmemycsb.harness.result.Ratio;
import org.pmemycsb.spi.Medium;

/** Results that lie on several places. */
class PlacesTest {
  private static final Map<String, List<String>> VARIANTS = Map.of("pm-redis", List.of("redis"));

  private static List<PhaseResult> runs(String database, String place, double base) {
    List<PhaseResult> all = new ArrayList<>();
    for (int repeat = 1; repeat <= 5; repeat++) {
      all.add(
          Phases.at(
              place,
              place.equals("disk") ? "disk" : "tmpfs",
              Phases.valid(database, "trace", "A", 1, repeat, base + repeat)));
    }
    return all;
  }

  private static Results results(List<List<PhaseResult>> cells) {
    List<PhaseResult> all = new ArrayList<>();
    cells.forEach(all::addAll);
    return Samples.results("redis", Samples.places(Medium.TMPFS, VARIANTS), all, List.of());
  }

  private static Results twoPlaces() {
    return results(
        List.of(
            runs("redis", "disk", 1_000),
            runs("redis", "pmem", 9_000),
            runs("pm-redis", "pmem", 5_000)));
  }

  /** The same beside a floor, which has no place. */
  private static Results withFloor() {
    List<PhaseResult> all = new ArrayList<>(twoPlaces().phases());
    all.addAll(runs("noop", "", 1e6));
    return results(List.of(all));
  }

  private static List<String> notes(Results results) {
    return Notes.of(results).stream().map(Note::text).toList();
  }

  private static Predicate<String> has(String... parts) {
    return text -> Stream.of(parts).allMatch(text::contains);
  }

  private static Environment.Folder modelled(String reads) {
    return modelled(reads, "");
  }

  private static Environment.Folder modelled(String reads, String error) {
    MediumModel model =
        new MediumModel(
            "m", "A medium", error, null, null, 0, MediumReads.NONE, Map.of("p50", 5.0), Map.of());
    return new Environment.Folder(
        "/mnt", Medium.DISK, "tmpfs", "rw", 1L << 30, "tmpfs", model, reads);
  }

  @Test
  void theNodeThatReadsGoToIsNamedForItsPlaceOnly() {
    String node = "reads from NUMA node 2 (no processors: CXL or PMem as memory)";
    Environment environment =
        Samples.environment(
            0, 30.0, Map.of("near", modelled(null), "far", modelled(node)), Map.of());
    List<PhaseResult> all =
        List.of(
            Phases.at("near", "model:m", Phases.valid("redis", "trace", "A", 1, 1, 1_000)),
            Phases.at("far", "model:m", Phases.valid("redis", "trace", "A", 1, 1, 900)));

    assertThat(notes(Samples.results("redis", environment, all, List.of())))
        .filteredOn(has("model:m"))
        .hasSize(2)
        .anyMatch(has("place far ", node + ")"))
        .anyMatch(has("place near ").and(has(node).negate()));
  }

  @Test
  void theMediumOfALogOnAPlaceOfItsOwnIsSaid() {
    List<PhaseResult> apart =
        runs("redis", "disk", 1_000).stream()
            .map(phase -> Changed.with(phase, "conditions", phase.conditions().at("disk", "pmem")))
            .toList();

    assertThat(notes(results(List.of(runs("redis", "disk", 900), apart))))
        .anyMatch(has("The log ", "place pmem ", "(tmpfs)"));
    assertThat(notes(results(List.of(runs("redis", "pmem", 900), apart))))
        .anyMatch(has("data on place pmem ", "log on place pmem ", "(tmpfs)"));
    List<PhaseResult> modelled =
        runs("redis", "disk", 1_000).stream()
            .map(phase -> Changed.with(phase, "conditions", phase.conditions().at("disk", "far")))
            .toList();
    assertThat(
            notes(
                Samples.results(
                    "redis",
                    Samples.environment(0, 30.0, Map.of("far", modelled(null)), Map.of()),
                    modelled,
                    List.of())))
        .anyMatch(has("The log ", "place far ", "(model:m, "));
  }

  @Test
  void theErrorOfAModelIsBesideItsFigures() {
    List<PhaseResult> all =
        List.of(Phases.at("near", "model:m", Phases.valid("redis", "trace", "A", 1, 1, 1_000)));
    for (String error : List.of("", "Half as fast.")) {
      Environment environment =
          Samples.environment(0, 30.0, Map.of("near", modelled(null, error)), Map.of());

      assertThat(notes(Samples.results("redis", environment, all, List.of())))
          .anyMatch(
              text ->
                  error.isEmpty() ? text.contains("error") : text.endsWith(": A medium. " + error));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "tmpfs, rw, true",
    "tmpfs, 'rw,size=1g,huge=never', true",
    "tmpfs, 'rw,size=1g,huge=advise', true",
    "tmpfs, 'rw,huge=always,size=1g', false",
    "tmpfs, 'rw,huge=within_size', false",
    "ext4, 'rw,dax=always', false"
  })
  void smallPagesUnderModelledReadsAreSaid(String fileSystem, String options, boolean said) {
    MediumReads slow = new MediumReads(Map.of("medium", 305.0, "dram", 101.0), Map.of());
    MediumModel model =
        new MediumModel("m", "A medium", "", null, null, 0, slow, Map.of(), Map.of());
    Environment.Folder folder =
        new Environment.Folder(
            "/mnt", Medium.TMPFS, fileSystem, options, 1L << 30, "none", model, null);
    List<PhaseResult> all =
        List.of(Phases.at("near", "model:m", Phases.valid("redis", "trace", "A", 1, 1, 1_000)));

    List<String> notes =
        notes(
            Samples.results(
                "redis",
                Samples.environment(0, 30.0, Map.of("near", folder), Map.of()),
                all,
                List.of()));

    assertThat(notes.stream().anyMatch(text -> text.contains("pages of 4 KiB"))).isEqualTo(said);
  }

  @Test
  void everyTableNamesThePlaceWhereThereAreSeveral() {
    for (Section section : Sections.of(Answers.of(twoPlaces()))) {
      section
          .table()
          .filter(table -> List.of("comparison", "cells", "pairs").contains(table.id()))
          .ifPresent(
              table ->
                  assertThat(table.columns())
                      .as(table.id())
                      .extracting(Table.Column::text)
                      .contains("place"));
    }
    assertThat(PlainText.of(Throughput.table(twoPlaces().cells(), List.of(), Set.of())))
        .isEqualTo(
            """
            database  place  threads  value                 A
            redis     disk         1  1 KiB  1,003 1.00-1.00k
            redis     pmem         1  1 KiB  9,003 8.99-9.01k
            pm-redis  pmem         1  1 KiB  5,003 5.00-5.01k
            """);
  }

  @Test
  void aPlaceAloneIsNotNamed() {
    Results one = results(List.of(runs("redis", "pmem", 9_000), runs("pm-redis", "pmem", 5_000)));

    assertThat(Sections.of(Answers.of(one)))
        .flatExtracting(section -> section.table().stream().toList())
        .flatExtracting(Table::columns)
        .extracting(Table.Column::text)
        .doesNotContain("place");
    assertThat(notes(one)).anyMatch(has("(tmpfs)")).noneMatch(has("place pmem"));
  }

  @Test
  void legendsNameThePlaceButNotThatOfTheFloor() {
    Results results =
        results(
            List.of(
                runs("redis", "disk", 1_000),
                runs("redis", "pmem", 9_000),
                runs("noop", "pmem", 1e6)));

    assertThat(
            Questions.of(Charts.of(results.cells()), results.phases(), Map.of())
                .get(0)
                .groups()
                .get(0)
                .charts()
                .get(0)
                .series())
        .extracting(Chart.Series::name)
        .containsExactly("redis @disk", "redis @pmem", "noop (floor)");
  }

  @Test
  void pairsAndTheFastestKeepToOnePlace() {
    Results results =
        results(
            List.of(
                runs("redis", "disk", 1_000),
                runs("postgres", "disk", 500),
                runs("redis", "pmem", 9_000),
                runs("pm-redis", "pmem", 5_000)));
    List<Ratio> pairs = Ratios.pairs(results.contenders());

    assertThat(pairs).hasSize(2).allMatch(pair -> samePlace(pair));
    assertThat(Fastest.of(results, pairs))
        .extracting(cell -> cell.key().database() + "@" + cell.key().place())
        .containsExactlyInAnyOrder("redis@disk", "redis@pmem");
  }

  private static boolean samePlace(Ratio pair) {
    return pair.upper().key().place().equals(pair.lower().key().place());
  }

  @Test
  void theNoteOnMainMemoryNamesItsPlaceAndTwoMediaAreNoWarning() {
    assertThat(notes(withFloor()))
        .anyMatch(has("The data ", "place pmem ", "(tmpfs)"))
        .noneMatch(has("mixes media"))
        .noneMatch(has("msync"));
    assertThat(notes(results(List.of(runs("redis", "pmem", 1), runs("pm-redis", "disk", 1)))))
        .anyMatch(has("The data ", "place disk ", "msync"));
  }

  @Test
  void foldersAreComparedPlaceByPlace() throws Exception {
    Comparisons comparisons =
        Comparisons.of(List.of("before", "after"), List.of(twoPlaces(), twoPlaces()));
    ComparisonReport report = new ComparisonReport(comparisons);

    assertThat(comparisons.lines()).hasSize(3);
    assertThat(report.toText()).contains("place").doesNotContain("not measured");
    assertThat(Rows.of(RatiosCsv.render(comparisons)))
        .extracting(row -> row.get("database") + "@" + row.get("place") + " " + row.get("memory"))
        .containsExactly("redis@disk all", "redis@pmem all", "pm-redis@pmem all");
  }
}
