package org.pmemycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.analysis.Buys;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.report.format.Format;
import org.pmemycsb.harness.report.model.Chart;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.verdict.Answers;
import org.pmemycsb.harness.result.Machine;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;
import org.pmemycsb.harness.result.Ratio;
import org.pmemycsb.harness.result.Unavailable;
import org.pmemycsb.harness.statistics.Call;
import org.pmemycsb.spi.Medium;

/** What persistent memory buys, in figures, words and pictures. */
class BuysTest {
  private static final Map<String, List<String>> VARIANTS =
      Map.of("pm-redis", List.of("redis"), "pm-postgres", List.of("postgres"));
  private static final int LINE = 80;

  private final List<PhaseResult> phases = new ArrayList<>();
  private final List<Unavailable> unavailable = new ArrayList<>();
  private Medium pmem = Medium.TMPFS;
  private Map<String, List<String>> variants = VARIANTS;

  private void runs(String database, String place, String phase, double... throughputs) {
    for (int i = 0; i < throughputs.length; i++) {
      add(place, Phases.valid(database, "trace", phase, 1, i + 1, throughputs[i]));
    }
  }

  private void add(String place, PhaseResult phase) {
    phases.add(Phases.at(place, place.equals("disk") ? "disk" : pmem.id(), phase));
  }

  /** Three runs with some scatter. */
  private void cell(String database, String place, String phase, double throughput) {
    int shift = (place.startsWith("disk") ? 1 : 0) + (database.startsWith("pm") ? 2 : 0);
    double[] factors = {1, 1.04, 0.97, 1, 1.04, 0.97};
    runs(
        database,
        place,
        phase,
        Arrays.stream(factors, shift % 3, shift % 3 + 3)
            .map(factor -> factor * throughput)
            .toArray());
  }

  private void pair(String stock, double onDisk, double onPmem, double variant) {
    for (String phase : List.of("load", "A")) {
      double speed = phase.equals("load") ? 1 : 1.5;
      cell(stock, "disk", phase, speed * onDisk);
      cell(stock, "pmem", phase, speed * onPmem);
      cell("pm-" + stock, "pmem", phase, speed * variant);
    }
  }

  private Results results() {
    return Samples.results("redis", Samples.places(pmem, variants), phases, List.of(), unavailable);
  }

  private Buys buys() {
    return Buys.of(results());
  }

  private Buys.Row row(int at) {
    return buys().rows().get(at);
  }

  private String document() {
    return report(Format.DOCUMENT);
  }

  private String report(Format format) {
    List<Section> sections =
        Sections.of(Answers.of(results())).stream()
            .filter(section -> section.id().startsWith("buys"))
            .toList();
    return Report.text(format, results(), sections);
  }

  private List<String> terminal() {
    List<Section> all = new BuysTables(buys()).sections(Names.of(results().cells()));
    return Section.in(all, Section.Output.TERMINAL).stream()
        .flatMap(section -> Stream.concat(Stream.of(section.title()), section.lines().stream()))
        .toList();
  }

  private void assertGolden(String name) throws Exception {
    List<String> lines = terminal();
    assertThat(lines).allMatch(line -> line.length() <= LINE);
    GoldenFilesTest.assertGolden(name + ".txt", String.join("\n", lines) + "\n");
  }

  @Test
  void twoPairsAreComplete() throws Exception {
    pair("redis", 2_359, 67_081, 34_149);
    pair("postgres", 507, 3_210, 35_407);

    assertGolden("buys-complete");
    GoldenFilesTest.assertGolden("buys-complete.md", document());
    GoldenFilesTest.assertGolden("buys-complete.tex", report(Format.PAPER));
  }

  @Test
  void theMeanOfAllWorkloadsIsTheLastRow() throws Exception {
    for (String phase : List.of("load", "A", "B", "C", "D")) {
      double gain = Map.of("load", 9.0, "A", 8.0, "B", 2.0, "C", 1.0, "D", 1.0).get(phase);
      cell("redis", "disk", phase, 1_000);
      cell("redis", "pmem", phase, gain * 1_000);
    }

    assertGolden("buys-mean");
  }

  @Test
  void withoutOneOfTheWorkloadsThereIsNoMean() {
    for (String phase : List.of("load", "A", "B", "C", "D")) {
      cell("redis", "disk", phase, 1_000);
      cell("redis", "pmem", phase, 2_000);
    }
    add("pmem", Phases.invalid("redis", "trace", "D", 1, 4, "2 operations failed"));

    Buys.Row mean = row(5);
    assertThat(mean.isMean()).isTrue();
    assertThat(mean.byMedium()).isEmpty();
    assertThat(buys().reasons(mean)).isEmpty();
  }

