package org.pmemycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.analysis.Ratios;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.analysis.Why;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.host.LoadSummary;
import org.pmemycsb.harness.host.ProcessUsage;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.Target;
import org.pmemycsb.harness.plan.design.TracePhase;
import org.pmemycsb.harness.plan.recorded.TraceFacts;
import org.pmemycsb.harness.plan.settings.Budget;
import org.pmemycsb.harness.plan.settings.CpuLatencyChoice;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.report.format.Format;
import org.pmemycsb.harness.report.format.PlainText;
import org.pmemycsb.harness.report.model.Note;
import org.pmemycsb.harness.report.notes.Notes;
import org.pmemycsb.harness.report.tables.Throughput;
import org.pmemycsb.harness.report.verdict.Answers;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Journal;
import org.pmemycsb.harness.result.Machine;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;
import org.pmemycsb.harness.result.Usage;

class NotesTest {
  private static final double SLOW_ROUND_TRIP = 125;

  // 125 us are 8,000 operations per second; the round trip may have been taken at a slower moment.
  private static final double BEHIND_A_CONNECTION = 10_000;
  private static final double IN_THE_PROCESS = 200_000;

  @Test
  void anExperimentThatIsNotFinishedCountsTheRunsThatWereMade() {
    List<PhaseResult> two =
        List.of(Phases.valid("redis", "A", 1, 1, 100), Phases.valid("redis", "A", 1, 2, 110));
    Results results = Samples.results(two, List.of());

    assertThat(results.experiment().repeats()).isGreaterThan(2);
    assertThat(results.runs()).isEqualTo(2);
    assertThat(Report.text(Format.PAPER, results, Sections.of(Answers.of(results))))
        .contains("mean of 2 runs");
  }

  @Test
  void aRunThatWasMadeAgainIsNamedWithItsReason() {
    List<PhaseResult> phases =
        List.of(Phases.valid("redis", "load", 1, 1, 100), Phases.valid("redis", "A", 1, 1, 100));
    Results plain = Samples.results(phases, List.of());
    List<PhaseResult> before =
        List.of(
            Phases.valid("redis", "load", 1, 1, 90),
            Phases.invalid("redis", "A", 1, 1, "ended"),
            Phases.invalid("redis", "B", 1, 1, "not run, because phase A of this run is invalid"));
    Results again =
        new Results(
            plain.experiment(),
            plain.environment(),
            new Journal.Contents(phases, before, List.of()),
            plain.cells(),
            List.of(),
            List.of(),
            List.of(),
            Map.of(),
            plain.configuration(),
            Why.NONE);

    assertThat(Notes.of(again))
        .filteredOn(Note::warning)
        .extracting(Note::text)
        .anyMatch(has("1 run ", "INVALID", "A of redis (threads 1, repeat 1): ended."));
    assertThat(texts(plain)).noneMatch(has("INVALID"));
  }

  @Test
  void missesOfATraceThatAreHitsInTheReplayAreCounted() {
    Results plain = Samples.results(List.of(Phases.valid("redis", "A", 1, 1, 100)), List.of());
    Phase trace =
        TracePhase.phase(
            Map.of("trace", "cache.csv"),
            Optional.of(new TraceFacts(1000, 10, 0, 0, 100, 100, 0, 250)));
    Experiment experiment =
        new ExperimentDraft()
            .set(Settings.DATABASES, List.of(new DatabaseChoice("redis", Map.of())))
            .set(Settings.PHASES, List.of(Phase.LOAD, trace))
            .finish();
    Results replayed =
        new Results(
            experiment,
            plain.environment(),
            new Journal.Contents(List.of(), List.of(), List.of()),
            plain.cells(),
            List.of(),
            List.of(),
            List.of(),
            Map.of(),
            plain.configuration(),
            Why.NONE);

    assertThat(texts(replayed)).anyMatch(has("Phase cache", "250 records", "25 %", "replay"));
    assertThat(texts(plain)).noneMatch(has("replay"));
  }

