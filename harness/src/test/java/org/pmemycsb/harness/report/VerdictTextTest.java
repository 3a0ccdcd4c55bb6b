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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.analysis.Buys;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.host.Models;
import org.pmemycsb.harness.host.ProcessUsage;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
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
  private final Runs runs = new Runs(1.0, 1.01, 0.99, 1.02, 0.98);
  private Environment on;

  private Results results() {
    return on == null ? runs.results() : Changed.with(runs.results(), "environment", on);
  }

  private List<String> verdict() {
    return Answers.of(results()).verdict();
  }

  private String text() {
    return String.join(" ", verdict());
  }

  private List<String> lines() {
    return verdict().stream()
        .flatMap(each -> PlainText.wrapped(each, PlainText.WIDTH, "").stream())
        .toList();
  }

  private void assertGolden(String name) throws Exception {
    assertThat(lines()).hasSizeLessThanOrEqualTo(8);
    GoldenFilesTest.assertGolden("verdict-" + name + ".txt", String.join("\n", lines()) + "\n");
  }

  /** Changes a part of each phase on a place. */
  private void change(String place, String part, Object value) {
    runs.phases.replaceAll(
        each -> each.conditions().place().equals(place) ? Changed.with(each, part, value) : each);
  }

  private void probe(Probe ofDisk) {
    on = Changed.with(runs.results().environment(), "probes", Map.of("disk", ofDisk));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          outcomes | redis@disk load=350 A=680 C=7400 D=1000; redis@pmem load=8500 A=3400 C=7380 D=1050~; pm-redis@pmem load=1600 A=3060 C=7400 D=1000~
          one-run | redis@disk A=1000/; redis@pmem A=5000/; pm-redis@pmem A=7000/
          alone | redis@pmem A=41000 C=50000
          pairs | a@pmem load=1000 A=1000 B=1000 C=1000; b@pmem load=1000 A=1000 B=1000 C=1000; c@pmem load=1000 A=1000 B=1000 C=1000; slow@pmem load=1000 A=900 B=900 C=900
          """)
  void gainsLossesTiesAndOpenQuestionsAreCalledByTheirNames(String golden, String cells)
      throws Exception {
    runs.add(cells);

    assertGolden(golden);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          redis@disk A=1000~; redis@pmem A=1200~ | Moved from the disk to memory, no gain is shown.; Unclear on A: redis.
          redis@pmem A=1000; pm-redis@pmem A=900 | Software for persistent memory (pm-redis by this project). pm-redis is slower than redis on A (0.90x).
          redis@pmem A=5000 C=5000; lmdb@pmem A=10000 C=20000; rocksdb@pmem A=10020 C=10000 | lmdb and rocksdb are faster than redis on A and C (2.0x to 4.0x).; lmdb is faster than rocksdb on C (2.0x).; Equal within 10 % on A: lmdb and rocksdb.
          """)
  void intervalsDecideAboutEachSentence(String cells, String sentences) {
    runs.add(cells);

    assertThat(text()).contains(sentences.split("; "));
  }

  @Test
  void aTieInAllPhasesOnRealPersistentMemoryIsSaid() throws Exception {
    runs.pmem = Medium.DAX;
    runs.add("redis@disk load=1000 A=1000 B=1000 C=1000");
    runs.add("redis@pmem load=5000 A=5000 B=5000 C=5000");
    runs.add("pm-redis@pmem load=5010 A=5010 B=5010 C=5010");

    assertGolden("ties");
  }

  /** A and C are opposite, so their mean would answer neither. */
  @Test
  void oppositeWorkloadsAreBothNamedWithTheirFigures() throws Exception {
    runs.variants = Map.of("pmemkv", List.of("rocksdb"));
    runs.add("rocksdb@disk load=1000 A=1000 B=1000 C=1000 D=1000");
    runs.add("rocksdb@pmem load=3000 A=3000 B=3000 C=730 D=3000");
    runs.add("pmemkv@pmem load=5160 A=5160 B=5160 C=533 D=5160");
    runs.add("redis@disk load=1000 A=1000 B=1000 C=1000 D=1000");
    runs.add("redis@pmem load=2000 A=2000 B=2000 C=1000 D=2000");

    assertGolden("opposite");
  }

  @Test
  void conditionsThatContradictEachOtherAreGivenWithTheirRange() {
    runs.add("redis@disk A=1000; redis@pmem A=500");
    List.copyOf(runs.phases)
        .forEach(
            one -> {
              double more = one.conditions().place().equals("disk") ? 1 : 6;
              runs.add(
                  one.conditions().place(),
                  Phases.valid(
                      "redis",
                      "trace",
                      "A",
                      4,
                      one.origin().invocation(),
                      more * one.throughputOpsS()));
            });

    assertThat(text()).contains("Faster or slower, by conditions, on A: redis 0.50x to 3.0x.");
  }

  @Test
  void aGainOfWritesIsExplainedByTheSyncOfTheDisk() {
    runs.add("redis@disk A=1000; redis@pmem A=5000");
    change("disk", "measurement.latencies.writes", Latency.unpaced(1_500.0, null, null));
    probe(Probes.disk());
    assertThat(text())
        .contains("One sync of the disk takes 1.6 ms, and a write of A waits for it: 1.5 ms.");

    probe(Probes.missing());
    assertThat(text()).doesNotContain("sync");

    probe(Probes.disk());
    change("disk", "measurement.latencies.writes", Latency.unpaced(4.0, null, null));
    assertThat(text()).as("they do not wait").doesNotContain("sync");

    runs.phases.clear();
    runs.add("redis@disk A=1000; redis@pmem A=1000");
    assertThat(text()).as("a tie").doesNotContain("sync");
  }

  /** With 5,000 records: 14,000 to 103,000 keys on one place, 1,000 to 4,000 on the other. */
  @Test
  void aRatioOfDifferentStatesIsNotCreditedToTheMedium() throws Exception {
    runs.add("rocksdb@disk C=1000; rocksdb@pmem C=1510");
    change("disk", "state.writtenBefore", 0.8);
    change("pmem", "state.writtenBefore", 2.8);
    List<PhaseResult> apart = List.copyOf(runs.phases);
    runs.phases.clear();
    runs.add("rocksdb@disk A=1000; rocksdb@pmem A=5000");
    runs.phases.addAll(apart);

    Answers answers = runs.answers();
    assertThat(answers.ratios())
        .filteredOn(each -> each.rule() == Ratio.Rule.MEDIUM)
        .extracting(Ratio::isOfOtherStates)
        .containsExactly(false, true);
    assertThat(Rows.of(Csv.ratios(answers.ratios())))
        .filteredOn(row -> row.get("phase").equals("C"))
        .extracting(row -> row.get("same_state") + " " + row.get("written_before"))
        .containsExactly("false 2.8000");
    assertGolden("states");
    assertThat(PlainText.of(Sections.of(answers), Path.of("results"), false)).contains("1.51x!");
  }

  @ParameterizedTest
  @CsvSource({"0.8, 0.8", "0, 0.02", "2.6, 2.8"})
  void aboutEqualWritesBeforeAreTheSameState(double onDisk, double onPmem) {
    runs.add("rocksdb@disk C=1000; rocksdb@pmem C=1510");
    change("disk", "state.writtenBefore", onDisk);
    change("pmem", "state.writtenBefore", onPmem);

    assertThat(runs.answers().ratios()).noneMatch(Ratio::isOfOtherStates);
    assertThat(text()).startsWith("Reads gain.").doesNotContain("Not credited");
  }

  @ParameterizedTest
  @CsvSource({
    ", Whether reads reached the disk is not known.",
    "0, 'No read reached the disk, so nothing is said about reads.'",
    "5, Fewer than 1 % of the reads reached the disk",
    "1000, ",
  })
  void whetherReadsReachedTheDiskComesFromTheCountersOfTheProcesses(Long pages, String said) {
    runs.add("redis@disk C=1000; redis@pmem C=2000");
    if (pages != null) {
      ProcessUsage client = new ProcessUsage(1, 1, 1, 1, pages * 4096, 0, 1);
      runs.phases.replaceAll(phase -> Phases.using(new Usage(1_000, client, null, null), phase));
    }

    assertThat(text().contains("reached")).isEqualTo(said != null);
    assertThat(text()).contains(said == null ? "" : said);
  }

  @Test
  void writesWithoutP99AndUnsteadyCellsAreCounted() {
    runs.add("redis@disk A=1000; redis@pmem A=5000");
    assertThat(text()).doesNotContain("p99", "steady");

    change("disk", "measurement.latencies.writes", Latency.unpaced(4.0, null, null));
    runs.phases.replaceAll(
        each -> each.conditions().place().equals("disk") ? Phases.rising(each) : each);
    assertThat(text()).contains("No p99 of writes for 1 cell.").contains("1 cell was not steady.");
  }

  @Test
  void aModelIsNamedAndNeverCalledPersistentMemory() throws Exception {
    runs.add("redis@disk A=1000; redis@pmem A=5000; pm-redis@pmem A=5010");
    Map<String, Environment.Folder> places = new TreeMap<>(runs.results().environment().places());
    places.put("pmem", Changed.with(places.get("pmem"), "model", Models.find("optane-100")));
    on = Changed.with(runs.results().environment(), "places", places);

    assertGolden("model");
  }

  @Test
  void variantsOnSeveralPlacesAreNamedWithTheirs() {
    for (String place : List.of("pmem", "far")) {
      runs.add("redis@%1$s A=1000; pm-redis@%1$s A=1500".formatted(place));
    }
    runs.add("pm-redis@alone A=1400");
    on =
        Samples.environment(
            0,
            30.0,
            Stream.of("pmem", "far", "alone")
                .collect(
                    Collectors.toMap(
                        place -> place,
                        place -> Samples.folder("/mnt/" + place, runs.pmem, "tmpfs", "rw"))),
            Runs.VARIANTS);

    assertThat(text())
        .contains("(pm-redis by this project) on @pmem. pm-redis")
        .contains("(pm-redis by this project) on @far. pm-redis");
    assertThat(Buys.of(results()).rows()).extracting(Buys.Row::pmem).containsOnly("pmem", "far");
  }

  @Test
  void anInvalidCellHasNoFigureAndIsNamed() throws Exception {
    runs.add("redis@disk A=1000; redis@pmem A=5000; pm-redis@pmem A=7000");
    runs.add("disk", Phases.invalid("redis", "trace", "A", 1, 6, "2 operations failed"));

    assertGolden("invalid");
  }

  private void paced(String place, int threads, double target) {
    for (int i = 1; i <= 5; i++) {
      PhaseResult run = Phases.valid("redis", "trace", "A", threads, i, 1_000 * target);
      runs.add(place, Phases.paced(run, target));
    }
  }

  @Test
  void withATargetNoThroughputIsCompared() throws Exception {
    paced("disk", 1, 0.3);
    paced("pmem", 1, 1);

    assertGolden("unsustained");
  }

  @Test
  void aTargetThatIsReachedUnderSomeConditionsOnlyNamesThem() {
    paced("pmem", 1, 0.3);
    paced("pmem", 4, 1);

    assertThat(text()).contains(": redis with 1 thread on A.", ": redis with 4 threads on A.");
  }

  @Test
  void aThroughputIsThatOfOneRunnerAndNotOfTheCeiling() {
    for (RunnerKind runner : RunnerKind.values()) {
      int figure = 10_000 * (1 + runner.ordinal());
      runs.phases.add(Phases.lasting(1, Phases.valid("pmemkv", runner.id(), "A", 1, 1, figure)));
    }
    Results results =
        Samples.with(
            Samples.results(runs.phases, List.of()),
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
    runs.add("pmem", small);
    runs.add("pmem", Phases.valid("rocksdb", "trace", "A", 1, 1, 3_000));
    runs.add("pmem", Phases.limited(small, "25%", 1000));

    assertThat(verdict())
        .anyMatch(line -> line.matches("rocksdb, memory 25% at.* on A with values of 100 B\\."));
  }

  @Test
  void aVariantThatCouldNotRunIsNamed() throws Exception {
    runs.add("postgres@disk A=500; postgres@pmem A=3200");
    runs.unavailable.add(
        new Unavailable("pm-postgres", "there is no postgres on PATH", Optional.empty()));

    assertGolden("missing-variant");
  }

  @Test
  void aVariantWithOptionsThatWasMeasuredIsNotMissing() {
    runs.variants =
        Map.of("pmemkv{engine=stree}", List.of("rocksdb"), "other", List.of("rocksdb", "lmdb"));
    runs.add("rocksdb{cache=1GiB}@pmem A=1000; pmemkv{engine=stree}@pmem A=2000");

    assertThat(text()).contains("Without other, the gain by that software is unknown.");
  }

  @Test
  void aFloorThatTheExperimentNamesIsNotComparedWithADatabase() {
    runs.add("redis@pmem A=5000; rocksdb@pmem A=8000; noop@pmem A=50000000");
    Results named =
        Samples.results("noop", runs.results().environment(), runs.phases, List.of(), List.of());

    assertThat(named.contenders()).hasSize(3);
    assertThat(String.join(" ", Answers.of(named).verdict()))
        .startsWith("rocksdb is faster than redis on A (1.60x).")
        .doesNotContain("noop");
  }

  /** Eleven databases fit into eight lines, and their limits stay even if gains are left out. */
  @Test
  void aLongVerdictLeavesOutSentencesButNoLimit() throws Exception {
    runs.variants =
        Map.of(
            "pm-redis", List.of("redis"),
            "pm-postgres", List.of("postgres"),
            "mongodb-pmse", List.of("mongodb"),
            "pmemkv", List.of("rocksdb", "lmdb"));
    double speed = 300;
    for (String stock :
        List.of("redis", "postgres", "mongodb", "rocksdb", "lmdb", "mysql", "sqlite")) {
      runs.add("%1$s@disk load=%2$s A=%2$s B=%2$s C=%2$s D=%2$s".formatted(stock, speed));
      runs.add(
          "%1$s@pmem load=%3$s A=%3$s B=%3$s C=%2$s D=%3$s".formatted(stock, speed, 9.5 * speed));
      speed *= 1.7;
    }
    runs.variants
        .keySet()
        .forEach(each -> runs.add(each + "@pmem load=40000 A=40000 B=40000 C=40000 D=40000"));
    assertGolden("eleven");

    for (int i = 0; i < 9; i++) {
      String name = "a-database-that-is-slower-in-memory-" + i;
      runs.add(name + "@disk load=9000 A=9000 B=9000 C=9000 D=9000");
      runs.add(name + "@pmem load=900 A=900 B=900 C=900 D=900");
    }
    assertThat(verdict().get(verdict().size() - 1)).startsWith("Not measured: memory stood in");
    assertThat(lines()).hasSizeLessThanOrEqualTo(8);
  }

  @Test
  void everyFormBeginsWithTheSameSentences() throws Exception {
    runs.add("redis@disk A=1000; redis@pmem A=5000; pm-redis@pmem A=7000");
    List<Section> all = Sections.of(runs.answers());

    for (Section.Output output :
        List.of(Section.Output.PAGE, Section.Output.DOCUMENT, Section.Output.TERMINAL)) {
      assertThat(Section.in(all, output).get(0).id()).as(output.name()).isEqualTo("verdict");
    }
    List<String> read = new ArrayList<>();
    new ObjectMapper()
        .readTree(SummaryJson.render(runs.answers()))
        .get("verdict")
        .forEach(each -> read.add(each.asText()));
    assertThat(read).isEqualTo(verdict());
    assertThat(Report.text(Format.DOCUMENT, results(), all)).contains(verdict().get(0));
    assertThat(Report.text(Format.PAGE, results(), all)).contains("<li>" + verdict().get(0));
  }
}
