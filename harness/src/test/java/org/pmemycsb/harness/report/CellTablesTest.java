package org.pmemycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.analysis.Ratios;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.analysis.claim.ClaimResult;
import org.pmemycsb.harness.analysis.claim.ClaimResult.Measured;
import org.pmemycsb.harness.analysis.claim.ClaimVerdict;
import org.pmemycsb.harness.host.ProcessUsage;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.report.format.Format;
import org.pmemycsb.harness.report.format.PlainText;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.tables.CellTables;
import org.pmemycsb.harness.report.tables.ClaimTables;
import org.pmemycsb.harness.report.tables.Throughput;
import org.pmemycsb.harness.report.verdict.Answers;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.FileColumn;
import org.pmemycsb.harness.result.FileColumns;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;
import org.pmemycsb.harness.result.Usage;

/** Targets, bounds, costs, pairs and claims in tables and files. */
class CellTablesTest {
  private static final ProcessUsage SERVER =
      new ProcessUsage(500, 500, 1000, 500, 4096, 8192, 3 << 20);
  private static final PhaseResult FIRST =
      Phases.using(
          new Usage(900, new ProcessUsage(10, 0, 900, 0, 0, 0, 1 << 20), SERVER, null),
          Phases.valid("redis", "trace", "A", 1, 1, 1000));
  private static final PhaseResult SECOND =
      Phases.using(
          new Usage(100, new ProcessUsage(30, 10, 100, 0, 0, 0, 2 << 20), SERVER, null),
          Phases.valid("redis", "trace", "A", 1, 2, 1000));
  private static final PhaseResult EMBEDDED =
      Phases.using(
          new Usage(100, SERVER, null, null), Phases.valid("lmdb", "trace", "A", 1, 1, 1000));

  private static Table all(PhaseResult... phases) {
    Results results = Samples.results(List.of(phases));
    return new CellTables(Names.of(results.cells())).all(results);
  }

  private static List<String> heads(PhaseResult... phases) {
    return all(phases).columns().stream().map(Table.Column::text).toList();
  }

  private static String costs(PhaseResult... phases) throws Exception {
    Map<String, String> row = Rows.of(Csv.summary(Cells.of(List.of(phases)))).get(0);
    return FileColumns.shown().stream()
        .map(FileColumn::name)
        .filter(name -> name.matches("(client|server)_.*"))
        .map(row::get)
        .collect(Collectors.joining(","));
  }

  @Test
  void totalsOfAllRunsAreDividedByTheirOperations() throws Exception {
    assertThat(costs(FIRST, SECOND))
        .isEqualTo(
            "50.000,10.000,1.000,0.000,0.000,0.000,2.000,"
                + "2000.000,1000.000,2.000,1.000,8.192,16.384,3.000");
    assertThat(heads(FIRST, SECOND)).contains("client CPU, us", "server memory, MiB");
  }

  @Test
  void aStoreWithoutServerHasNoFiguresOfOne() throws Exception {
    assertThat(costs(EMBEDDED)).endsWith(",3.000,,,,,,,");
    assertThat(heads(EMBEDDED)).contains("client CPU, us").doesNotContain("server CPU, us");
  }

  @Test
  void anInvalidCellHasNoFigures() throws Exception {
    PhaseResult failed = Phases.invalid("redis", "trace", "A", 1, 2, "2 failed");

    assertThat(costs(FIRST, failed)).isEqualTo(",".repeat(13));
    assertThat(heads(FIRST, failed)).doesNotContain("client CPU, us");
  }

  @Test
  void aTargetThatADatabaseDidNotCarryIsSaid() {
    PhaseResult carried = Phases.paced(Phases.valid("pmemkv", "C", 1, 1, 1000), 1);
    PhaseResult missed = Phases.paced(Phases.valid("redis", "C", 1, 1, 800), 0.8);
    List<Cell> cells = Cells.of(List.of(carried, missed));

    assertThat(PlainText.of(Throughput.table(cells, List.of(), Set.of())))
        .contains("800 UNSUSTAINED")
        .doesNotContain("1,000 UNSUSTAINED");
    assertThat(PlainText.of(all(carried, missed))).contains("800 UNSUSTAINED");
  }

  @Test
  void aCeilingThatBoundsNothingIsNotShownAndTheReasonIs() {
    assertThat(Samples.terminal(ceiling(1), true)).contains("500,000").doesNotContain("0.25 s");
    assertThat(Samples.terminal(ceiling(0.1), true).replaceAll("\\s+", " "))
        .contains("pmemkv C: ", "0.25 s")
        .doesNotContain("500,000");
    assertThat(Samples.text(Format.PAPER, ceiling(1))).contains("native (ceiling)");
    assertThat(Samples.text(Format.PAPER, ceiling(0.1)))
        .contains("pmemkv")
        .doesNotContain("native (ceiling)");
  }

