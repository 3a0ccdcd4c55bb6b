package org.pmemycsb.harness.analysis.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.analysis.claim.ClaimResult.Measured;
import org.pmemycsb.harness.plan.design.CallKind;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.FigureUnit;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.Show;
import org.pmemycsb.harness.plan.design.Sizes;
import org.pmemycsb.harness.plan.design.Target;
import org.pmemycsb.harness.plan.settings.Dimension;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Phases;
import org.pmemycsb.harness.result.Unavailable;
import org.pmemycsb.harness.statistics.Sample;
import org.pmemycsb.spi.Durability;

class ClaimsTest {
  private static final String PMEMKV = "pmemkv{engine=cmap}";
  private static final Map<String, Double> MICROS =
      Map.of(PMEMKV, 2.0, "redis", 14.0, "postgres", 20.0);

  private static ExperimentDraft small() {
    return new ExperimentDraft()
        .set(
            Settings.DATABASES,
            List.of(
                new DatabaseChoice("pmemkv", Map.of("engine", "cmap")),
                new DatabaseChoice("redis", Map.of()),
                new DatabaseChoice("postgres", Map.of())))
        .set(Settings.PHASES, List.of(Phase.LOAD, Phase.of("A"), Phase.of("C")))
        .set(Settings.VALUE_SIZES, Sizes.alike(8));
  }

  private static ExperimentDraft grid() {
    return small()
        .set(Settings.THREADS, List.of(1, 16))
        .set(Settings.VALUE_SIZES, Sizes.alike(8, 512, 4096));
  }

  private static ExperimentDraft databases(String databases) {
    ExperimentDraft draft = small().set(Settings.PHASES, List.of(Phase.LOAD));
    Settings.DATABASES.parse(List.of(databases), draft);
    return draft;
  }

  /** pmemkv 1200, redis 300, postgres 200; half of it for the load, threads and values ignored. */
  private static double steady(Conditions key) {
    double base =
        key.database().equals(PMEMKV) ? 1200 : key.database().startsWith("redis") ? 300 : 200;
    return key.phase().equals("load") ? base / 2 : base;
  }

  /** pmemkv is ahead, except at one point; redis is ahead of postgres, except at another. */
  private static double uneven(Conditions key) {
    boolean slow = key.phase().equals("A") && key.threads() == 16 && key.valueSizeBytes() == 512;
    boolean reversed = key.phase().equals("C") && key.threads() == 1 && key.valueSizeBytes() == 8;
    double factor =
        slow && key.database().equals(PMEMKV)
            ? 0.1
            : reversed && key.database().equals("postgres") ? 3 : 1;
    return factor * steady(key);
  }

  /**
   * Logarithms 1, 2, 3 against 0, 1, 2: Welch has 4 degrees of freedom, and Student's t is 2.7764.
   */
  private static double[] scattered(Conditions key) {
    return key.database().equals("redis")
        ? new double[] {Math.exp(0.5), Math.E, 1}
        : new double[] {Math.E, Math.exp(1.5), Math.exp(2)};
  }

  /** Reads have these means, p99 is twice as long; no writes, no p99.99. */
  private static List<Sample> latencies(Conditions key, LatencyFigure figure) {
    double micros = MICROS.get(key.database()) * (figure.percentile() > 50 ? 2 : 1);
    double first = key.database().equals(PMEMKV) ? 0.99 : 1.01;
    return figure.calls() != CallKind.READ || figure.percentile() > 99.9
        ? List.of()
        : Grids.rounds(1, micros * first, micros, micros * (2 - first));
  }

  private static double[] twice(double figure) {
    return new double[] {figure, figure};
  }

  private static List<Cell> cells(ExperimentDraft draft, Function<Conditions, Double> figure) {
    return Grids.cells(draft.finish(), key -> twice(figure.apply(key)));
  }

  /** Cells that redis has under another condition. */
  private static List<Cell> ofRedis(Dimension dimension, String value) {
    return cells(small(), ClaimsTest::steady).stream()
        .map(
            cell ->
                cell.key().database().equals("redis")
                    ? Grids.cell(cell.key().with(dimension, value), true, twice(steady(cell.key())))
                    : cell)
        .toList();
  }