  @Test
  void anInvalidCellGivesNoRatioAndTheReasonInstead() throws Exception {
    pair("redis", 2_359, 67_081, 34_149);
    add("pmem", Phases.invalid("redis", "trace", "A", 1, 4, "2 operations failed"));

    assertGolden("buys-invalid");
  }

  @Test
  void oneRunGivesRatiosWithoutIntervals() throws Exception {
    runs("redis", "disk", "A", 2_359);
    runs("redis", "pmem", "A", 67_081);
    runs("pm-redis", "pmem", "A", 34_149);

    assertGolden("buys-one-run");
  }

  @Test
  void aVariantThatIsMissingIsNamedWithTheReason() throws Exception {
    pair("redis", 2_359, 67_081, 34_149);
    pair("postgres", 507, 3_210, 35_407);
    phases.removeIf(phase -> phase.database().equals("pm-postgres"));
    unavailable.add(
        new Unavailable("pm-postgres", "there is no postgres on PATH", Optional.empty()));

    assertGolden("buys-missing");
    GoldenFilesTest.assertGolden("buys-missing.md", document());
  }

  @Test
  void onOnePlaceOnlyTheSoftwareIsCompared() throws Exception {
    cell("redis", "pmem", "A", 67_081);
    cell("pm-redis", "pmem", "A", 34_149);

    assertGolden("buys-software");
  }

  @Test
  void numbersOfMachinesAreNotMixed() {
    for (int machines = 1; machines <= 2; machines++) {
      List<Machine> all = Collections.nCopies(machines, new Machine("host", 100, 0, 0));
      for (String database : List.of("redis", "pm-redis")) {
        PhaseResult phase = Phases.valid(database, "trace", "A", 1, 1, 1000 * machines);
        phases.add(Phases.on(all, Phases.at("pmem", pmem.id(), phase)));
      }
    }
    assertThat(terminal())
        .anyMatch(line -> line.contains("1 machine, 1 thread"))
        .anyMatch(line -> line.contains("2 machines, 1 thread"));
    assertThat(document()).containsPattern("phase *\\| *machines *\\|");
  }

  @Test
  void aDatabaseWithoutAVariantIsComparedOnTwoPlaces() {
    variants = Map.of();
    cell("redis", "disk", "A", 2_359);
    cell("redis", "pmem", "A", 67_081);

    assertThat(row(0).hasVariant()).isFalse();
    assertThat(row(0).byMedium()).isPresent();
    assertThat(buys().reasons(row(0))).isEmpty();
    assertThat(document()).contains("stock @disk").doesNotContain("variant", "both");
  }

  @Test
  void withoutTwoCellsToCompareThereIsNoSection() {
    cell("pm-redis", "pmem", "A", 34_149);
    assertThat(buys().rows()).isEmpty();

    cell("redis", "pmem", "A", 67_081);
    variants = Map.of();
    assertThat(buys().rows()).isEmpty();
    assertThat(terminal()).isEmpty();
    assertThat(SummaryJson.render(Answers.of(results()))).doesNotContain("\"buys\"");
  }

  @Test
  void onRealPersistentMemoryNothingStoodIn() {
    pmem = Medium.DAX;
    pair("redis", 2_359, 67_081, 34_149);

    assertThat(report(Format.PAPER)).doesNotContain("stood in");
    pmem = Medium.TMPFS;
    assertThat(report(Format.PAPER)).contains("stood in");
  }

  @Test
  void aVariantOfSeveralStockDatabasesHasARowForEach() {
    variants = Map.of("pmemkv{engine=stree}", List.of("lmdb", "rocksdb"));
    for (String stock : List.of("rocksdb{cache=1GiB}", "lmdb")) {
      cell(stock, "disk", "A", 1_000);
      cell(stock, "pmem", "A", 2_000);
    }
    cell("pmemkv{engine=stree}", "pmem", "A", 4_000);

    assertThat(buys().rows())
        .extracting(Buys.Row::stock)
        .containsExactly("rocksdb{cache=1GiB}", "lmdb");
    assertThat(terminal()).allMatch(line -> line.length() <= LINE);
  }

  @Test
  void theNativeCeilingAndStandInsStayOut() {
    variants = Map.of("mongodb-pmse", List.of("mongodb"));
    cell("mongodb (FerretDB)", "disk", "A", 1_000);
    cell("mongodb-pmse", "pmem", "A", 4_000);

    assertThat(buys().rows()).isEmpty();
  }