  @Test
  void aServerThatWaitsForSleepingProcessorsIsSaidToDoSo() {
    assertThat(notes(null, SLOW_ROUND_TRIP, 1, BEHIND_A_CONNECTION))
        .anyMatch(has("125 us", "8,000 operations", "udev rule"));
  }

  @Test
  void nothingIsSaidOfSleepWhereItBoundsNobody() {
    assertThat(notes(null, SLOW_ROUND_TRIP, 1, IN_THE_PROCESS)).noneMatch(NotesTest::ofSleep);
    assertThat(notes(null, SLOW_ROUND_TRIP, 4, BEHIND_A_CONNECTION)).noneMatch(NotesTest::ofSleep);
    assertThat(notes(null, 30.0, 1, BEHIND_A_CONNECTION)).noneMatch(NotesTest::ofSleep);
    assertThat(notes(0, SLOW_ROUND_TRIP, 1, BEHIND_A_CONNECTION)).noneMatch(NotesTest::ofSleep);
    assertThat(notes(null, null, 1, BEHIND_A_CONNECTION)).noneMatch(NotesTest::ofSleep);
  }

  @Test
  void wakingUpIsNamedAsWhatTheHypervisorMayHaveTaken() {
    assertThat(under(new LoadSummary(20, 0.5, 0.01, 0.02, 0.2, 0.4, 0.5, 0)))
        .anyMatch(has("udev rule", "hypervisor"));
    assertThat(under(new LoadSummary(20, 0.5, 0.2, 0.4, 0.1, 0.1, 0.5, 0)))
        .noneMatch(has("udev rule", "hypervisor"));
    assertThat(under(new LoadSummary(20, 0.5, 0.01, 0.02, 0.03, 0.05, 0, 0)))
        .noneMatch(has("udev rule", "hypervisor"));
  }

  @Test
  void aDatabaseThatWorksOnWhileOthersAreMeasuredIsNamed() {
    ProcessUsage some = new ProcessUsage(500, 500, 1000, 500, 4096, 8192, 3 << 20);
    PhaseResult idle =
        Phases.using(new Usage(900, some, some, 0.02), Phases.valid("redis", "A", 1, 1, 1000));
    PhaseResult busy =
        Phases.using(new Usage(900, some, null, 0.35), Phases.valid("rocksdb", "A", 1, 1, 1000));

    assertThat(notes(List.of(idle, busy)))
        .filteredOn(has("--together"))
        .singleElement()
        .matches(has("rocksdb", "35 %"))
        .matches(has("redis").negate());
  }

  @Test
  void aLimitOfProcessorTimeThatStoppedTheRunsIsSaid() {
    assertThat(under(new LoadSummary(20, 0.5, 0, 0, 0, 0, 0, 0.4)))
        .anyMatch(has("container", "40 %"));
    assertThat(under(new LoadSummary(20, 0.5, 0, 0, 0, 0, 0, 0.01))).noneMatch(has("container"));
  }

  @Test
  void aShortPhaseOfTheFloorIsNoReasonToDoubtTheOthers() {
    // A thousand operations at each of these throughputs.
    PhaseResult longEnough = Phases.valid("redis", "C", 1, 1, 500);
    PhaseResult tooShort = Phases.valid("redis", "A", 1, 1, 8_000);
    PhaseResult floor = Phases.valid("noop", "C", 1, 1, 1_000_000);

    assertThat(notes(List.of(longEnough, floor))).noneMatch(NotesTest::ofShortness);
    assertThat(notes(List.of(longEnough, tooShort, floor)))
        .anyMatch(has("1 of 2 phases", "0.25 s"));
  }

  @Test
  void aShortPhaseOfTheCeilingIsNoReasonToDoubtTheOthers() {
    assertThat(
            notes(
                List.of(
                    Phases.valid("redis", "trace", "C", 1, 1, 500),
                    Phases.valid("redis", "native", "load", 1, 1, 1_000_000))))
        .noneMatch(NotesTest::ofShortness);
  }

