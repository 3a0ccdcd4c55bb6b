package org.pmemycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.analysis.Buys;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.analysis.Verdict;
import org.pmemycsb.harness.design.DatabaseChoice;
import org.pmemycsb.harness.design.RunnerKind;
import org.pmemycsb.harness.experiment.ExperimentDraft;
import org.pmemycsb.harness.experiment.Settings;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.medium.Probe;
import org.pmemycsb.harness.medium.Probes;
import org.pmemycsb.harness.report.format.PlainText;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.verdict.VerdictText;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;
import org.pmemycsb.harness.result.Unavailable;
import org.pmemycsb.spi.Medium;

/** The answer of an experiment in sentences. */
class VerdictTextTest {
  private static final double[] STEADY = {1.0, 1.01, 0.99, 1.02, 0.98};
  private static final double[] NOISY = {1.0, 1.5, 0.7, 1.3, 0.8};

  private final List<PhaseResult> phases = new ArrayList<>();
  private final List<Unavailable> unavailable = new ArrayList<>();
  private Medium pmem = Medium.TMPFS;
  private long cacheBytes;
  private Map<String, List<String>> variants =
      Map.of("pm-redis", List.of("redis"), "pm-postgres", List.of("postgres"));

  private void runs(
      String database, String place, String phase, double throughput, double... factors) {
    int shift = (place.startsWith("disk") ? 1 : 0) + (database.startsWith("pm") ? 2 : 0);
    for (int i = 0; i < factors.length; i++) {
      double factor = factors[(i + shift) % factors.length];
      add(place, Phases.valid(database, "trace", phase, 1, i + 1, factor * throughput));
    }
  }

  private void add(String place, PhaseResult phase) {
    phases.add(Phases.at(place, place.equals("disk") ? "disk" : pmem.id(), phase));
  }

  private void cell(String database, String place, String phase, double throughput) {
    runs(database, place, phase, throughput, STEADY);
  }

  private Map<String, Probe> probes = Map.of();

  private Results results() {
    Environment on = Changed.with(Samples.places(pmem, variants), "probes", probes);
    return Samples.results(
        "redis",
        cacheBytes > 0 ? Samples.cached(cacheBytes, on) : on,
        phases,
        List.of(),
        unavailable);
  }

  private List<String> verdict() {
    return VerdictText.of(results());
  }

  private void assertGolden(String name) throws Exception {
    List<String> lines =
        verdict().stream()
            .flatMap(each -> PlainText.wrapped(each, PlainText.WIDTH, "").stream())
            .toList();
    assertThat(lines).hasSizeLessThanOrEqualTo(8);
    GoldenFilesTest.assertGolden("verdict-" + name + ".txt", String.join("\n", lines) + "\n");
  }

  @Test
  void aGainALossATieAndAnOpenQuestionAreEachCalledWhatTheyAre() throws Exception {
    cell("redis", "disk", "load", 350);
    cell("redis", "pmem", "load", 8_500);
    cell("pm-redis", "pmem", "load", 1_600);
    cell("redis", "disk", "A", 680);
    cell("redis", "pmem", "A", 3_400);
    cell("pm-redis", "pmem", "A", 3_060);
    cell("redis", "disk", "C", 7_400);
    cell("redis", "pmem", "C", 7_380);
    cell("pm-redis", "pmem", "C", 7_400);
    cell("redis", "disk", "D", 1_000);
    runs("redis", "pmem", "D", 1_050, NOISY);
    runs("pm-redis", "pmem", "D", 1_000, NOISY);

    assertGolden("outcomes");
  }

  @Test
  void aTieInAllPhasesAddsNothing() throws Exception {
    pmem = Medium.DAX;
    for (String phase : List.of("load", "A", "B", "C")) {
      cell("redis", "disk", phase, 1_000);
      cell("redis", "pmem", phase, 5_000);
      cell("pm-redis", "pmem", phase, 5_010);
    }

    assertGolden("ties");
  }