  private static List<Cell> damaged() {
    List<Cell> cells = new ArrayList<>(cells(grid(), ClaimsTest::steady));
    cells.set(0, Grids.cell(cells.get(0).key(), false, 1, 2));
    cells.removeIf(
        cell ->
            cell.key().database().equals("redis")
                && cell.key().phase().equals("load")
                && cell.key().threads() == 16
                && cell.key().valueSizeBytes() == 512);
    return cells;
  }

  private static List<Cell> withCeiling() {
    Conditions ceiling = Phases.conditions(PMEMKV, "C", 1, 8, "commit", "tmpfs", "native");
    return Stream.concat(
            cells(small(), ClaimsTest::steady).stream(),
            Stream.of(Grids.cell(ceiling, true, 1500, 1500)))
        .toList();
  }

  private static List<Cell> inOtherRounds() {
    return cells(small(), ClaimsTest::steady).stream()
        .map(
            cell ->
                Grids.cell(
                    cell.key(),
                    true,
                    Grids.rounds(cell.key().database().equals("redis") ? 3 : 1, 4, 5)))
        .toList();
  }

  /** The throughput of each is 2,000. */
  private static List<Cell> searched() {
    return Cells.of(
        IntStream.rangeClosed(1, 5)
            .boxed()
            .flatMap(
                i ->
                    Stream.of(
                        Phases.searched("redis", i, 600 + i), Phases.searched("postgres", i, 0)))
            .toList());
  }

  private static final ExperimentDraft BESIDE =
      databases("pmemkv").set(Settings.SHOW, List.of(Show.LEDGER, Show.SPLIT));
  private static final ExperimentDraft LEVELS =
      small().set(Settings.DURABILITIES, List.of(Durability.PERIODIC, Durability.COMMIT));
  private static final ExperimentDraft PLACES = databases("redis@disk,redis@pmem,pm-redis@pmem");
  private static final ExperimentDraft LOGS = databases("redis@disk,redis@disk+log@pmem");
  private static final ExperimentDraft SEARCH =
      small()
          .set(Settings.VALUE_SIZES, Sizes.alike(1024))
          .set(Settings.TARGET, Target.parse("p99=1ms"))
          .set(Settings.DURATION, Duration.ofSeconds(1));

  /** An experiment with its cells. */
  private enum World {
    SMALL(small(), cells(small(), ClaimsTest::steady)),
    GRID(grid(), cells(grid(), ClaimsTest::steady)),
    UNEVEN(grid(), cells(grid(), ClaimsTest::uneven)),
    SCATTERED(small(), Grids.cells(small().finish(), ClaimsTest::scattered)),
    ONE_RUN(small(), Grids.cells(small().finish(), key -> new double[] {steady(key)})),
    STOPPED(small(), Grids.cells(small().finish(), key -> new double[] {0, 5})),
    SMALLER(small(), cells(small(), ClaimsTest::steady)),
    MISSING(grid(), List.of()),
    DAMAGED(grid(), damaged()),
    OTHER_ROUNDS(small(), inOtherRounds()),
    CEILING(small(), withCeiling()),
    LEVEL(LEVELS, cells(LEVELS, ClaimsTest::steady)),
    PLACE(
        PLACES,
        cells(
            PLACES,
            key -> key.place().equals("disk") ? 1.0 : key.database().equals("redis") ? 10 : 5)),
    LOG(LOGS, cells(LOGS, key -> key.logPlace().isEmpty() ? 1.0 : 3)),
    PARTS(BESIDE, cells(BESIDE, key -> key.runner().equals("no-flushes") ? 2000.0 : 1200)),
    CAPACITY(SEARCH, searched()),
    STAND_IN(small(), ofRedis(Dimension.DATABASE, "redis (Valkey)")),
    UNKNOWN(small(), ofRedis(Dimension.DURABILITY, "unknown")),
    CLAIMED(small(), ofRedis(Dimension.DURABILITY, "commit (claimed)"));

    private final ExperimentDraft draft;
    private final List<Cell> cells;

    World(ExperimentDraft draft, List<Cell> cells) {
      this.draft = draft;
      this.cells = cells;
    }