  @Test
  void theZipfianOfYcsbIsExplainedWhereItIsUsed() {
    Results results =
        Samples.results("redis", Samples.environment(), redis(1, IN_THE_PROCESS), List.of());
    ExperimentDraft draft =
        new ExperimentDraft()
            .set(Settings.DATABASES, List.of(new DatabaseChoice("redis", Map.of())));

    assertThat(texts(results)).anyMatch(has("10^10 items"));
    Settings.PROPERTIES.parse(
        List.of("requestdistribution=zipfian", "zipfianconstant=0.99"), draft);
    assertThat(texts(Samples.with(results, draft.finish(), Optional.empty())))
        .noneMatch(has("10^10 items"));
  }

  @Test
  void aSampleOfLatenciesIsSaid() {
    PhaseResult all = Phases.valid("redis", "C", 1, 1, 500);

    assertThat(notes(List.of(all))).noneMatch(has("at random"));
    assertThat(notes(List.of(all, Phases.sampled(8, Phases.valid("pmemkv", "C", 1, 1, 900)))))
        .anyMatch(has("1 of 2 phases", "one in 8 ", "at random"));
    assertThat(
            notes(
                List.of(
                    Phases.sampled(4, Phases.valid("pmemkv", "A", 1, 1, 400)),
                    Phases.sampled(8, Phases.valid("pmemkv", "C", 1, 1, 900)))))
        .anyMatch(has("2 of 2 phases", "one in 4 to 8 "));
  }

  @Test
  void aTargetThatIsNotSustainedIsSaid() {
    List<PhaseResult> phases =
        List.of(
            Phases.valid("redis", "load", 1, 1, 10),
            Phases.paced(Phases.valid("redis", "A", 1, 1, 500), 0.5),
            Phases.paced(Phases.valid("redis", "C", 1, 1, 995), 0.995));
    Experiment aThousand =
        new ExperimentDraft()
            .set(Settings.DATABASES, List.of(new DatabaseChoice("redis", Map.of())))
            .set(Settings.TARGET, Target.of(1_000))
            .finish();
    Results results = Samples.results("redis", Samples.environment(), phases, List.of());

    assertThat(texts(Samples.with(results, aThousand, Optional.empty())))
        .anyMatch(has("UNSUSTAINED", "1 cell", "1,000", "500."));
    assertThat(notes(phases.subList(2, 3))).noneMatch(has("UNSUSTAINED"));
  }

  @Test
  void aStallOfAClosedLoopIsSaid() {
    PhaseResult tenSeconds = Phases.valid("redis", "C", 1, 1, 100);
    PhaseResult aMinute = Phases.valid("redis", "A", 1, 1, 1000.0 / 60);

    assertThat(
            notes(List.of(Phases.stalled(tenSeconds, 200_000), Phases.stalled(aMinute, 200_000))))
        .anyMatch(has("stall", "1 of 2 phases", "200 ms", "2 % of phase C of redis"));
    assertThat(notes(List.of(Phases.stalled(tenSeconds, 40_000), aMinute))).noneMatch(has("stall"));
  }

  @Test
  void threadsThatWaitedForTheirOperationsAreSaidToHaveMadeTooFew() {
    PhaseResult twoSeconds = Phases.valid("redis", "C", 2, 1, 500);

    assertThat(notes(List.of(Phases.waited(1, twoSeconds))))
        .anyMatch(has("waited", "1 of 1 phases", "25 %", "(phase C of redis)"));
    assertThat(notes(List.of(Phases.waited(0.03, twoSeconds)))).noneMatch(has("waited"));
    assertThat(notes(List.of(Phases.waited(0.06, Phases.on(machines(250, 250), twoSeconds)))))
        .noneMatch(has("waited"));
  }

