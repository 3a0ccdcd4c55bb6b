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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.analysis.Ratios;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.host.LoadSummary;
import org.pmemycsb.harness.host.ProcessUsage;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.Target;
import org.pmemycsb.harness.plan.settings.Budget;
import org.pmemycsb.harness.plan.settings.CpuLatencyChoice;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.Experiments;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.report.format.Format;
import org.pmemycsb.harness.report.format.PlainText;
import org.pmemycsb.harness.report.model.Note;
import org.pmemycsb.harness.report.notes.Notes;
import org.pmemycsb.harness.report.tables.Throughput;
import org.pmemycsb.harness.report.verdict.Answers;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Machine;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;
import org.pmemycsb.harness.result.Usage;

class NotesTest {
  private static final double SLOW_ROUND_TRIP = 125;

  // 125 us are 8,000 operations per second; the round trip may have been taken at a slower moment.
  private static final double BEHIND_A_CONNECTION = 10_000;
  private static final double IN_THE_PROCESS = 200_000;

  private static Predicate<String> has(String... parts) {
    return text -> Stream.of(parts).allMatch(text::contains);
  }

  private static ExperimentDraft redis() {
    return new ExperimentDraft()
        .set(Settings.DATABASES, List.of(new DatabaseChoice("redis", Map.of())));
  }

  private static List<PhaseResult> redis(int threads, double throughput) {
    return List.of(
        Phases.valid("redis", "load", threads, 1, throughput),
        Phases.valid("redis", "C", threads, 1, throughput));
  }

  private static Results results(Environment on, List<PhaseResult> phases) {
    return Samples.results("redis", on, phases, List.of());
  }

  private static List<String> texts(Results results) {
    return Notes.of(results).stream().map(Note::text).toList();
  }

  private static List<String> notes(PhaseResult... phases) {
    return texts(results(Samples.environment(), List.of(phases)));
  }

  /** The notes on results of another experiment. */
  private static List<String> notes(Results results, Experiment experiment) {
    return texts(Samples.with(results, experiment, Optional.empty()));
  }

  /** Notes that are there, or are not if the text begins with an exclamation mark. */
  private static void assertSaid(List<String> notes, String parts) {
    if (parts.startsWith("!")) {
      assertThat(notes).noneMatch(has(parts.substring(1).split("; ")));
    } else {
      assertThat(notes).anyMatch(has(parts.split("; ")));
    }
  }

  private static Arguments phases(String said, PhaseResult... phases) {
    return Arguments.of(said, phases);
  }

  private static List<Machine> machines(double... throughputs) {
    return IntStream.range(0, throughputs.length)
        .mapToObj(i -> new Machine("host" + i, throughputs[i], 250 * i, -1500.0 * i))
        .toList();
  }

