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
import org.pmemycsb.harness.analysis.Ratios;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.plan.design.MediumModel;
import org.pmemycsb.harness.plan.design.MediumReads;
import org.pmemycsb.harness.report.format.PlainText;
import org.pmemycsb.harness.report.model.Chart;
import org.pmemycsb.harness.report.model.Note;
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
    return Samples.runs(database, place, "A", base + 1, base + 2, base + 3, base + 4, base + 5);
  }

  private static Results results(List<List<PhaseResult>> cells) {
    List<PhaseResult> all = cells.stream().flatMap(List::stream).toList();
    return Samples.results("redis", Samples.places(Medium.TMPFS, VARIANTS), all, List.of());
  }

  private static Results twoPlaces() {
    return results(
        List.of(
            runs("redis", "disk", 1_000),
            runs("redis", "pmem", 9_000),
            runs("pm-redis", "pmem", 5_000)));
  }

  /** One run on each of some places, whose media are models. */
  private static List<String> notes(Map<String, Environment.Folder> places) {
    List<PhaseResult> runs =
        places.keySet().stream()
            .map(at -> Phases.at(at, "model:m", Phases.valid("redis", "trace", "A", 1, 1, 900)))
            .toList();
    return notes(
        Samples.results("redis", Samples.environment(0, 30.0, places, Map.of()), runs, List.of()));
  }

  private static List<String> notes(Results results) {
    return Notes.of(results).stream().map(Note::text).toList();
  }

  private static Predicate<String> has(String... parts) {
    return text -> Stream.of(parts).allMatch(text::contains);
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

    assertThat(notes(Map.of("near", modelled(null, ""), "far", modelled(node, ""))))
        .filteredOn(has("model:m"))
        .hasSize(2)
        .anyMatch(has("place far ", node + ")"))
        .anyMatch(has("place near ").and(has(node).negate()));
  }

  @Test
  void theMediumOfALogOnAPlaceOfItsOwnIsSaid() {
    assertThat(notes(results(List.of(runs("redis", "disk", 900), logOn("pmem")))))
        .anyMatch(has("The log ", "place pmem ", "(tmpfs)"));
    assertThat(notes(results(List.of(runs("redis", "pmem", 900), logOn("pmem")))))
        .anyMatch(has("data on place pmem ", "log on place pmem ", "(tmpfs)"));
    Environment far = Samples.environment(0, 30.0, Map.of("far", modelled(null, "")), Map.of());
    assertThat(notes(Samples.results("redis", far, logOn("far"), List.of())))
        .anyMatch(has("The log ", "place far ", "(model:m, "));
  }

  private static List<PhaseResult> logOn(String place) {
    return runs("redis", "disk", 1_000).stream()
        .map(run -> Changed.with(run, "conditions", run.conditions().at("disk", place)))
        .toList();
  }

  @Test
  void theErrorOfAModelIsBesideItsFigures() {
    assertThat(notes(Map.of("near", modelled(null, "")))).anyMatch(has("error"));
    assertThat(notes(Map.of("near", modelled(null, "Half as fast."))))
        .anyMatch(text -> text.endsWith(": A medium. Half as fast."));
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

    assertThat(notes(Map.of("near", folder)).stream().anyMatch(has("pages of 4 KiB")))
        .isEqualTo(said);
  }

  @Test
  void anOutlierIsNamedWithItsPlace() {
    List<List<PhaseResult>> cells =
        new ArrayList<>(
            Stream.of("redis", "postgres", "lmdb", "rocksdb", "sqlite")
                .map(calm -> runs(calm, "disk", 100 * calm.length()))
                .toList());
    cells.add(Samples.runs("redis", "pmem", "A", 900, 300, 2_000, 700, 4_000));

    assertThat(notes(results(cells)))
        .filteredOn(has("has its own interval"))
        .singleElement()
        .asString()
        .startsWith("redis @pmem on A ");
  }

  @Test
  void everyTableNamesThePlaceWhereThereAreSeveral() {
    assertThat(Sections.of(Answers.of(twoPlaces())))
        .flatExtracting(section -> section.table().stream().toList())
        .filteredOn(table -> List.of("comparison", "cells", "pairs").contains(table.id()))
        .allSatisfy(
            table -> assertThat(table.columns()).extracting(Table.Column::text).contains("place"));
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
            Samples.charts(Questions.of(Charts.of(results.cells()), results.phases(), Map.of()))
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

    assertThat(pairs)
        .hasSize(2)
        .allMatch(pair -> pair.upper().key().place().equals(pair.lower().key().place()));
    assertThat(Ratios.fastest(results, pairs))
        .extracting(cell -> cell.key().database() + "@" + cell.key().place())
        .containsExactlyInAnyOrder("redis@disk", "redis@pmem");
  }

  @Test
  void theNoteOnMainMemoryNamesItsPlaceAndTwoMediaAreNoWarning() {
    // A floor has no place.
    assertThat(notes(results(List.of(twoPlaces().phases(), runs("noop", "", 1e6)))))
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
    assertThat(Rows.of(Csv.comparison(comparisons)))
        .extracting(row -> row.get("database") + "@" + row.get("place") + " " + row.get("memory"))
        .containsExactly("redis@disk all", "redis@pmem all", "pm-redis@pmem all");
  }
}