  @Test
  void theLargestSuddenChangeIsSaidWithItsTime() {
    List<Double> ends = IntStream.rangeClosed(1, 20).mapToObj(i -> i / 10.0).toList();
    List<Long> operations =
        IntStream.range(0, 20).mapToObj(i -> i < 8 ? 10_000L + i % 3 : 100L).toList();
    PhaseResult collapsed =
        Phases.with(
            new Measurement.Series(ends, operations), Phases.valid("redis", "A", 1, 1, 1_000));

    assertThat(notes(List.of(collapsed)))
        .anyMatch(has("phase A of redis", "0.80 s", "100,009 to 1,000"));
  }

  @Test
  void aCellThatWasStillChangingIsSaidAndMarked() {
    PhaseResult rising = Phases.rising(Phases.valid("redis", "A", 1, 1, 1_000));
    PhaseResult flat = Phases.valid("redis", "C", 1, 1, 1_000);
    Results results =
        Samples.results("redis", Samples.environment(), List.of(rising, flat), List.of());

    assertThat(texts(results)).anyMatch(has("1 of 2 cells", "steady"));
    assertThat(results.cells())
        .extracting(cell -> Throughput.field(cell).text())
        .containsExactly("1,000*", "1,000");
    assertThat(notes(List.of(flat))).noneMatch(has("steady"));
  }

  @Test
  void aPrecisionThatTheBudgetDidNotBuyIsSaid() {
    Results results =
        Samples.results(
            "redis",
            Samples.environment(),
            List.of(
                Phases.valid("redis", "A", 1, 1, 500),
                Phases.valid("redis", "A", 1, 2, 530),
                Phases.valid("redis", "B", 1, 1, 500),
                Phases.valid("redis", "B", 1, 2, 520),
                Phases.valid("redis", "C", 1, 1, 500),
                Phases.valid("redis", "C", 1, 2, 501)),
            List.of());
    Experiment fivePercent =
        new ExperimentDraft()
            .set(Settings.DATABASES, List.of(new DatabaseChoice("redis", Map.of())))
            .set(Settings.BUDGET, new Budget(Duration.ofMinutes(1), 0.05))
            .finish();

    assertThat(texts(Samples.with(results, fivePercent, Optional.empty())))
        .anyMatch(has("3 of 3 cells", "precision", "5.0 %", "26.1"));
    assertThat(texts(results)).noneMatch(has("precision"));
  }

  @Test
  void recordingOffTheClockIsSaid() {
    PhaseResult once = Phases.valid("redis", "A", 1, 1, 1_000);
    PhaseResult twice = Phases.with(Phases.recorded(2, once.measurement()), once);

    assertThat(notes(List.of(once, twice))).anyMatch(has("1 of 2 phases", "clock"));
    assertThat(notes(List.of(once))).noneMatch(has("clock"));
  }

  @Test
  void aWarmUpThatNeverBecameSteadyIsNamed() {
    PhaseResult load = Phases.valid("redis", "load", 1, 1, 100);
    PhaseResult warm =
        Phases.warmed(new Measurement.WarmUp(0.2, true), Phases.valid("redis", "A", 1, 1, 100));
    PhaseResult cold =
        Phases.warmed(new Measurement.WarmUp(2.06, false), Phases.valid("redis", "C", 1, 1, 100));

    assertThat(notes(List.of(load, warm, cold)))
        .anyMatch(has("warm-up", "1 of 3 phases", "(2.1 s)", "phase C of redis"));
    assertThat(notes(List.of(load, warm))).noneMatch(has("warm-up"));
  }

  @Test
  void whatIsKnownBeforeTheFirstRunIsSaidThen() {
    Environment sleepy = Samples.environment(null, SLOW_ROUND_TRIP);
    Experiment once = experiment(1);

    assertThat(Notes.before(once, sleepy, true))
        .satisfiesExactly(
            text -> assertThat(text).contains("--repeats"),
            text -> assertThat(text).contains("125 us", "udev rule"));
    assertThat(Notes.before(once, sleepy, false)).hasSize(1);
    assertThat(Notes.before(letSleep(), sleepy, true))
        .singleElement()
        .asString()
        .contains("125 us", "cpuLatency: none");
    assertThat(Notes.before(experiment(4), Samples.environment(0, SLOW_ROUND_TRIP), true))
        .isEmpty();
  }

