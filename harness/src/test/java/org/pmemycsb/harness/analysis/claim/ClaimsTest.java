package org.pmemycsb.harness.analysis.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.Sizes;
import org.pmemycsb.harness.plan.settings.Dimension;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Phases;
import org.pmemycsb.harness.result.Unavailable;
import org.pmemycsb.harness.statistics.Sample;
import org.pmemycsb.spi.Durability;

class ClaimsTest {
  private final ExperimentDraft draft = new ExperimentDraft();
  private final List<Unavailable> unavailable = new ArrayList<>();

  @BeforeEach
  void threeDatabases() {
    draft.set(
        Settings.DATABASES,
        List.of(
            new DatabaseChoice("pmemkv", Map.of("engine", "cmap")),
            new DatabaseChoice("redis", Map.of()),
            new DatabaseChoice("postgres", Map.of())));
    draft.set(Settings.PHASES, List.of(Phase.LOAD, Phase.of("A"), Phase.of("C")));
    draft.set(Settings.THREADS, List.of(1, 16));
    draft.set(Settings.VALUE_SIZES, Sizes.alike(8, 512, 4096));
  }

  private void oneSize() {
    draft.set(Settings.THREADS, List.of(1)).set(Settings.VALUE_SIZES, Sizes.alike(8));
  }

  /** pmemkv 1200, redis 300, postgres 200; half of it for the load, threads and values ignored. */
  private static double[] steady(Conditions key) {
    double base =
        key.database().startsWith("pmemkv") ? 1200 : key.database().equals("redis") ? 300 : 200;
    double figure = key.phase().equals("load") ? base / 2 : base;
    return new double[] {figure, figure};
  }

  private ClaimResult judge(String holds, List<Cell> cells) {
    draft.set(Settings.CLAIMS, List.of(Grids.claim(holds)));
    return Grids.judge(draft.finish(), unavailable, cells).get(0);
  }

  private ClaimResult judge(String holds) {
    draft.set(Settings.CLAIMS, List.of());
    return judge(holds, Grids.cells(draft.finish(), ClaimsTest::steady));
  }

  /** Cells of pmemkv and redis with the throughputs of these rounds. */
  private ClaimResult judgeRounds(String holds, List<Sample> pmemkv, List<Sample> redis) {
    oneSize();
    draft.set(Settings.PHASES, List.of(Phase.LOAD, Phase.of("A")));
    List<Cell> cells =
        Grids.cells(draft.finish(), ClaimsTest::steady).stream()
            .map(
                cell ->
                    cell.key().database().startsWith("pmemkv")
                        ? Grids.with(pmemkv, cell)
                        : Grids.with(redis, cell))
            .toList();
    return judge(holds, cells);
  }

  private static List<Sample> rounds(int from, double... figures) {
    return IntStream.range(0, figures.length)
        .mapToObj(i -> new Sample(from + i, figures[i]))
        .toList();
  }