    ClaimResult judge(String holds, Unavailable... unavailable) {
      Experiment experiment = draft.set(Settings.CLAIMS, List.of(Grids.claim(holds))).finish();
      return Claims.judge(
              experiment,
              List.of(unavailable),
              cells,
              ClaimsTest::latencies,
              FigureUnit.OPERATIONS.speed())
          .get(0);
    }
  }

  /** Of the others, redis is the best and postgres the worst. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          GRID | min(ratio(pmemkv, best(others), each phase, each threads, each value)) >= 4 | HOLDS | 4.00 times
          SMALL | min(ratio(pmemkv, best(others), each phase)) > 4 | FAILS | 4.00 times
          SMALL | max(ratio(pmemkv, worst(others), each phase)) <= 6 | HOLDS | 6.00 times
          SMALL | max(ratio(pmemkv, worst(others), each phase)) < 6 | FAILS | 6.00 times
          SMALL | max(ratio(best([redis, postgres]), pmemkv, each phase)) <= 0.25 | HOLDS | 0.250 times
          SMALL | max(ratio(worst([redis, postgres]), redis, each phase)) < 0.7 | HOLDS | 0.667 times
          SMALL | all(ratio(pmemkv at phase C, pmemkv, phase in [load, A])) between 1 and 2 | HOLDS | 1.000 to 2.00 times
          SMALL | all(ratio(pmemkv at phase C, pmemkv, phase in [load, A])) between 1.1 and 2 | FAILS | 1.000 to 2.00 times
          SMALL | all(ratio(pmemkv at phase C, pmemkv, phase in [load, A])) between 1 and 1.9 | FAILS | 1.000 to 2.00 times
          GRID | median(ratio(pmemkv at phase C, pmemkv, each phase, threads from 2 to 99, value from 8 to 8)) about 1.5 within 1 % | HOLDS | 1.500 times
          GRID | faster(redis at phase A at threads 1 at value 8, postgres at phase C at threads 16 at value 4KiB) about 51 % within 1 points | HOLDS | 50.0 %
          SMALL | faster(postgres at phase A, redis at phase A) <= -33.3 % | HOLDS | -33.3 %
          SMALL | min(throughput(redis, each phase)) >= 150 | HOLDS | 150
          SMALL | max(throughput(best([redis, postgres]), each phase)) > 300 | FAILS | 300
          SMALL | min(ratio(database at phase C, database at phase load, each database)) >= 2 | HOLDS | 2.00 times
          CEILING | ratio(pmemkv at phase C, pmemkv at phase C at runner native) >= 0.8 | HOLDS | 0.800 times
          LEVEL | min(ratio(pmemkv, redis, each durability, each phase)) >= 4 | HOLDS | 4.00 times
          PLACE | ratio(redis at place pmem, redis at place disk) > 1 | HOLDS | 10.0 times
          # A database on one place needs no place.
          PLACE | ratio(pm-redis, redis at place disk) > 1 | HOLDS | 5.00 times
          PLACE | min(ratio(redis at place pmem, redis, each place)) > 1 | HOLDS | 10.0 times
          PLACE | max(ratio(pm-redis, redis, each place)) > 1 | HOLDS | 5.00 times
          LOG | ratio(redis at place "disk+log@pmem", redis at place disk) > 1 | HOLDS | 3.00 times
          PARTS | ratio(pmemkv, pmemkv at runner no-flushes) between 0.59 and 0.61 | HOLDS | 0.600 times
          PARTS | fences(pmemkv) about 15.7 within 0 % | HOLDS | 15.7 fences for each operation (95 % interval 15.7 to 15.7)
          PARTS | fences(pmemkv) >= 16 | FAILS | 15.7 fences
          CAPACITY | capacity(redis at phase C) >= 550 | HOLDS | 603 operations
          CAPACITY | capacity(redis at phase C) >= 700 | FAILS | 603 operations
          CAPACITY | throughput(redis at phase C) >= 700 | HOLDS | 2,000
          SMALL | ratio of read_p50_us(redis at phase C, pmemkv at phase C) about 7 within 10 % | HOLDS | 7.00 times (95 % interval 6.
          SMALL | ratio of read_p50_us(redis at phase C, pmemkv at phase C) > 8 | FAILS | 7.00 times
          SMALL | read_p50_us(redis at phase C) between 13 and 15 | HOLDS | 14.0
          SMALL | read_p99_us(redis at phase C) between 13 and 15 | FAILS | 28.0
          SMALL | ratio of read_p99_us(best(others), pmemkv, phase in [C]) about 7 within 10 % | HOLDS | 7.00 times
          SMALL | ratio of read_p99_us(pmemkv, best(others), phase in [C]) about 0.143 within 10 % | HOLDS | 0.143 times
          SMALL | ratio of read_p99_us(pmemkv, worst(others), phase in [C]) about 0.1 within 10 % | HOLDS | 0.100 times
          SMALL | read_p99_us(best([pmemkv, redis]), phase in [C]) about 4 within 10 % | HOLDS | 4.00 µs
          SMALL | read_p99_us(worst([pmemkv, redis]), phase in [C]) about 28 within 10 % | HOLDS | 28.0 µs
          """)
  void figuresAreThoseOfAPencil(World world, String holds, ClaimVerdict verdict, String figure) {
    ClaimResult result = world.judge(holds);

    assertThat(result.verdict()).as(result.reason()).isEqualTo(verdict);
    assertThat(result.measured().orElseThrow().text()).startsWith(figure);
    assertThat(result.reason().startsWith("fails at: ")).isEqualTo(verdict == ClaimVerdict.FAILS);
    assertThat(result.reason().isEmpty()).isEqualTo(verdict == ClaimVerdict.HOLDS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          min(ratio(pmemkv, best(others), each phase, each threads, each value)) >= 4 | pmemkv{engine=cmap}, phase A, 16 threads, 512 B; redis, phase A, 16 threads, 512 B
          max(ratio(postgres, redis, each phase, each threads, each value)) < 1 | postgres, phase C, 1 thread, 8 B values; redis, phase C, 1 thread, 8 B values
          all(ratio(postgres, redis, each phase, each threads, each value)) < 1 | postgres, phase C, 1 thread, 8 B values; redis, phase C, 1 thread, 8 B values
          all(ratio(pmemkv, redis, each phase, each threads, each value)) > 1 | pmemkv{engine=cmap}, phase A, 16 threads, 512 B; redis, phase A, 16 threads, 512 B
          max(throughput(best([redis, postgres]), phase in [C], each threads, each value)) < 600 | postgres, phase C, 1 thread, 8 B values
          median(throughput(redis, phase in [load, A], threads in [1], value in [8])) > 900 | redis, phase load, 1 thread, 8 B values; redis, phase A, 1 thread, 8 B values
          """)
  void aClaimThatFailsNamesThePointThatDecided(String holds, String points) {
    ClaimResult result = World.UNEVEN.judge(holds);

    assertThat(result.verdict()).isEqualTo(ClaimVerdict.FAILS);
    assertThat(result.reason().split("phase ")).hasSize(1 + points.split("; ").length);
    assertThat(result.reason()).contains(points.split("; "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          PLACE | ratio(pm-redis, redis) > 1 | has disk, pmem
          PLACE | ratio(redis at place tape, pm-redis) > 1 | place 'tape'; it has disk, pmem
          SMALLER | ratio(pmemkv at threads 16, redis at threads 16, phase in [C]) > 1 | threads '16'; has 1
          OTHER_ROUNDS | min(ratio(pmemkv, redis, each phase)) >= 3 | no round
          DAMAGED | min(ratio(pmemkv, redis, phase in [load], each threads, each value)) > 1 | INVALID: pmemkv{engine=cmap}, phase load, 1 thread, 8 B values, ; not measured: redis, phase load, 16 threads, 512 B values,
          MISSING | max(throughput(redis, each phase, each threads, each value)) > 1 | ; and 15 more
          STOPPED | ratio(pmemkv at phase A, redis at phase A) > 1 | INVALID: pmemkv
          ONE_RUN | ratio(pmemkv at phase A, redis at phase A) > 1 | one run
          STAND_IN | ratio(pmemkv, redis, phase in [A]) >= 4 | redis (Valkey) ran instead of redis
          UNKNOWN | ratio(pmemkv, redis, phase in [A]) >= 4 | redis; claimedDurability
          SMALL | fences(pmemkv at phase load) >= 1 | not measured
          SMALL | capacity(redis at phase C) >= 1 | not measured
          CAPACITY | capacity(postgres at phase C) >= 1 | postgres
          SMALL | ratio of read_p50_us(redis at phase C, pmemkv at phase C) > 7 | part of the interval
          SMALL | read_p9999_us(pmemkv at phase C) < 3 | read_p9999_us ; : pmemkv{engine=cmap}, phase C,
          """)
  void withoutFiguresThatDecideThereIsAReason(World world, String holds, String reason) {
    ClaimResult result = world.judge(holds);

    assertThat(result.verdict()).isEqualTo(ClaimVerdict.UNDECIDED);
    assertThat(result.reason()).contains(reason.split("; "));
  }

  @Test
  void oneRunGivesAFigureWithoutAnInterval() {
    Measured measured =
        World.ONE_RUN
            .judge("ratio(pmemkv at phase A, redis at phase A) > 1")
            .measured()
            .orElseThrow();

    assertThat(measured.text()).startsWith("4.00 times (one run");
    assertThat(measured.low()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    ">= 0.31, HOLDS",
    ">= 0.32, UNDECIDED",
    ">= 23.3, UNDECIDED",
    ">= 23.4, FAILS",
    "<= 23.4, HOLDS",
    "<= 23.3, UNDECIDED",
    "<= 0.32, UNDECIDED",
    "<= 0.31, FAILS",
    "between 0.31 and 23.4, HOLDS",
    "between 0.31 and 23.3, UNDECIDED",
    "between 1 and 2, UNDECIDED",
    "between 23.4 and 99, FAILS",
    "between 0 and 0.31, FAILS",
  })
  void theVerdictIsThatOfTheWholeInterval(String comparison, ClaimVerdict verdict) {
    ClaimResult result =
        World.SCATTERED.judge("ratio(pmemkv at phase A, redis at phase A) " + comparison);

    double half = 4.302653 * 0.5;
    Measured measured = result.measured().orElseThrow();
    assertThat(measured.least()).isCloseTo(Math.E, within(1e-9));
    assertThat(measured.low().orElseThrow()).isCloseTo(Math.exp(1 - half), within(1e-4));
    assertThat(measured.high().orElseThrow()).isCloseTo(Math.exp(1 + half), within(1e-4));
    // An interval whose ends are more than ten times apart is shown only where it decides.
    assertThat(measured.text())
        .startsWith("2.72 times (")
        .matches(text -> text.contains("0.316 to 23.4") == (verdict != ClaimVerdict.UNDECIDED));
    assertThat(result.verdict()).isEqualTo(verdict);
    assertThat(result.reason())
        .matches(verdict == ClaimVerdict.UNDECIDED ? ".*few runs.*" : "(fails at.*)?");
  }

  /** The upper end of the smallest of three has a third of the tail: t is 7.65 at 0.0083. */
  @ParameterizedTest
  @CsvSource({
    "min, 4.302653, 7.648841",
    "max, 7.648841, 4.302653",
    "median, 7.648841, 7.648841",
    "all, 4.302653, 4.302653",
  })
  void theSmallestOfSeveralHasAWiderUpperEnd(String choice, double below, double above) {
    Measured chosen =
        World.SCATTERED
            .judge(choice + "(ratio(pmemkv, redis, each phase)) > 1")
            .measured()
            .orElseThrow();

    assertThat(Math.log(chosen.low().orElseThrow())).isCloseTo(1 - below * 0.5, within(1e-4));
    assertThat(Math.log(chosen.high().orElseThrow())).isCloseTo(1 + above * 0.5, within(1e-4));
    assertThat(chosen.figures()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          min(ratio(pmemkv, best(others), each phase)) >= 6 | HOLDS | without redis, | 3
          min(ratio(database, database at phase load, each database, phase in [C])) >= 2 | HOLDS | without redis, | 2
          min(ratio(pmemkv, redis, each phase)) >= 4 | UNDECIDED | redis |
          """)
  void aDatabaseThatCannotRunIsNoOther(
      String holds, ClaimVerdict verdict, String reason, Integer figures) {
    ClaimResult result =
        World.SMALL.judge(holds, new Unavailable("redis", "no server", Optional.empty()));

    assertThat(result.verdict()).isEqualTo(verdict);
    assertThat(result.reason()).startsWith(reason).doesNotContain("pmemkv", "postgres");
    assertThat(result.measured().map(Measured::figures)).isEqualTo(Optional.ofNullable(figures));
  }

  @Test
  void durabilitiesThatDifferOrAreOnlyClaimedAreSaid() {
    ClaimResult differ =
        World.LEVEL.judge(
            "ratio(pmemkv at durability commit at phase A, redis at durability periodic at phase A)"
                + " >= 4");
    ClaimResult claimed =
        World.CLAIMED.judge("ratio(pmemkv, redis at durability commit, phase in [A]) >= 4");

    assertThat(List.of(differ.verdict(), claimed.verdict())).containsOnly(ClaimVerdict.HOLDS);
    assertThat(differ.reason()).contains("durability commit", "periodic");
    assertThat(claimed.reason()).contains("durability of redis", "claimed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ratio(oracle, redis) > 1 | database 'oracle'; pmemkv{engine=cmap}, redis, postgres, pmemkv{engine=stree}
          ratio(pmemkv, redis) > 1 | "pmemkv{engine=cmap}", "pmemkv{engine=stree}"
          ratio(redis at phase E, postgres) > 1 | phase 'E'; load, A, C
          min(ratio(redis, postgres, phase in [A, F])) > 1 | phase 'F'; load, A, C
          ratio(redis at phase A at threads 2, postgres) > 1 | threads '2'; 1, 16
          ratio(redis at phase A at threads many, postgres) > 1 | threads: 'many'
          ratio(redis at phase A at threads 1 at value 1XB, postgres) > 1 | value: '1XB'; KiB
          ratio(redis at phase A at threads 1 at value 1KiB, postgres) > 1 | value '1KiB'; 8 B, 512 B, 4 KiB
          ratio(redis at phase A at threads 1 at value 8 at durability none, postgres) > 1 | durability 'none'; has commit
          ratio(redis at phase A at threads 1 at value 8 at runner ycsb, postgres) > 1 | runner 'ycsb'; has trace
          throughput(redis at phase A at threads 1 at value 8 at runner neither) > 1 | runner 'neither'
          ratio(redis, postgres) > 1 | load, A, C; 'at phase ...'; 'each phase'
          ratio(redis, postgres, each phase, each threads, each value) > 1 | 18 figures; 'min'; all(ratio(...))
          min(ratio(redis, postgres, each phase, phase in [A])) > 1 | phase; twice
          min(ratio(redis at phase A, postgres at phase C, each phase)) > 1 | each; 'at phase'
          min(ratio(redis, postgres, each database)) > 1 | no side; 'database'
          min(ratio(database at phase A, postgres at phase A, each threads, each value)) > 1 | 'each database'
          min(ratio(redis, redis, each phase, each threads, each value)) > 1 | itself
          min(ratio(redis, postgres, each phase, each threads, value from 600 to 700)) > 1 | range; value 8 B, 512 B, 4 KiB
          ratio(best(others), best(others), phase in [A], threads in [1], value in [8]) > 1 | 'others'
          throughput(best(others), phase in [A], threads in [1], value in [8]) > 1 | 'others'
          ratio(best([redis, postgres, "pmemkv{engine=cmap}", "pmemkv{engine=stree}"]), best(others), phase in [A], threads in [1], value in [8]) > 1 | no other
          ratio( | database; end
          """)
  void aClaimThatTheExperimentCannotDecideIsRefusedBeforeItRuns(String holds, String named) {
    ExperimentDraft draft = grid();
    List<DatabaseChoice> more = new ArrayList<>(draft.get(Settings.DATABASES));
    more.add(new DatabaseChoice("pmemkv", Map.of("engine", "stree")));
    draft.set(Settings.DATABASES, more).set(Settings.CLAIMS, List.of(Grids.claim(holds)));

    assertThatThrownBy(() -> Claims.check(draft.finish()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("f:1:1: claim id: ")
        .hasMessageContainingAll(named.split("; "));
  }

  @Test
  void aBrokenClaimIsRefusedByTheJudgeToo() {
    assertThatThrownBy(() -> World.SMALL.judge("ratio("))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("f:1:1: claim id: ");
  }
}
