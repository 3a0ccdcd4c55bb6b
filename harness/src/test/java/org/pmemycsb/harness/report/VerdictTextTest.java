package org.pmemycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.analysis.Buys;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.host.Models;
import org.pmemycsb.harness.host.ProcessUsage;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.MediumModel;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.probe.Probe;
import org.pmemycsb.harness.probe.Probes;
import org.pmemycsb.harness.report.format.Format;
import org.pmemycsb.harness.report.format.PlainText;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.verdict.Answers;
import org.pmemycsb.harness.result.Latency;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;
import org.pmemycsb.harness.result.Ratio;
import org.pmemycsb.harness.result.Unavailable;
import org.pmemycsb.harness.result.Usage;
import org.pmemycsb.spi.Medium;

/** The answer of an experiment in sentences. */
class VerdictTextTest {
  private static final double[] STEADY = {1.0, 1.01, 0.99, 1.02, 0.98};
  private static final double[] NOISY = {1.0, 1.5, 0.7, 1.3, 0.8};

  private final List<PhaseResult> phases = new ArrayList<>();
  private final List<Unavailable> unavailable = new ArrayList<>();
  private Medium pmem = Medium.TMPFS;
  private MediumModel model;
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
    if (model != null) {
      Map<String, Environment.Folder> places = new TreeMap<>(on.places());
      places.computeIfPresent("pmem", (name, folder) -> Changed.with(folder, "model", model));
      on = Changed.with(on, "places", places);
    }
    return Samples.results("redis", on, phases, List.of(), unavailable);
  }

  private List<String> verdict() {
    return Answers.of(results()).verdict();
  }

  private String text() {
    return String.join(" ", verdict());
  }

  private int lines() {
    return verdict().stream()
        .mapToInt(each -> PlainText.wrapped(each, PlainText.WIDTH, "").size())
        .sum();
  }

  private void assertGolden(String name) throws Exception {
    List<String> lines =
        verdict().stream()
            .flatMap(each -> PlainText.wrapped(each, PlainText.WIDTH, "").stream())
            .toList();
    assertThat(lines).hasSizeLessThanOrEqualTo(8);
    GoldenFilesTest.assertGolden("verdict-" + name + ".txt", String.join("\n", lines) + "\n");
  }

  /** Reads of all cells so far that came from a device, in bytes for each phase. */
  private void readFromDevices(long bytes) {
    ProcessUsage client = new ProcessUsage(1, 1, 1, 1, bytes, 0, 1);
    phases.replaceAll(phase -> Phases.using(new Usage(1_000, client, null, null), phase));
  }

  /** What earlier workloads had written on a place, as a share of the records. */
  private void wroteBefore(String place, String phase, double share) {
    phases.replaceAll(
        each ->
            each.conditions().place().equals(place) && each.phase().equals(phase)
                ? Changed.with(each, "state.writtenBefore", share)
                : each);
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
  void aTieInAllPhasesOnRealPersistentMemoryIsSaid() throws Exception {
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

    assertThat(text())
        .startsWith("Moved from the disk to memory, no gain is shown.")
        .contains("Unclear on A: redis.");
  }

  @Test
  void aSlowdownOfTenPercentIsNamed() {
    cell("redis", "pmem", "A", 1_000);
    cell("pm-redis", "pmem", "A", 900);

    assertThat(text())
        .contains(
            "Software for persistent memory (pm-redis by this project). pm-redis is slower than"
                + " redis on A (0.90x).");
  }

  /** A and C are opposite, so their mean would answer neither. */
  @Test
  void oppositeWorkloadsAreBothNamedWithTheirFigures() throws Exception {
    variants = Map.of("pmemkv", List.of("rocksdb"));
    for (String phase : List.of("load", "A", "B", "C", "D")) {
      boolean gains = !phase.equals("C");
      cell("rocksdb", "disk", phase, 1_000);
      cell("rocksdb", "pmem", phase, gains ? 3_000 : 730);
      cell("pmemkv", "pmem", phase, gains ? 5_160 : 533);
      cell("redis", "disk", phase, 1_000);
      cell("redis", "pmem", phase, gains ? 2_000 : 1_000);
    }

    assertGolden("opposite");
    assertThat(text()).doesNotContain("mean");
  }

  @Test
  void conditionsThatContradictEachOtherAreGivenWithTheirRange() {
    for (int threads : new int[] {1, 4}) {
      for (int i = 1; i <= 5; i++) {
        double factor = STEADY[i - 1];
        add("disk", Phases.valid("redis", "trace", "A", threads, i, factor * 1_000));
        add(
            "pmem",
            Phases.valid("redis", "trace", "A", threads, i, factor * (threads == 1 ? 500 : 3_000)));
      }
    }

    assertThat(text()).contains("Faster or slower, by conditions, on A: redis 0.50x to 3.0x.");
  }

  @Test
  void aGainOfWritesIsExplainedByTheSyncOfTheDisk() {
    cell("redis", "disk", "A", 1_000);
    cell("redis", "pmem", "A", 5_000);
    probes = Map.of("disk", Probes.disk());
    phases.replaceAll(
        each ->
            Changed.with(
                each, "measurement.latencies.writes", Latency.unpaced(1_500.0, null, null)));

    assertThat(text())
        .contains("One sync of the disk takes 1.6 ms, and a write of A waits for it: 1.5 ms.");

    phases.replaceAll(
        each ->
            Changed.with(each, "measurement.latencies.writes", Latency.unpaced(4.0, null, null)));
    assertThat(text()).as("they do not wait").doesNotContain("sync");

    probes = Map.of("disk", Probes.missing());
    assertThat(text()).doesNotContain("sync");

    phases.clear();
    probes = Map.of("disk", Probes.disk());
    cell("redis", "disk", "A", 1_000);
    cell("redis", "pmem", "A", 1_000);
    assertThat(text()).as("a tie").doesNotContain("sync");
  }

  /** With 5,000 records: 14,000 to 103,000 keys on one place, 1,000 to 4,000 on the other. */
  @Test
  void aRatioOfDifferentStatesIsNotCreditedToTheMedium() throws Exception {
    for (String phase : List.of("A", "C")) {
      cell("rocksdb", "disk", phase, 1_000);
      cell("rocksdb", "pmem", phase, phase.equals("A") ? 5_000 : 1_510);
    }
    wroteBefore("disk", "C", 0.8);
    wroteBefore("pmem", "C", 2.8);

    List<Ratio> ratios = Answers.of(results()).ratios();
    assertThat(ratios)
        .filteredOn(each -> each.rule() == Ratio.Rule.MEDIUM)
        .extracting(Ratio::isOfOtherStates)
        .containsExactly(false, true);
    assertThat(Rows.of(Csv.ratios(ratios)))
        .filteredOn(row -> row.get("phase").equals("C"))
        .extracting(row -> row.get("same_state") + " " + row.get("written_before"))
        .containsExactly("false 2.8000");
    assertGolden("states");
    assertThat(PlainText.of(Sections.of(Answers.of(results())), Path.of("results"), false))
        .contains("1.51x!");
  }

  @Test
  void aboutEqualWritesBeforeAreTheSameState() {
    cell("rocksdb", "disk", "C", 1_000);
    cell("rocksdb", "pmem", "C", 1_510);
    for (double[] shares : new double[][] {{0.8, 0.8}, {0, 0.02}, {2.6, 2.8}}) {
      wroteBefore("disk", "C", shares[0]);
      wroteBefore("pmem", "C", shares[1]);

      assertThat(Answers.of(results()).ratios()).noneMatch(Ratio::isOfOtherStates);
    }
    assertThat(text()).startsWith("Reads gain.").doesNotContain("Not credited");
  }

  @Test
  void whetherReadsReachedTheDiskComesFromTheCountersOfTheProcesses() {
    cell("redis", "disk", "C", 1_000);
    cell("redis", "pmem", "C", 2_000);
    assertThat(text()).contains("Whether reads reached the disk is not known.");

    readFromDevices(0);
    assertThat(text()).contains("No read reached the disk, so nothing is said about reads.");

    readFromDevices(5 * 4096);
    assertThat(text()).contains("Fewer than 1 % of the reads reached the disk");

    readFromDevices(1_000 * 4096);
    assertThat(text()).doesNotContain("reached");
  }

  @Test
  void writesWithoutP99AndUnsteadyCellsAreCounted() {
    cell("redis", "disk", "A", 1_000);
    cell("redis", "pmem", "A", 5_000);
    assertThat(text()).doesNotContain("p99", "steady");

    phases.replaceAll(
        each ->
            each.conditions().place().equals("disk")
                ? Changed.with(
                    Phases.rising(each),
                    "measurement.latencies.writes",
                    Latency.unpaced(4.0, null, null))
                : each);
    assertThat(text()).contains("No p99 of writes for 1 cell.").contains("1 cell was not steady.");
  }

  @Test
  void aModelIsNamedAndNeverCalledPersistentMemory() throws Exception {
    model = Models.find("optane-100");
    cell("redis", "disk", "A", 1_000);
    cell("redis", "pmem", "A", 5_000);
    cell("pm-redis", "pmem", "A", 5_010);

    assertGolden("model");
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

    assertThat(String.join(" ", Answers.of(results).verdict()))
        .contains("(pm-redis by this project) on @pmem. pm-redis")
        .contains("(pm-redis by this project) on @far. pm-redis");
    assertThat(Buys.of(results).rows()).extracting(Buys.Row::pmem).containsOnly("pmem", "far");
  }

  @Test
  void anInvalidCellHasNoFigureAndIsNamed() throws Exception {
    cell("redis", "disk", "A", 1_000);
    cell("redis", "pmem", "A", 5_000);
    cell("pm-redis", "pmem", "A", 7_000);
    add("disk", Phases.invalid("redis", "trace", "A", 1, 6, "2 operations failed"));

    assertGolden("invalid");
    assertThat(text()).doesNotContain("99,999,999");
  }

  @Test
  void oneRunHasNoIntervalAndProvesNothing() throws Exception {
    runs("redis", "disk", "A", 1_000, 1);
    runs("redis", "pmem", "A", 5_000, 1);
    runs("pm-redis", "pmem", "A", 7_000, 1);

    assertGolden("one-run");
    assertThat(String.join(" ", verdict())).doesNotContain("faster", "x");
  }

  @Test
  void withATargetNoThroughputIsCompared() throws Exception {
    for (int i = 1; i <= 5; i++) {
      add("disk", Phases.paced(Phases.valid("redis", "trace", "A", 1, i, 300), 0.3));
      add("pmem", Phases.paced(Phases.valid("redis", "trace", "A", 1, i, 1_000), 1));
    }

    assertGolden("unsustained");
    assertThat(String.join(" ", verdict())).doesNotContain("faster", "gain.");
  }

  @Test
  void aTargetThatIsReachedUnderSomeConditionsOnlyNamesThem() {
    for (int i = 1; i <= 3; i++) {
      add("pmem", Phases.paced(Phases.valid("redis", "trace", "A", 1, i, 300), 0.3));
      add("pmem", Phases.paced(Phases.valid("redis", "trace", "A", 4, i, 1_000), 1));
    }

    assertThat(String.join(" ", verdict()))
        .contains(": redis with 1 thread on A.", ": redis with 4 threads on A.");
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

    assertThat(Answers.of(results).verdict())
        .contains(
            "pmemkv, trace runner at commit: 10,000 operations/s (one run, no interval) on A.",
            "pmemkv, ycsb runner at commit: 20,000 operations/s (one run, no interval) on A.")
        .noneMatch(line -> line.contains("30,000"));
  }

  @Test
  void aThroughputNamesTheMemoryAndTheSizeOfValues() {
    PhaseResult small = Phases.sized(100, Phases.valid("rocksdb", "trace", "A", 1, 1, 9_000));
    add("pmem", small);
    add("pmem", Phases.valid("rocksdb", "trace", "A", 1, 1, 3_000));
    add("pmem", Phases.limited(small, "25%", 1000));

    assertThat(verdict())
        .anyMatch(
            line ->
                line.startsWith("rocksdb, memory 25% at")
                    && line.endsWith("on A with values of 100 B."));
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
  void oneDatabaseAloneHasItsThroughput() throws Exception {
    cell("redis", "pmem", "A", 41_000);
    cell("redis", "pmem", "C", 50_000);

    assertGolden("alone");
  }

  @Test
  void aPlantedSlowdownOfTenPercentIsNamedAmongEqualDatabases() throws Exception {
    for (String phase : List.of("load", "A", "B", "C")) {
      for (String equal : List.of("a", "b", "c")) {
        cell(equal, "pmem", phase, 1_000);
      }
      cell("slow", "pmem", phase, phase.equals("load") ? 1_000 : 900);
    }

    assertGolden("pairs");
  }

  @Test
  void anyTwoDatabasesAreComparedWhereNothingWasMoved() {
    for (String phase : List.of("A", "C")) {
      cell("redis", "pmem", phase, 5_000);
      cell("lmdb", "pmem", phase, phase.equals("A") ? 10_000 : 20_000);
      cell("rocksdb", "pmem", phase, phase.equals("A") ? 10_020 : 10_000);
    }

    assertThat(text())
        .startsWith("lmdb and rocksdb are faster than redis on A and C (2.0x to 4.0x).")
        .contains("lmdb is faster than rocksdb on C (2.0x).")
        .contains("Equal within 10 % on A: lmdb and rocksdb.");
  }

  @Test
  void aFloorThatTheExperimentNamesIsNotComparedWithADatabase() {
    cell("redis", "pmem", "A", 5_000);
    cell("rocksdb", "pmem", "A", 8_000);
    cell("noop", "pmem", "A", 50_000_000);
    Results named =
        Samples.results("noop", Samples.places(pmem, variants), phases, List.of(), unavailable);

    assertThat(named.contenders()).hasSize(3);
    assertThat(String.join(" ", Answers.of(named).verdict()))
        .startsWith("rocksdb is faster than redis on A (1.60x).")
        .doesNotContain("noop");
  }

  @Test
  void elevenDatabasesFitIntoEightLines() throws Exception {
    elevenDatabases();

    assertGolden("eleven");
  }

  @Test
  void theLimitsAreNamedEvenIfGainsAreLeftOut() {
    elevenDatabases();
    for (int i = 0; i < 9; i++) {
      for (String phase : List.of("load", "A", "B", "C", "D")) {
        cell("a-database-that-is-slower-in-memory-" + i, "disk", phase, 9_000);
        cell("a-database-that-is-slower-in-memory-" + i, "pmem", phase, 900);
      }
    }

    assertThat(verdict().get(verdict().size() - 1)).startsWith("Not measured: memory stood in");
    assertThat(lines()).isLessThanOrEqualTo(8);
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
    List<Section> all = Sections.of(Answers.of(results()));

    for (Section.Output output :
        List.of(Section.Output.PAGE, Section.Output.DOCUMENT, Section.Output.TERMINAL)) {
      assertThat(Section.in(all, output).get(0).id()).as(output.name()).isEqualTo("verdict");
    }
    List<String> read = new ArrayList<>();
    new ObjectMapper()
        .readTree(SummaryJson.render(Answers.of(results())))
        .get("verdict")
        .forEach(each -> read.add(each.asText()));
    assertThat(read).isEqualTo(verdict());
    assertThat(Report.text(Format.DOCUMENT, results(), all)).contains(verdict().get(0));
    assertThat(Report.text(Format.PAGE, results(), all)).contains("<li>" + verdict().get(0));
  }
}