  private static Experiment letSleep() {
    return new ExperimentDraft()
        .set(Settings.DATABASES, List.of(new DatabaseChoice("redis", Map.of())))
        .set(Settings.CPU_LATENCY, CpuLatencyChoice.NONE)
        .finish();
  }

  private static Experiment experiment(int repeats) {
    return new ExperimentDraft()
        .set(Settings.DATABASES, List.of(new DatabaseChoice("redis", Map.of())))
        .set(Settings.REPEATS, repeats)
        .finish();
  }

  private static List<String> under(LoadSummary load) {
    Results waiting =
        Samples.results(
            "redis",
            Samples.environment(null, SLOW_ROUND_TRIP),
            redis(1, BEHIND_A_CONNECTION),
            List.of());
    return texts(Samples.with(waiting, waiting.experiment(), Optional.of(load)));
  }

  private static List<Machine> machines(double... throughputs) {
    return IntStream.range(0, throughputs.length)
        .mapToObj(i -> new Machine("host" + i, throughputs[i], 250 * i, -1500.0 * i))
        .toList();
  }

  @Test
  void aMachineThatLagsIsNamed() {
    assertThat(
            notes(
                List.of(Phases.on(machines(100, 79, 105), Phases.valid("redis", "C", 1, 1, 500)))))
        .anyMatch(has("1 of 1 phases", "80 %", ": machine 2 (host1)."))
        .anyMatch(has("0.5 ms", "3.0 ms"));
    assertThat(notes(List.of(Phases.on(machines(100, 81), Phases.valid("redis", "C", 1, 1, 500)))))
        .noneMatch(has("80 %"));
  }

  @Test
  void cellsOnOtherNumbersOfMachinesAreOthersAndNoPair() throws Exception {
    List<PhaseResult> phases = new ArrayList<>();
    for (int repeat = 1; repeat <= 4; repeat++) {
      phases.add(Phases.on(machines(1), Phases.valid("redis", "C", 1, repeat, 500 + repeat)));
      phases.add(Phases.on(machines(1, 1), Phases.valid("noop", "C", 1, repeat, 900 + repeat)));
    }
    List<Cell> cells = Cells.of(phases);

    assertThat(cells).hasSize(2);
    assertThat(Ratios.pairs(cells)).isEmpty();
    assertThat(PlainText.of(Throughput.table(cells, List.of(), Set.of())))
        .contains("redis, 1 machine ", "noop (floor), 2 machines ");
    assertThat(Csv.summary(cells).lines().skip(1))
        .satisfiesExactly(
            one -> assertThat(one).matches(".*,,1,+all,+"),
            two -> assertThat(two).matches(".*,,2,+all,+"));
  }

  private static Predicate<String> has(String... parts) {
    return text -> Stream.of(parts).allMatch(text::contains);
  }

  private static boolean ofShortness(String text) {
    return text.contains("0.25 s");
  }

  private static boolean ofSleep(String text) {
    return text.contains("udev rule");
  }

  private static List<String> notes(
      Integer cpuLatency, Double roundTripMicros, int threads, double throughput) {
    return notes(Samples.environment(cpuLatency, roundTripMicros), redis(threads, throughput));
  }

  private static List<PhaseResult> redis(int threads, double throughput) {
    return List.of(
        Phases.valid("redis", "load", threads, 1, throughput),
        Phases.valid("redis", "C", threads, 1, throughput));
  }

  private static List<String> notes(List<PhaseResult> phases) {
    return notes(Samples.environment(), phases);
  }

  private static List<String> notes(Environment environment, List<PhaseResult> phases) {
    return texts(Samples.results("redis", environment, phases, List.of()));
  }

  private static List<String> texts(Results results) {
    return Notes.of(results).stream().map(Note::text).toList();
  }
}