  static Stream<Arguments> ofPhases() {
    ProcessUsage some = new ProcessUsage(500, 500, 1000, 500, 4096, 8192, 3 << 20);
    PhaseResult idle =
        Phases.using(new Usage(900, some, some, 0.02), Phases.valid("redis", "A", 1, 1, 1000));
    PhaseResult busy =
        Phases.using(new Usage(900, some, null, 0.35), Phases.valid("rocksdb", "A", 1, 1, 1000));
    // A thousand operations at each of these throughputs.
    PhaseResult twoSeconds = Phases.valid("redis", "C", 1, 1, 500);
    PhaseResult twoThreads = Phases.valid("redis", "C", 2, 1, 500);
    PhaseResult tenSeconds = Phases.valid("redis", "C", 1, 1, 100);
    PhaseResult aMinute = Phases.valid("redis", "A", 1, 1, 1000.0 / 60);
    PhaseResult tooShort = Phases.valid("redis", "A", 1, 1, 8_000);
    PhaseResult floor = Phases.valid("noop", "C", 1, 1, 1_000_000);
    PhaseResult ceiling = Phases.valid("redis", "native", "load", 1, 1, 1_000_000);
    PhaseResult rising = Phases.rising(Phases.valid("redis", "A", 1, 1, 1_000));
    PhaseResult again = Phases.with(Phases.recorded(2, aMinute.measurement()), aMinute);
    PhaseResult warm = Phases.warmed(new PhaseMeasurement.WarmUp(0.2, true), aMinute);
    PhaseResult cold = Phases.warmed(new PhaseMeasurement.WarmUp(2.06, false), twoSeconds);
    PhaseResult collapsed =
        Phases.with(
            new PhaseMeasurement.Series(
                IntStream.rangeClosed(1, 20).mapToObj(i -> i / 10.0).toList(),
                IntStream.range(0, 20).mapToObj(i -> i < 8 ? 10_000L + i % 3 : 100L).toList()),
            Phases.valid("redis", "A", 1, 1, 1_000));
    return Stream.of(
        phases("--together; slowed them: rocksdb (up to 35 %", idle, busy),
        phases("!--together", idle),
        phases("1 of 2 phases; 0.25 s", twoSeconds, tooShort, floor),
        phases("!0.25 s", twoSeconds, floor),
        phases("!0.25 s", Phases.valid("redis", "trace", "C", 1, 1, 500), ceiling),
        phases("!at random", twoSeconds),
        phases("1 of 2 phases; one in 8 ; at random", aMinute, Phases.sampled(8, twoSeconds)),
        phases(
            "2 of 2 phases; one in 4 to 8 ", Phases.sampled(4, aMinute), Phases.sampled(8, idle)),
        phases(
            "stall; 1 of 2 phases; 200 ms; 2 % of phase C of redis",
            Phases.stalled(tenSeconds, 200_000), Phases.stalled(aMinute, 200_000)),
        phases("!stall", Phases.stalled(tenSeconds, 40_000), aMinute),
        phases("waited; 1 of 1 phases; 25 %; (phase C of redis)", Phases.waited(1, twoThreads)),
        phases("!waited", Phases.waited(0.03, twoThreads)),
        phases("!waited", Phases.waited(0.06, Phases.on(machines(250, 250), twoThreads))),
        phases("phase A of redis; 0.80 s; 100,009 to 1,000", collapsed),
        phases("1 of 2 cells; steady", rising, twoSeconds),
        phases("!steady", twoSeconds),
        phases("1 of 2 phases; clock", twoSeconds, again),
        phases("!clock", twoSeconds),
        phases("warm-up; 1 of 2 phases; (2.1 s); phase C of redis", warm, cold),
        phases("!warm-up", twoSeconds, warm),
        phases(
            "1 of 1 phases; 80 %; : machine 2 (host1).",
            Phases.on(machines(100, 79, 105), twoSeconds)),
        phases("0.5 ms; 3.0 ms", Phases.on(machines(100, 79, 105), twoSeconds)),
        phases("!80 %", Phases.on(machines(100, 81), twoSeconds)));
  }

  @ParameterizedTest
  @MethodSource("ofPhases")
  void aNoteOnPhasesIsSaidWhereItApplies(String said, PhaseResult[] phases) {
    assertSaid(notes(phases), said);
  }

