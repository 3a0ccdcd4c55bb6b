package org.pmemycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.analysis.Buys;
import org.pmemycsb.harness.report.format.Format;
import org.pmemycsb.harness.report.model.Chart;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.result.Machine;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;
import org.pmemycsb.harness.result.Ratio;
import org.pmemycsb.harness.result.Unavailable;
import org.pmemycsb.harness.statistics.Call;
import org.pmemycsb.spi.Medium;

/** What persistent memory buys, in figures, words and pictures. */
class BuysTest {
  private static final String REDIS =
      "redis@disk load=2359 A=3538.5; redis@pmem load=67081 A=100621.5;"
          + " pm-redis@pmem load=34149 A=51223.5";
  private static final String POSTGRES =
      "postgres@disk load=507 A=760.5; postgres@pmem load=3210 A=4815;"
          + " pm-postgres@pmem load=35407 A=53110.5";
  private static final int LINE = 80;

  private final Runs runs = new Runs(1, 1.04, 0.97);

  private Buys.Row row(int number) {
    return runs.buys().rows().get(number);
  }

  private List<Section> sections() {
    return Sections.of(runs.answers()).stream()
        .filter(section -> section.id().startsWith("buys"))
        .toList();
  }

  private String report(Format format) {
    return Report.text(format, runs.results(), sections());
  }

  private String document() {
    return report(Format.DOCUMENT);
  }

  private List<String> terminal() {
    List<Section> all = new BuysSections(runs.buys(), Names.of(runs.results().cells())).sections();
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
    runs.add(REDIS).add(POSTGRES);

    assertGolden("buys-complete");
    GoldenFilesTest.assertGolden("buys-complete.md", document());
    GoldenFilesTest.assertGolden("buys-complete.tex", report(Format.PAPER));
  }

  @Test
  void theMeanOfAllWorkloadsIsTheLastRow() throws Exception {
    runs.add("redis@disk load=1000 A=1000 B=1000 C=1000 D=1000");
    runs.add("redis@pmem load=9000 A=8000 B=2000 C=1000 D=1000");

    assertGolden("buys-mean");

    runs.add("pmem", Phases.invalid("redis", "trace", "D", 1, 4, "2 operations failed"));
    assertThat(row(5).ratio(Ratio.Rule.MEDIUM)).as("without one of the workloads").isEmpty();
    assertThat(runs.buys().reasons(row(5))).isEmpty();
  }

  @Test
  void anInvalidCellGivesNoRatioAndTheReasonInstead() throws Exception {
    runs.add(REDIS);
    runs.add("pmem", Phases.invalid("redis", "trace", "A", 1, 4, "2 operations failed"));

    assertGolden("buys-invalid");
  }

  @Test
  void oneRunGivesRatiosWithoutIntervals() throws Exception {
    runs.add("redis@disk A=2359/; redis@pmem A=67081/; pm-redis@pmem A=34149/");

    assertGolden("buys-one-run");
  }

  @Test
  void aVariantThatIsMissingIsNamedWithTheReason() throws Exception {
    runs.add(REDIS).add(POSTGRES);
    runs.phases.removeIf(phase -> phase.database().equals("pm-postgres"));
    runs.unavailable.add(
        new Unavailable("pm-postgres", "there is no postgres on PATH", Optional.empty()));

    assertGolden("buys-missing");
    GoldenFilesTest.assertGolden("buys-missing.md", document());
  }

  @Test
  void onOnePlaceOnlyTheSoftwareIsCompared() throws Exception {
    runs.add("redis@pmem A=67081; pm-redis@pmem A=34149");

    assertGolden("buys-software");
  }