  @Test
  void anIntervalThatHoldsOneNeverClaimsAGain() {
    runs("redis", "disk", "A", 1_000, NOISY);
    runs("redis", "pmem", "A", 1_200, NOISY);

    assertThat(String.join(" ", verdict()))
        .contains("undecided on A")
        .doesNotContain("as fast", "faster");
  }

  @Test
  void aSlowdownOfTenPercentIsNamed() {
    cell("redis", "pmem", "A", 1_000);
    cell("pm-redis", "pmem", "A", 900);

    assertThat(verdict()).anyMatch(each -> each.contains("pm-redis is slower than redis on A"));
  }

  @Test
  void aSlowdownThatNoWorkloadShowsAloneIsNamedOnTheMean() throws Exception {
    variants =
        Map.of("pm-redis", List.of("redis"), "pm-postgres", List.of("postgres"), "b", List.of("a"));
    double[] opposite = Arrays.stream(NOISY).map(factor -> 1 / factor).toArray();
    Map<String, double[]> scatter =
        Map.of("load", NOISY, "A", NOISY, "B", opposite, "C", NOISY, "D", opposite);
    for (String stock : List.of("redis", "postgres", "a")) {
      String variant = stock.equals("a") ? "b" : "pm-" + stock;
      double factor = stock.equals("redis") ? 0.9 : stock.equals("a") ? 3 : 1;
      for (String phase : List.of("load", "A", "B", "C", "D")) {
        cell(stock, "disk", phase, phase.equals("C") ? 5_000 : 1_000);
        cell(stock, "pmem", phase, 5_000);
        runs(variant, "pmem", phase, factor * 5_000, scatter.get(phase));
      }
    }

    assertGolden("mean");
    assertThat(verdict()).anyMatch(each -> each.contains("slower: pm-redis 0.90x"));
  }

  @Test
  void aMeanThatDiffersIsNotCalledATie() {
    for (String phase : List.of("A", "B", "C", "D")) {
      cell("redis", "pmem", phase, 1_000);
      double sign = phase.equals("A") || phase.equals("C") ? 0.03 : -0.03;
      runs("pm-redis", "pmem", phase, 970, 1 + sign, 1, 1 - sign, 1 + sign, 1 - sign);
    }

    assertThat(String.join(" ", verdict()))
        .contains("on the mean of A to D, 0.97x")
        .doesNotContain("adds nothing");
  }

  /** Some databases do not fit into sentences for each phase, so means are shown. */
  @Test
  void aMeanNeverStandsInThePlaceOfTwoOppositeOutcomes() {
    for (int i = 0; i < 8; i++) {
      for (String phase : List.of("A", "B", "C", "D")) {
        cell("db" + i, "disk", phase, 1_000);
        cell("db" + i, "pmem", phase, i > 0 ? 3_000 : phase.equals("C") ? 500 : 2_000);
      }
    }

    assertThat(Verdict.of(results()).findings())
        .allSatisfy(
            each -> assertThat(each.mean().isPresent()).isEqualTo(!each.database().equals("db0")));
    assertThat(String.join(" ", verdict()))
        .doesNotContainPattern("db0 1[.][0-9]+x")
        .contains("db0 on C");
  }

  @Test
  void aGainOfWritesIsExplainedByTheSyncOfTheDisk() {
    cell("redis", "disk", "A", 1_000);
    cell("redis", "pmem", "A", 5_000);
    probes = Map.of("disk", Probes.disk());

    assertThat(verdict())
        .contains(
            "One sync of disk takes 1.6 ms by the probe; writes of A there take 0.004 ms (p50).");

    probes = Map.of("disk", Probes.missing());
    assertThat(verdict()).noneMatch(each -> each.contains("sync"));
  }

  @Test
  void aTieIsNotExplainedByTheSyncOfTheDisk() {
    cell("redis", "disk", "A", 1_000);
    cell("redis", "pmem", "A", 1_000);
    probes = Map.of("disk", Probes.disk());

    assertThat(verdict()).noneMatch(each -> each.contains("sync"));
  }