  private static Results ceiling(double seconds) {
    List<PhaseResult> phases =
        List.of(
            Phases.lasting(1, Phases.valid("pmemkv", "trace", "C", 1, 1, 400e3)),
            Phases.lasting(seconds, Phases.valid("pmemkv", "native", "C", 1, 1, 500e3)));
    return Samples.results("pmemkv", Samples.environment(), phases, phases);
  }

  private static List<PhaseResult> runs(RunnerKind runner, int count) {
    return Stream.of("pmemkv", "lmdb")
        .flatMap(
            store ->
                IntStream.rangeClosed(1, count)
                    .mapToObj(i -> Phases.valid(store, runner.id(), "A", 1, i, 1000 + i)))
        .toList();
  }

  /** The names in the table of pairs. */
  private static List<List<String>> pairs(
      List<PhaseResult> some, List<PhaseResult> others, RunnerKind... asked) {
    ExperimentDraft draft =
        new ExperimentDraft()
            .set(
                Settings.DATABASES,
                List.of(
                    new DatabaseChoice("pmemkv", Map.of()), new DatabaseChoice("lmdb", Map.of())))
            .set(Settings.RUNNERS, List.of(asked));
    Results results = Samples.results(Stream.concat(some.stream(), others.stream()).toList());
    return Sections.of(Answers.of(Samples.with(results, draft.finish(), Optional.empty()))).stream()
        .flatMap(section -> section.table().stream())
        .filter(table -> table.id().equals("pairs"))
        .flatMap(table -> table.rows().stream())
        .map(row -> row.fields().subList(3, 5).stream().map(Table.Field::text).toList())
        .toList();
  }

  @Test
  void aDatabaseWithARunWithoutOperationsIsInNoPair() {
    List<PhaseResult> all = new ArrayList<>(runs(RunnerKind.TRACE, 4));
    all.replaceAll(
        run ->
            run.database().equals("lmdb") ? Changed.with(run, "measurement.work.good", 0L) : run);

    assertThat(pairs(all, List.of(), RunnerKind.TRACE)).isEmpty();
  }

  @Test
  void aCeilingThatNobodyAskedForOrThatHasOneRunIsInNoPair() {
    List<PhaseResult> trace = runs(RunnerKind.TRACE, 4);

    assertThat(pairs(trace, runs(RunnerKind.NATIVE, 4), RunnerKind.TRACE))
        .containsExactly(List.of("pmemkv", "lmdb"));
    assertThat(pairs(trace, runs(RunnerKind.NATIVE, 1), RunnerKind.TRACE, RunnerKind.NATIVE))
        .containsExactly(List.of("pmemkv", "lmdb"));
  }

  @Test
  void whereSeveralRunnersWereAskedForEachPairNamesItsRunner() {
    List<PhaseResult> trace = runs(RunnerKind.TRACE, 4);

    assertThat(pairs(trace, runs(RunnerKind.NATIVE, 4), RunnerKind.TRACE, RunnerKind.NATIVE))
        .containsExactlyInAnyOrder(
            List.of("pmemkv", "lmdb"), List.of("pmemkv native (ceiling)", "lmdb native (ceiling)"));
    assertThat(pairs(trace, runs(RunnerKind.YCSB, 4), RunnerKind.TRACE, RunnerKind.YCSB))
        .containsExactlyInAnyOrder(
            List.of("pmemkv, trace runner", "lmdb, trace runner"),
            List.of("pmemkv, ycsb runner", "lmdb, ycsb runner"));
  }

  @Test
  void cellsWithoutACommonRoundAreNoPair() {
    assertThat(
            Ratios.pairs(
                Cells.of(
                    List.of(
                        Phases.valid("pmemkv", "trace", "A", 1, 1, 1000),
                        Phases.valid("pmemkv", "trace", "A", 1, 2, 1000),
                        Phases.valid("lmdb", "trace", "A", 1, 3, 1000),
                        Phases.valid("lmdb", "trace", "A", 1, 4, 1000)))))
        .isEmpty();
  }

  private static ClaimResult claim(String published, double figure, int figures) {
    OptionalDouble none = OptionalDouble.empty();
    Measured measured = new Measured("text", figure, figure, none, none, figures);
    return new ClaimResult(
        "id", "says", "holds", published, "", ClaimVerdict.HOLDS, Optional.of(measured), "");
  }

  @Test
  void figuresAboveAndBelowAPublishedNumberAreEquallyFar() {
    List<ClaimResult> claims =
        List.of(claim("0.5", 0.55, 1), claim("0.40", 0.2, 1), claim("2", 2.4, 1));

    assertThat(ClaimTables.distance(claims)).matches(".* 3 .* 1\\.20,.* 2\\.00\\.");
    assertThat(ClaimTables.lines(claims))
        .anyMatch(line -> line.endsWith(": 1.10"))
        .endsWith(ClaimTables.distance(claims));
  }

  @Test
  void wordsAndSetsOfFiguresAreNotCompared() {
    assertThat(
            ClaimTables.distance(
                List.of(claim("4 times", 4, 1), claim("0.5", 0.5, 3), claim("0.5", 0.5, 1))))
        .isEmpty();
  }
}