  @Test
  void numbersOfMachinesAreNotMixed() {
    for (int machines = 1; machines <= 2; machines++) {
      List<Machine> all = Collections.nCopies(machines, new Machine("host", 100, 0, 0));
      for (String database : List.of("redis", "pm-redis")) {
        PhaseResult phase = Phases.valid(database, "trace", "A", 1, 1, 1000 * machines);
        runs.phases.add(Phases.on(all, Phases.at("pmem", "tmpfs", phase)));
      }
    }
    assertThat(terminal())
        .anyMatch(line -> line.contains("1 machine, 1 thread"))
        .anyMatch(line -> line.contains("2 machines, 1 thread"));
    assertThat(document()).containsPattern("phase *\\| *machines *\\|");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          usual | pm-redis@pmem A=34149
          none | pm-redis@pmem A=34149; redis@pmem A=67081
          stand-in | mongodb_(FerretDB)@disk A=1000; mongodb-pmse@pmem A=4000
          """)
  void withoutTwoCellsToCompareThereIsNoSection(String variants, String cells) {
    runs.variants =
        switch (variants) {
          case "none" -> Map.of();
          case "stand-in" -> Map.of("mongodb-pmse", List.of("mongodb"));
          default -> Runs.VARIANTS;
        };
    runs.add(cells);

    assertThat(runs.buys().rows()).isEmpty();
    assertThat(terminal()).isEmpty();
    assertThat(SummaryJson.render(runs.answers())).doesNotContain("\"buys\"");
  }

  @Test
  void onRealPersistentMemoryNothingStoodIn() {
    runs.add(REDIS);
    assertThat(report(Format.PAPER)).contains("stood in");

    runs.pmem = Medium.DAX;
    assertThat(report(Format.PAPER)).doesNotContain("stood in");
  }

  @Test
  void aVariantOfSeveralStockDatabasesHasARowForEach() {
    runs.variants = Map.of("pmemkv{engine=stree}", List.of("lmdb", "rocksdb"));
    runs.add("rocksdb{cache=1GiB}@disk A=1000; rocksdb{cache=1GiB}@pmem A=2000");
    runs.add("lmdb@disk A=1000; lmdb@pmem A=2000; pmemkv{engine=stree}@pmem A=4000");

    assertThat(runs.buys().rows())
        .extracting(Buys.Row::stock)
        .containsExactly("rocksdb{cache=1GiB}", "lmdb");
    assertThat(terminal()).allMatch(line -> line.length() <= LINE);
  }

  @Test
  void programsReadTheSameFigures() throws Exception {
    runs.add(REDIS);

    JsonNode buys = new ObjectMapper().readTree(SummaryJson.render(runs.answers())).get("buys");

    GoldenFilesTest.assertGolden("buys.json", buys.toPrettyString() + "\n");
  }

  @Test
  void theLogAloneIsAStepOfItsOwn() throws Exception {
    runs.add(POSTGRES);
    runs.add("postgres@disk+log@pmem load=2000 A=2000");
    runs.add("pm-postgres@disk+log@pmem load=3000 A=3000");

    assertGolden("buys-log");
    assertThat(runs.buys().rows()).hasSize(2);
    assertThat(runs.answers().verdict())
        .anyMatch(line -> line.matches(".* \\(A\\), .*log.*: postgres 2.6x."));
  }

  @Test
  void eachPairHasAChartOfItsRatios() {
    runs.add(REDIS).add(POSTGRES);

    List<Chart> charts = Samples.charts(sections(), "buys");

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
    runs.add(POSTGRES).add("postgres@disk+log@pmem A=2000; redis@pmem A=70000");

    GoldenFilesTest.assertGolden("ratios.csv", Csv.ratios(runs.answers().ratios()));
  }

  /** After two invocations, the interval of an outlier has one degree of freedom. */
  @Test
  void anIntervalThatIsWideAndDecidesNothingIsLeftOut() throws Exception {
    runs.add("redis@disk A=1000/1010; redis@pmem A=500/3000; pm-redis@pmem A=1000/1010");

    Ratio ratio = row(0).ratio(Ratio.Rule.MEDIUM).orElseThrow();

    assertThat(ratio.known().interval().bounds()).isFalse();
    assertThat(ratio.bounded()).isFalse();
    assertThat(ratio.low()).isEmpty();
    assertThat(ratio.call()).isEqualTo(Call.UNCLEAR);
    assertThat(Rows.of(Csv.ratios(runs.answers().ratios())))
        .filteredOn(row -> row.get("rule").equals("medium"))
        .extracting(row -> row.get("invocations") + row.get("ratio_ci95_low"))
        .containsExactly("2");
  }

  @Test
  void aWideIntervalThatDecidesIsShown() {
    runs.add("redis@disk A=10/10; redis@pmem A=10000/25000");

    Ratio ratio = row(0).ratio(Ratio.Rule.MEDIUM).orElseThrow();

    assertThat(ratio.known().interval().bounds()).isFalse();
    assertThat(ratio.call()).isEqualTo(Call.FASTER);
    assertThat(ratio.low()).isPresent();
  }
}