  @Test
  void variantsOnSeveralPlacesAreNamedWithTheirs() {
    Environment on =
        Samples.environment(
            0,
            30.0,
            Stream.of("pmem", "far", "alone")
                .collect(
                    Collectors.toMap(
                        place -> place,
                        place -> Samples.folder("/mnt/" + place, pmem, "tmpfs", "rw"))),
            variants);
    for (String place : List.of("pmem", "far")) {
      cell("redis", place, "A", 1_000);
      cell("pm-redis", place, "A", 1_500);
    }
    cell("pm-redis", "alone", "A", 1_400);
    Results results = Samples.results("redis", on, phases, List.of(), unavailable);

    assertThat(VerdictText.of(results))
        .anyMatch(each -> each.contains("on place pmem, pm-redis is 1.50 times as fast as redis"))
        .anyMatch(each -> each.contains("on place far, pm-redis is 1.50 times as fast as redis"));
    assertThat(Buys.of(results).rows()).extracting(Buys.Row::pmem).containsOnly("pmem", "far");
  }

  @Test
  void anInvalidCellComesFirstAndHasNoFigure() throws Exception {
    cell("redis", "disk", "A", 1_000);
    cell("redis", "pmem", "A", 5_000);
    cell("pm-redis", "pmem", "A", 7_000);
    add("disk", Phases.invalid("redis", "trace", "A", 1, 6, "2 operations failed"));

    assertGolden("invalid");
    assertThat(String.join(" ", verdict())).doesNotContain("99,999,999");
  }

  @Test
  void oneRunHasNoIntervalAndProvesNothing() throws Exception {
    runs("redis", "disk", "A", 1_000, 1);
    runs("redis", "pmem", "A", 5_000, 1);
    runs("pm-redis", "pmem", "A", 7_000, 1);

    assertGolden("one-run");
    assertThat(String.join(" ", verdict())).doesNotContain("faster", "as fast");
  }

  @Test
  void withATargetNoThroughputIsCompared() throws Exception {
    for (int i = 1; i <= 5; i++) {
      add("disk", Phases.paced(Phases.valid("redis", "trace", "A", 1, i, 300), 0.3));
      add("pmem", Phases.paced(Phases.valid("redis", "trace", "A", 1, i, 1_000), 1));
    }

    assertGolden("unsustained");
    assertThat(String.join(" ", verdict())).doesNotContain("faster", "as fast");
  }

  @Test
  void aTargetThatIsReachedUnderSomeConditionsOnlyNamesThem() {
    for (int i = 1; i <= 3; i++) {
      add("pmem", Phases.paced(Phases.valid("redis", "trace", "A", 1, i, 300), 0.3));
      add("pmem", Phases.paced(Phases.valid("redis", "trace", "A", 4, i, 1_000), 1));
    }

    assertThat(String.join(" ", verdict()))
        .contains(": redis @pmem with 1 thread on A.", ": redis @pmem with 4 threads on A.");
  }

  @Test
  void aThroughputIsThatOfOneRunnerAndNotOfTheCeiling() {
    for (RunnerKind runner : RunnerKind.values()) {
      int figure = 10_000 * (1 + runner.ordinal());
      phases.add(Phases.lasting(1, Phases.valid("pmemkv", runner.id(), "A", 1, 1, figure)));
    }
    Results results =
        Samples.with(
            Samples.results(phases, List.of()),
            new ExperimentDraft()
                .set(Settings.DATABASES, List.of(new DatabaseChoice("pmemkv", Map.of())))
                .set(Settings.RUNNERS, List.of(RunnerKind.values()))
                .finish(),
            Optional.empty());

    assertThat(VerdictText.of(results))
        .contains(
            "pmemkv at commit, trace runner: 10,000 operations/s (one run, no interval) on A.",
            "pmemkv at commit, ycsb runner: 20,000 operations/s (one run, no interval) on A.")
        .noneMatch(line -> line.contains("30,000"));
  }