  /** A server waits for sleeping processors only with one connection, and below this rate. */
  @ParameterizedTest
  @CsvSource({
    " , 125, 1, 10000, '125 us; 8,000 operations; udev rule'",
    " , 125, 1, 200000, !udev rule",
    " , 125, 4, 10000, !udev rule",
    " , 30, 1, 10000, !udev rule",
    "0, 125, 1, 10000, !udev rule",
    " , , 1, 10000, !udev rule",
  })
  void theSleepOfProcessorsIsNamedWhereItBounds(
      Integer cpuLatency, Double roundTrip, int threads, double throughput, String said) {
    Environment on = Samples.environment(cpuLatency, roundTrip);

    assertSaid(texts(results(on, redis(threads, throughput))), said);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0.01 | 0.02 | 0.2 | 0.4 | 0.5 | 0 | udev rule; hypervisor
          0.2 | 0.4 | 0.1 | 0.1 | 0.5 | 0 | !udev rule; hypervisor
          0.01 | 0.02 | 0.03 | 0.05 | 0 | 0 | !udev rule; hypervisor
          0 | 0 | 0 | 0 | 0 | 0.4 | container; 40 %
          0 | 0 | 0 | 0 | 0 | 0.01 | !container
          """)
  void theLoadOfTheMachineIsSaid(
      double others,
      double othersMost,
      double steal,
      double stealMost,
      double disturbed,
      double throttled,
      String said) {
    Results waiting =
        results(Samples.environment(null, SLOW_ROUND_TRIP), redis(1, BEHIND_A_CONNECTION));
    LoadSummary load =
        new LoadSummary(20, 0.5, others, othersMost, steal, stealMost, disturbed, throttled);

    assertSaid(texts(Samples.with(waiting, waiting.experiment(), Optional.of(load))), said);
  }

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
    Results plain = results(Samples.environment(), redis(1, 100));
    List<PhaseResult> before =
        List.of(
            Phases.valid("redis", "load", 1, 1, 90),
            Phases.invalid("redis", "A", 1, 1, "ended"),
            Phases.invalid("redis", "B", 1, 1, "not run, because phase A of this run is invalid"));
    Results again = Changed.with(plain, "journal.superseded", before);

    assertThat(Notes.of(again))
        .filteredOn(Note::warning)
        .extracting(Note::text)
        .anyMatch(has("1 run ", "INVALID", "redis, phase A, 1 thread, ", "(repeat 1): ended."));
    assertThat(texts(plain)).noneMatch(has("INVALID"));
  }

  @Test
  void missesOfATraceThatAreHitsInTheReplayAreCounted() {
    Results plain = results(Samples.environment(), redis(1, 100));
    Phase trace =
        Experiments.phase(
            "{trace: cache.csv, content: {operations: 1000, records: 10, inserts: 0, deletes: 0,"
                + " meanBytes: 100, mostBytes: 100, nanos: 0, hitsForMisses: 250}}");

    assertThat(notes(plain, redis().set(Settings.PHASES, List.of(Phase.LOAD, trace)).finish()))
        .anyMatch(has("Phase cache", "250 records", "25 %", "replay"));
    assertThat(texts(plain)).noneMatch(has("replay"));
  }

  @Test
  void theZipfianOfYcsbIsExplainedWhereItIsUsed() {
    Results plain = results(Samples.environment(), redis(1, IN_THE_PROCESS));
    ExperimentDraft draft = redis();

    assertThat(texts(plain)).anyMatch(has("10^10 items"));
    assertThat(
            notes(plain, redis().set(Settings.PHASES, List.of(Phase.LOAD, Phase.of("D"))).finish()))
        .as("the latest records")
        .noneMatch(has("10^10 items"));
    Settings.PROPERTIES.parse(
        List.of("requestdistribution=zipfian", "zipfianconstant=0.99"), draft);
    assertThat(notes(plain, draft.finish())).noneMatch(has("10^10 items"));
  }

  @Test
  void aTargetThatIsNotSustainedIsSaid() {
    Experiment aThousand = redis().set(Settings.TARGET, Target.of(1_000)).finish();
    PhaseResult missed = Phases.paced(Phases.valid("redis", "A", 1, 1, 500), 0.5);
    PhaseResult reached = Phases.paced(Phases.valid("redis", "C", 1, 1, 995), 0.995);

    assertThat(notes(results(Samples.environment(), List.of(missed, reached)), aThousand))
        .anyMatch(has("UNSUSTAINED", "1 cell", "1,000", "500."));
    assertThat(notes(reached)).noneMatch(has("UNSUSTAINED"));
  }

  @Test
  void aPrecisionThatTheBudgetDidNotBuyIsSaid() {
    Map<String, Double> seconds = Map.of("A", 530.0, "B", 520.0, "C", 501.0);
    List<PhaseResult> phases = new ArrayList<>();
    seconds.forEach(
        (phase, second) -> {
          phases.add(Phases.valid("redis", phase, 1, 1, 500));
          phases.add(Phases.valid("redis", phase, 1, 2, second));
        });
    Results results = results(Samples.environment(), phases);
    Budget fivePercent = new Budget(Duration.ofMinutes(1), 0.05);

    assertThat(notes(results, redis().set(Settings.BUDGET, fivePercent).finish()))
        .anyMatch(has("3 of 3 cells", "precision", "5.0 %", "26.1"));
    assertThat(texts(results)).noneMatch(has("precision"));
  }

  @Test
  void whatIsKnownBeforeTheFirstRunIsSaidThen() {
    Environment sleepy = Samples.environment(null, SLOW_ROUND_TRIP);
    Experiment once = redis().set(Settings.REPEATS, 1).finish();
    Experiment letSleep = redis().set(Settings.CPU_LATENCY, CpuLatencyChoice.NONE).finish();

    assertThat(Notes.before(once, sleepy, true))
        .satisfiesExactly(
            text -> assertThat(text).contains("--repeats"),
            text -> assertThat(text).contains("125 us", "udev rule"));
    assertThat(Notes.before(once, sleepy, false)).hasSize(1);
    assertThat(Notes.before(letSleep, sleepy, true))
        .singleElement()
        .asString()
        .contains("125 us", "cpuLatency: none");
    assertThat(Notes.before(redis().finish(), Samples.environment(0, SLOW_ROUND_TRIP), true))
        .isEmpty();
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
}