  @Test
  void aRatioOfCellsWithoutACommonRoundIsUndecided() {
    ClaimResult result =
        judgeRounds(
            "min(ratio(pmemkv, redis, each phase)) >= 3", rounds(1, 400, 404), rounds(3, 100, 101));

    assertThat(result.verdict()).isEqualTo(ClaimVerdict.UNDECIDED);
    assertThat(result.reason()).contains("no round");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "ratio(redis at place pmem, redis at place disk) | 10.0 times",
        // A database on one place needs no place.
        "ratio(pm-redis, redis at place disk) | 5.00 times",
        "min(ratio(redis at place pmem, redis, each place)) | 10.0 times",
        "max(ratio(pm-redis, redis, each place)) | 5.00 times",
        "ratio(pm-redis, redis) | `? has disk, pmem`",
        "ratio(redis at place tape, pm-redis) | `? place 'tape'; it has disk, pmem`",
      })
  void aDatabaseIsComparedWithItselfOnAnotherPlace(String holds, String outcome) {
    oneSize();
    draft.set(Settings.PHASES, List.of(Phase.LOAD));
    Settings.DATABASES.parse(List.of("redis@disk,redis@pmem,pm-redis@pmem"), draft);
    List<Cell> cells =
        Grids.cells(
            draft.finish(),
            key -> {
              double figure =
                  key.place().equals("disk") ? 1 : key.database().equals("redis") ? 10 : 5;
              return new double[] {figure, figure};
            });

    ClaimResult result = judge(holds + " > 1", cells);

    assertThat(result.measured().map(Measured::text).orElse("? " + result.reason()))
        .contains(outcome.replace("? ", ""));
  }

  @Test
  void aDatabaseIsComparedWithItselfWithItsLogOnAnotherPlace() {
    oneSize();
    draft.set(Settings.PHASES, List.of(Phase.LOAD));
    Settings.DATABASES.parse(List.of("redis@disk,redis@disk+log@pmem"), draft);
    List<Cell> cells =
        Grids.cells(
            draft.finish(),
            key -> {
              double figure = key.logPlace().isEmpty() ? 1 : 3;
              return new double[] {figure, figure};
            });

    assertThat(
            judge("ratio(redis at place \"disk+log@pmem\", redis at place disk) > 1", cells)
                .measured()
                .map(Measured::text))
        .hasValueSatisfying(text -> assertThat(text).contains("3.00 times"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // Against the best of the others, redis: 4 times; against the worst, postgres: 6 times.
        "ratio(pmemkv at phase C at threads 1 at value 8, best(others)) >= 4 | `? does not say`",
        "min(ratio(pmemkv, best(others), each phase, each threads, each value)) >= 4 | HOLDS 4.00"
            + " times",
        "min(ratio(pmemkv, best(others), each phase, each threads, each value)) > 4  | FAILS 4.00"
            + " times",
        "max(ratio(pmemkv, worst(others), each phase, each threads, each value)) <= 6 | HOLDS 6.00"
            + " times",
        "max(ratio(pmemkv, worst(others), each phase, each threads, each value)) < 6 | FAILS 6.00"
            + " times",
        "max(ratio(best([redis, postgres]), pmemkv, each phase, threads in [1], value in [8])) <="
            + " 0.25 | HOLDS 0.250 times",
        "max(ratio(worst([redis, postgres]), redis, each phase, threads in [1], value in [8])) <"
            + " 0.7 | HOLDS 0.667 times",
        "all(ratio(pmemkv at phase C, pmemkv, phase in [load, A], threads in [16], value in [8]))"
            + " between 1 and 2 | HOLDS 1.000 to 2.00 times",
        "all(ratio(pmemkv at phase C, pmemkv, phase in [load, A], threads in [16], value in [8]))"
            + " between 1.1 and 2 | FAILS 1.000 to 2.00 times",
        "all(ratio(pmemkv at phase C, pmemkv, phase in [load, A], threads in [16], value in [8]))"
            + " between 1 and 1.9 | FAILS 1.000 to 2.00 times",
        "median(ratio(pmemkv at phase C, pmemkv, phase in [load, A, C], threads from 2 to 99, value"
            + " from 8 to 8)) about 1.5 within 1 % | HOLDS 1.500 times",
        "faster(redis at phase A at threads 1 at value 8, postgres at phase C at threads 16 at"
            + " value 4KiB) about 51 % within 1 points | HOLDS 50.0 %",
        "faster(postgres at phase A at threads 1 at value 8, redis at phase A at threads 1 at value"
            + " 8) <= -33.3 % | HOLDS -33.3 %",
        "min(throughput(redis at threads 1 at value 8, each phase)) >= 150 | HOLDS 150",
        "max(throughput(best([redis, postgres]) at threads 1 at value 8, each phase)) > 300 | FAILS"
            + " 300",
        "min(ratio(database at phase C, database at phase load, each database, threads in [1],"
            + " value in [8])) >= 2 | HOLDS 2.00 times",
      })
  void figuresAreThoseOfAPencil(String holds, String outcome) {
    ClaimResult result = judge(holds);

    if (outcome.startsWith("?")) {
      assertThat(result.verdict()).isEqualTo(ClaimVerdict.UNDECIDED);
      assertThat(result.reason()).contains(outcome.substring(2));
      return;
    }
    String[] parts = outcome.split(" ", 2);
    assertThat(result.verdict()).isEqualTo(ClaimVerdict.valueOf(parts[0]));
    assertThat(result.measured().orElseThrow().text()).startsWith(parts[1] + " ");
    assertThat(result.reason().startsWith("fails at: ")).isEqualTo(parts[0].equals("FAILS"));
    assertThat(result.reason().isEmpty()).isNotEqualTo(parts[0].equals("FAILS"));
  }

  /** pmemkv is ahead, except at one point; redis is ahead of postgres, except at another. */
  private static double[] uneven(Conditions key) {
    boolean slow = key.phase().equals("A") && key.threads() == 16 && key.valueSizeBytes() == 512;
    boolean reversed = key.phase().equals("C") && key.threads() == 1 && key.valueSizeBytes() == 8;
    double[] figures = steady(key);
    double factor =
        slow && key.database().startsWith("pmemkv")
            ? 0.1
            : reversed && key.database().equals("postgres") ? 3 : 1;
    return new double[] {factor * figures[0], factor * figures[1]};
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "min(ratio(pmemkv, best(others), each phase, each threads, each value)) >= 4 |"
            + " pmemkv{engine=cmap}, phase A, 16 threads, 512 B; redis, phase A, 16 threads, 512 B",
        "max(ratio(postgres, redis, each phase, each threads, each value)) < 1 |"
            + " postgres, phase C, 1 thread, 8 B values; redis, phase C, 1 thread, 8 B values",
        "all(ratio(postgres, redis, each phase, each threads, each value)) < 1 |"
            + " postgres, phase C, 1 thread, 8 B values; redis, phase C, 1 thread, 8 B values",
        "all(ratio(pmemkv, redis, each phase, each threads, each value)) > 1 |"
            + " pmemkv{engine=cmap}, phase A, 16 threads, 512 B; redis, phase A, 16 threads, 512 B",
        "max(throughput(best([redis, postgres]), phase in [C], each threads, each value)) < 600 |"
            + " postgres, phase C, 1 thread, 8 B values",
        "median(throughput(redis, phase in [load, A], threads in [1], value in [8])) > 900 |"
            + " redis, phase load, 1 thread, 8 B values; redis, phase A, 1 thread, 8 B values",
      })
  void aClaimThatFailsNamesThePointThatDecided(String holds, String points) {
    draft.set(Settings.CLAIMS, List.of());
    ClaimResult result = judge(holds, Grids.cells(draft.finish(), ClaimsTest::uneven));

    assertThat(result.verdict()).isEqualTo(ClaimVerdict.FAILS);
    assertThat(result.reason().split("phase ")).hasSize(1 + points.split("; ").length);
    assertThat(result.reason()).contains(points.split("; "));
  }

  /**
   * Logarithms 1, 2, 3 against 0, 1, 2: Welch has 4 degrees of freedom, and Student's t is 2.7764.
   */
  private static double[] scattered(Conditions key) {
    return key.database().equals("redis")
        ? new double[] {Math.exp(0.5), Math.E, 1}
        : new double[] {Math.E, Math.exp(1.5), Math.exp(2)};
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        ">= 0.31                | HOLDS",
        ">= 0.32                | UNDECIDED",
        ">= 23.3                | UNDECIDED",
        ">= 23.4                | FAILS",
        "<= 23.4                | HOLDS",
        "<= 23.3                | UNDECIDED",
        "<= 0.32                | UNDECIDED",
        "<= 0.31                | FAILS",
        "between 0.31 and 23.4  | HOLDS",
        "between 0.31 and 23.3  | UNDECIDED",
        "between 1 and 2        | UNDECIDED",
        "between 23.4 and 99    | FAILS",
        "between 0 and 0.31     | FAILS",
      })
  void theVerdictIsThatOfTheWholeInterval(String comparison, ClaimVerdict verdict) {
    oneSize();
    List<Cell> cells = Grids.cells(draft.finish(), ClaimsTest::scattered);

    ClaimResult result = judge("ratio(pmemkv at phase A, redis at phase A) " + comparison, cells);

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
        .matches(
            switch (verdict) {
              case HOLDS -> "";
              case UNDECIDED -> ".*few runs.*";
              case FAILS ->
                  ".* pmemkv.*, phase A, 1 thread, 8 B .* redis, phase A, 1 thread, 8 B .*";
            });
  }

  /** The upper end of the smallest of three has a third of the tail: t is 7.65 at 0.0083. */
  @Test
  void theSmallestOfSeveralHasAWiderUpperEnd() {
    oneSize();
    List<Cell> cells = Grids.cells(draft.finish(), ClaimsTest::scattered);

    Measured smallest =
        judge("min(ratio(pmemkv, redis, each phase)) > 1", cells).measured().orElseThrow();
    Measured largest =
        judge("max(ratio(pmemkv, redis, each phase)) > 1", cells).measured().orElseThrow();
    Measured middle =
        judge("median(ratio(pmemkv, redis, each phase)) > 1", cells).measured().orElseThrow();
    Measured all =
        judge("all(ratio(pmemkv, redis, each phase)) > 1", cells).measured().orElseThrow();

    double wide = Math.exp(1 + 7.648841 * 0.5);
    double narrow = Math.exp(1 + 4.302653 * 0.5);
    assertThat(smallest.high().orElseThrow()).isCloseTo(wide, within(0.01));
    assertThat(smallest.low().orElseThrow()).isCloseTo(Math.E * Math.E / narrow, within(0.001));
    assertThat(largest.high().orElseThrow()).isCloseTo(narrow, within(0.001));
    assertThat(largest.low().orElseThrow()).isCloseTo(Math.E * Math.E / wide, within(0.001));
    assertThat(middle.high().orElseThrow()).isCloseTo(wide, within(0.01));
    assertThat(middle.low().orElseThrow()).isCloseTo(Math.E * Math.E / wide, within(0.001));
    assertThat(all.low().orElseThrow()).isEqualTo(smallest.low().orElseThrow());
    assertThat(all.high().orElseThrow()).isEqualTo(largest.high().orElseThrow());
    assertThat(all.figures()).isEqualTo(3);
  }

  @Test
  void aCellThatIsInvalidOrMissingLeavesTheClaimUndecided() {
    List<Cell> cells = new ArrayList<>(Grids.cells(draft.finish(), ClaimsTest::steady));
    Cell bad = cells.get(0);
    cells.set(0, Grids.cell(bad.key(), false, 1, 2));
    cells.removeIf(
        cell ->
            cell.key().database().equals("redis")
                && cell.key().phase().equals("load")
                && cell.key().threads() == 16
                && cell.key().valueSizeBytes() == 512);

    ClaimResult result =
        judge("min(ratio(pmemkv, redis, phase in [load], each threads, each value)) > 1", cells);

    assertThat(result.verdict()).isEqualTo(ClaimVerdict.UNDECIDED);
    assertThat(result.measured()).isEmpty();
    assertThat(result.reason())
        .contains(
            "INVALID: pmemkv{engine=cmap}, phase load, 1 thread, 8 B values, ",
            "; not measured: redis, phase load, 16 threads, 512 B values, ");
    assertThat(judge("ratio(pmemkv, redis, phase in [C], threads in [1], value in [8]) > 1", cells))
        .extracting(ClaimResult::verdict)
        .isEqualTo(ClaimVerdict.HOLDS);
  }

  @Test
  void manyMissingCellsAreCounted() {
    assertThat(judge("max(throughput(redis, each phase, each threads, each value)) > 1", List.of()))
        .extracting(ClaimResult::reason)
        .asString()
        .endsWith("; and 15 more");
  }

  @Test
  void aCellWithoutThroughputHasNoRatio() {
    oneSize();
    List<Cell> cells = Grids.cells(draft.finish(), key -> new double[] {0, 5});

    assertThat(judge("ratio(pmemkv at phase A, redis at phase A) > 1", cells).reason())
        .startsWith("INVALID: pmemkv");
  }

  @Test
  void oneRunGivesAFigureAndNoVerdict() {
    oneSize();
    List<Cell> cells = Grids.cells(draft.finish(), key -> new double[] {steady(key)[0]});

    ClaimResult result = judge("ratio(pmemkv at phase A, redis at phase A) > 1", cells);

    assertThat(result.verdict()).isEqualTo(ClaimVerdict.UNDECIDED);
    assertThat(result.measured().orElseThrow().text()).startsWith("4.00 times (one run");
    assertThat(result.measured().orElseThrow().low()).isEmpty();
    assertThat(result.reason()).contains("one run");
  }

  @Test
  void whatCannotRunIsNoOther() {
    unavailable.add(new Unavailable("redis", "no server", Optional.empty()));

    ClaimResult open =
        judge("min(ratio(pmemkv, best(others), each phase, each threads, each value)) >= 6");
    ClaimResult each =
        judge(
            "min(ratio(database, database at phase load, each database, phase in [C], each threads,"
                + " each value)) >= 2");
    ClaimResult named =
        judge("min(ratio(pmemkv, redis, each phase, each threads, each value)) >= 4");

    assertThat(open.verdict()).isEqualTo(ClaimVerdict.HOLDS);
    assertThat(open.reason()).contains("redis").doesNotContain("pmemkv", "postgres");
    assertThat(each.verdict()).isEqualTo(ClaimVerdict.HOLDS);
    assertThat(each.reason()).isEqualTo(open.reason());
    assertThat(each.measured().orElseThrow().figures()).isEqualTo(12);
    assertThat(named.verdict()).isEqualTo(ClaimVerdict.UNDECIDED);
    assertThat(named.reason()).startsWith("redis ");
  }

  @Test
  void otherDurabilitiesAreSaid() {
    oneSize();
    draft.set(Settings.DURABILITIES, List.of(Durability.PERIODIC, Durability.COMMIT));

    assertThat(
            judge(
                "ratio(pmemkv at durability commit at phase A,"
                    + " redis at durability periodic at phase A) >= 4"))
        .satisfies(
            result -> {
              assertThat(result.verdict()).isEqualTo(ClaimVerdict.HOLDS);
              assertThat(result.reason()).contains("durability commit", "periodic");
            });
    assertThat(judge("min(ratio(pmemkv, redis, each durability, each phase)) >= 4").reason())
        .isEmpty();
  }

  @Test
  void theCeilingCanBeNamed() {
    oneSize();
    List<Cell> cells = new ArrayList<>(Grids.cells(draft.finish(), ClaimsTest::steady));
    cells.add(
        Grids.cell(
            Phases.conditions("pmemkv{engine=cmap}", "C", 1, 8, "commit", "tmpfs", "native"),
            true,
            1500,
            1500));

    ClaimResult result =
        judge("ratio(pmemkv at phase C, pmemkv at phase C at runner native) >= 0.8", cells);

    assertThat(result.verdict()).isEqualTo(ClaimVerdict.HOLDS);
    assertThat(result.measured().orElseThrow().text()).startsWith("0.800 times");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "ratio(oracle, redis) > 1 | database 'oracle';"
            + " pmemkv{engine=cmap}, redis, postgres, pmemkv{engine=stree}",
        "ratio(pmemkv, redis) > 1 | \"pmemkv{engine=cmap}\", \"pmemkv{engine=stree}\"",
        "ratio(redis at phase E, postgres) > 1 | phase 'E'; load, A, C",
        "min(ratio(redis, postgres, phase in [A, F])) > 1 | phase 'F'; load, A, C",
        "ratio(redis at phase A at threads 2, postgres) > 1 | threads '2'; 1, 16",
        "ratio(redis at phase A at threads many, postgres) > 1 | threads: 'many'",
        "ratio(redis at phase A at threads 1 at value 1XB, postgres) > 1 | value: '1XB'; KiB",
        "ratio(redis at phase A at threads 1 at value 1KiB, postgres) > 1 | value '1KiB';"
            + " 8 B, 512 B, 4 KiB",
        "ratio(redis at phase A at threads 1 at value 8 at durability none, postgres) > 1 |"
            + " durability 'none'; has commit",
        "ratio(redis at phase A at threads 1 at value 8 at runner ycsb, postgres) > 1 |"
            + " runner 'ycsb'; has trace",
        "ratio(redis, postgres) > 1 | load, A, C; 'at phase ...'; 'each phase'",
        "ratio(redis, postgres, each phase, each threads, each value) > 1 | 18 figures;"
            + " 'min'; all(ratio(...))",
        "min(ratio(redis, postgres, each phase, phase in [A])) > 1 | phase; twice",
        "min(ratio(redis at phase A, postgres at phase C, each phase)) > 1 | each; 'at phase'",
        "min(ratio(redis, postgres, each database)) > 1 | no side; 'database'",
        "min(ratio(database at phase A, postgres at phase A, each threads, each value)) > 1 |"
            + " 'each database'",
        "min(ratio(redis, redis, each phase, each threads, each value)) > 1 | itself",
        "min(ratio(redis, postgres, each phase, each threads, value from 600 to 700)) > 1 |"
            + " range; value 8 B, 512 B, 4 KiB",
        "ratio(best(others), best(others), each phase) > 1 | 'others'",
        "throughput(best(others), each phase) > 1 | 'others'",
        "max(ratio(best([redis, postgres, \"pmemkv{engine=cmap}\", \"pmemkv{engine=stree}\"]),"
            + " best(others), each phase)) > 1 | no other",
      })
  void whatTheExperimentDoesNotHaveIsRefusedBeforeItRuns(String holds, String named) {
    List<DatabaseChoice> more = new ArrayList<>(draft.get(Settings.DATABASES));
    more.add(new DatabaseChoice("pmemkv", Map.of("engine", "stree")));
    draft.set(Settings.DATABASES, more);
    if (holds.contains("others")) {
      oneSize();
    }
    draft.set(Settings.CLAIMS, List.of(Grids.claim(holds)));

    assertThatThrownBy(() -> Claims.check(draft.finish()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("f:1:1: claim id: ")
        .hasMessageContainingAll(named.split("; "));
  }

  @Test
  void anExperimentMadeSmallerLeavesItsClaimsUndecided() {
    draft.set(
        Settings.CLAIMS,
        List.of(
            Grids.claim(
                "ratio(pmemkv at threads 16, redis at threads 16, phase in [C], value in [8]) >"
                    + " 1")));
    Experiment whole = draft.finish();
    draft.set(Settings.THREADS, List.of(1));
    Experiment smaller = draft.finish();

    Claims.check(whole);
    ClaimResult result =
        Grids.judge(smaller, List.of(), Grids.cells(smaller, ClaimsTest::steady)).get(0);

    assertThat(result.verdict()).isEqualTo(ClaimVerdict.UNDECIDED);
    assertThat(result.reason()).contains("threads '16'", "has 1");
  }

  @Test
  void aBrokenClaimIsRefusedByTheJudgeToo() {
    assertThatThrownBy(() -> judge("ratio(", List.of()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("f:1:1: claim id: ")
        .hasMessageContainingAll("database", "end");
  }

  /** Cells that redis has under another condition. */
  private List<Cell> cellsOfRedis(Dimension dimension, String value) {
    oneSize();
    return Grids.cells(draft.finish(), ClaimsTest::steady).stream()
        .map(
            cell ->
                cell.key().database().equals("redis")
                    ? Grids.cell(cell.key().with(dimension, value), true, steady(cell.key()))
                    : cell)
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "DATABASE, redis (Valkey), redis (Valkey) ",
    "DURABILITY, unknown, claimedDurability",
  })
  void aCellOfAnotherProductOrOfUnknownDurabilityDecidesNothing(
      Dimension dimension, String value, String key) {
    ClaimResult result =
        judge("ratio(pmemkv, redis, phase in [A]) >= 4", cellsOfRedis(dimension, value));

    assertThat(result.verdict()).isEqualTo(ClaimVerdict.UNDECIDED);
    assertThat(result.reason()).contains("redis", key);
  }

  @Test
  void aDurabilityThatIsOnlyClaimedServesAClaimAndIsNamed() {
    ClaimResult result =
        judge(
            "ratio(pmemkv, redis at durability commit, phase in [A]) >= 4",
            cellsOfRedis(Dimension.DURABILITY, "commit (claimed)"));

    assertThat(result.verdict()).isEqualTo(ClaimVerdict.HOLDS);
    assertThat(result.reason()).contains("durability of redis", "claimed");
  }
}