  @Test
  void aThroughputNamesTheMemoryAndTheSizeOfValues() {
    PhaseResult small = Phases.sized(100, Phases.valid("rocksdb", "trace", "A", 1, 1, 9_000));
    add("pmem", small);
    add("pmem", Phases.valid("rocksdb", "trace", "A", 1, 1, 3_000));
    add("pmem", Phases.limited(small, "25%", 1000));

    assertThat(verdict())
        .anyMatch(line -> line.contains("on A with memory all with values of 100 B."));
  }

  @Test
  void aVariantThatCouldNotRunIsNamed() throws Exception {
    cell("postgres", "disk", "A", 500);
    cell("postgres", "pmem", "A", 3_200);
    unavailable.add(
        new Unavailable("pm-postgres", "there is no postgres on PATH", Optional.empty()));

    assertGolden("missing-variant");
  }

  @Test
  void twoPlacesWithoutAVariantAreCompared() throws Exception {
    cell("rocksdb", "disk", "A", 250);
    cell("rocksdb", "pmem", "A", 2_800);

    assertGolden("two-places");
    assertThat(PlainText.of(Sections.of(results()), Path.of("results"), false))
        .contains("what persistent memory buys")
        .doesNotContain("variant");
  }

  @Test
  void oneDatabaseAloneHasItsThroughput() throws Exception {
    cell("redis", "pmem", "A", 41_000);
    cell("redis", "pmem", "C", 50_000);

    assertGolden("alone");
  }

  @Test
  void dataThatFitsIntoTheCacheIsNamedWithAWayOut() throws Exception {
    cell("rocksdb", "disk", "C", 1_000_000);
    cell("rocksdb", "pmem", "C", 1_300_000);
    cacheBytes = 32L << 20;

    assertGolden("cached");
  }

  @Test
  void dataBeyondTheCacheIsNot() {
    cell("rocksdb", "pmem", "C", 1_000_000);
    cacheBytes = 30L << 20;

    assertThat(String.join(" ", verdict())).doesNotContain("cache");
  }

  @Test
  void aLoadReadsNothingFromTheCache() {
    cell("rocksdb", "pmem", "load", 1_000_000);
    cacheBytes = 32L << 20;

    assertThat(String.join(" ", verdict())).doesNotContain("cache");
  }

  @Test
  void theCachesOfAnotherMachineAreUnknown() {
    cell("redis", "", "C", 1_000_000);
    cacheBytes = 32L << 20;

    assertThat(String.join(" ", verdict())).doesNotContain("cache");
  }

  @Test
  void onlyShortValuesMayFitIntoTheCache() {
    cell("rocksdb", "pmem", "C", 1_000_000);
    for (int i = 1; i <= 5; i++) {
      add("pmem", Phases.sized(64, Phases.valid("rocksdb", "trace", "C", 1, i, 2_000_000)));
    }
    cacheBytes = 16L << 20;

    assertThat(verdict())
        .contains(
            "The data of values up to 64 B fits into the processor's cache (16 MiB); --records 700000 does not.");
  }

  @Test
  void theFastestOnAPlaceIsNamedIfItCanBeToldApart() {
    for (String phase : List.of("A", "C")) {
      cell("redis", "pmem", phase, 5_000);
      cell("lmdb", "pmem", phase, phase.equals("A") ? 10_000 : 20_000);
      cell("rocksdb", "pmem", phase, phase.equals("A") ? 10_020 : 10_000);
    }

    assertThat(verdict())
        .anyMatch(each -> each.startsWith("Fastest: lmdb, 2.0 times as fast as the next on C ("));
    assertThat(String.join(" ", verdict())).doesNotContain("on A");
  }

  @Test
  void elevenDatabasesFitIntoEightLines() throws Exception {
    elevenDatabases();

    assertGolden("eleven");
  }

  @Test
  void theCacheIsNamedEvenIfFindingsAreLeftOut() {
    elevenDatabases();
    for (String phase : List.of("load", "A", "B", "C", "D")) {
      cell("a-database-that-is-slower-in-memory", "disk", phase, 9_000);
      cell("a-database-that-is-slower-in-memory", "pmem", phase, 900);
    }
    cacheBytes = 32L << 20;

    assertThat(verdict().get(verdict().size() - 2)).contains("fits into the processor's cache");
    assertThat(verdict()).endsWith(VerdictText.REST);
    assertThat(
            verdict().stream()
                .mapToInt(each -> PlainText.wrapped(each, PlainText.WIDTH, "").size())
                .sum())
        .isLessThanOrEqualTo(8);
  }