  @Test
  void programsReadTheSameFigures() throws Exception {
    pair("redis", 2_359, 67_081, 34_149);

    JsonNode buys =
        new ObjectMapper().readTree(SummaryJson.render(Answers.of(results()))).get("buys");

    GoldenFilesTest.assertGolden("buys.json", buys.toPrettyString() + "\n");
  }

  @Test
  void theLogAloneIsAStepOfItsOwn() throws Exception {
    pair("postgres", 507, 3_210, 35_407);
    for (String phase : List.of("load", "A")) {
      cell("postgres", "disk+log@pmem", phase, 2_000);
      cell("pm-postgres", "disk+log@pmem", phase, 3_000);
    }

    assertGolden("buys-log");
    assertThat(buys().rows()).hasSize(2);
    assertThat(Answers.of(results()).verdict())
        .anyMatch(line -> line.matches(".* \\(A\\), .*log.*: postgres 2.6x."));
  }

  @Test
  void aDatabaseOfWhichOnlyTheLogWasMovedHasARow() {
    variants = Map.of();
    cell("rocksdb", "disk", "A", 100);
    cell("rocksdb", "disk+log@pmem", "A", 400);

    Buys.Row row = row(0);
    assertThat(row.byLog().orElseThrow().figure()).isCloseTo(4, within(0.1));
    assertThat(buys().reasons(row)).isEmpty();
    assertThat(Samples.text(Format.DOCUMENT, results()))
        .contains("| database | phase | stock @disk | log @pmem | log to PM |\n")
        .contains("| rocksdb | disk+log@pmem |");
  }

  @Test
  void eachPairHasAChartOfItsRatios() {
    pair("redis", 2_359, 67_081, 34_149);
    pair("postgres", 507, 3_210, 35_407);

    List<Chart> charts = Samples.charts(Sections.of(Answers.of(results())), "buys");

    assertThat(charts)
        .extracting(Chart::id)
        .containsExactly(
            "buys-redis-and-pm-redis-1-thread-1-kib-values-durability-commit",
            "buys-postgres-and-pm-postgres-1-thread-1-kib-values-durability-commit");
    assertThat(charts.get(0).series())
        .extracting(Chart.Series::name)
        .containsExactly("redis @pmem", "pm-redis @pmem");
    Chart.Point both = charts.get(0).series().get(1).points().get(0);
    assertThat(both.y()).isCloseTo(14.5, within(0.1));
    assertThat(both.low()).isPresent();
    assertThat(charts.get(0).y().label()).endsWith(" redis @disk");
    assertThat(charts.get(0).y().scale()).isEqualTo(Chart.Scale.RATIO);
  }

  @Test
  void theLongTableHasEveryRatioOnce() throws Exception {
    pair("postgres", 507, 3_210, 35_407);
    cell("postgres", "disk+log@pmem", "A", 2_000);
    cell("redis", "pmem", "A", 70_000);

    GoldenFilesTest.assertGolden("ratios.csv", Csv.ratios(Answers.of(results()).ratios()));
  }

  /** After two invocations, the interval of an outlier has one degree of freedom. */
  @Test
  void anIntervalThatIsWideAndDecidesNothingIsLeftOut() throws Exception {
    runs("redis", "disk", "A", 1_000, 1_010);
    runs("redis", "pmem", "A", 500, 3_000);
    runs("pm-redis", "pmem", "A", 1_000, 1_010);

    Ratio ratio = row(0).byMedium().orElseThrow();

    assertThat(ratio.known().interval().bounds()).isFalse();
    assertThat(ratio.bounded()).isFalse();
    assertThat(ratio.low()).isEmpty();
    assertThat(ratio.call()).isEqualTo(Call.UNCLEAR);
    assertThat(Rows.of(Csv.ratios(Answers.of(results()).ratios())))
        .filteredOn(row -> row.get("rule").equals("medium"))
        .extracting(row -> row.get("invocations") + row.get("ratio_ci95_low"))
        .containsExactly("2");
  }

  @Test
  void aWideIntervalThatDecidesIsShown() {
    runs("redis", "disk", "A", 10, 10);
    runs("redis", "pmem", "A", 10_000, 25_000);

    Ratio ratio = row(0).byMedium().orElseThrow();

    assertThat(ratio.known().interval().bounds()).isFalse();
    assertThat(ratio.call()).isEqualTo(Call.FASTER);
    assertThat(ratio.low()).isPresent();
  }
}