  @Test
  void theGainBySoftwareComesBeforeWhatTheMediumLeavesUndecided() {
    variants = Map.of("pm-redis", List.of("redis"), "pmemkv", List.of("rocksdb", "lmdb"));
    for (String stock : List.of("redis", "rocksdb", "lmdb", "postgres", "mariadb")) {
      String open = stock.equals("redis") ? "C" : "D";
      for (String phase : List.of("load", "B", "C", "D")) {
        runs(stock, "disk", phase, 1_000, phase.equals(open) ? NOISY : STEADY);
        cell(stock, "pmem", phase, phase.equals(open) ? 1_000 : 5_000);
      }
    }
    cell("pm-redis", "pmem", "B", 2_000);
    cell("pmemkv", "pmem", "B", 20_000);
    cacheBytes = 32L << 20;

    List<String> sentences = verdict();

    assertThat(sentences.get(0)).contains("instead of a disk, faster: ");
    assertThat(sentences.get(1))
        .startsWith("By software for persistent memory, faster: pmemkv over rocksdb");
    assertThat(String.join(" ", sentences)).doesNotContain("undecided");
    assertThat(sentences).endsWith(VerdictText.REST);
  }

  private void elevenDatabases() {
    variants =
        Map.of(
            "pm-redis", List.of("redis"),
            "pm-postgres", List.of("postgres"),
            "mongodb-pmse", List.of("mongodb"),
            "pmemkv", List.of("rocksdb", "lmdb"));
    double speed = 300;
    for (String stock :
        List.of("redis", "postgres", "mongodb", "rocksdb", "lmdb", "mysql", "sqlite")) {
      for (String phase : List.of("load", "A", "B", "C", "D")) {
        cell(stock, "disk", phase, speed);
        cell(stock, "pmem", phase, phase.equals("C") ? speed : 9.5 * speed);
      }
      speed *= 1.7;
    }
    for (String variant : variants.keySet()) {
      for (String phase : List.of("load", "A", "B", "C", "D")) {
        cell(variant, "pmem", phase, 40_000);
      }
    }
  }

  @Test
  void everyFormBeginsWithTheSameSentences() throws Exception {
    cell("redis", "disk", "A", 1_000);
    cell("redis", "pmem", "A", 5_000);
    cell("pm-redis", "pmem", "A", 7_000);
    List<Section> all = Sections.of(results());

    for (Section.Output output :
        List.of(Section.Output.PAGE, Section.Output.DOCUMENT, Section.Output.TERMINAL)) {
      assertThat(Section.in(all, output).get(0).id()).as(output.name()).isEqualTo("verdict");
    }
    List<String> read = new ArrayList<>();
    new ObjectMapper()
        .readTree(SummaryJson.render(results()))
        .get("verdict")
        .forEach(each -> read.add(each.asText()));
    assertThat(read).isEqualTo(verdict());
    assertThat(Sections.document(results(), all)).contains(verdict().get(0));
    assertThat(ReportPage.render(results(), all)).contains("<li>" + verdict().get(0));
  }

  @Test
  void cellsAndBoundsNeedDetails() {
    cell("redis", "disk", "A", 1_000);
    cell("redis", "pmem", "A", 5_000);
    List<Section> all = Sections.of(results());

    String brief = PlainText.of(all, Path.of("my results"), false);
    String full = PlainText.of(all, Path.of("results"), true);

    assertThat(brief)
        .contains("more tables: pmem-ycsb report --output details 'my results'")
        .doesNotContain("operations per second, below it", "latency in microseconds");
    assertThat(Stream.of("operations per second, below it", "latency in microseconds", "verdict;"))
        .isSortedAccordingTo((a, b) -> Integer.compare(full.indexOf(a), full.indexOf(b)))
        .allMatch(full::contains);
  }
}
