package org.pmemycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.analysis.Ratios;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.verdict.Answers;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;

class PairsTest {
  private static List<PhaseResult> runs(String database, RunnerKind runner, int count) {
    List<PhaseResult> all = new ArrayList<>();
    for (int repeat = 1; repeat <= count; repeat++) {
      all.add(Phases.valid(database, runner.id(), "A", 1, repeat, 1000 + repeat));
    }
    return all;
  }

  private static List<PhaseResult> twoStores(int runsOfNative) {
    List<PhaseResult> all = new ArrayList<>();
    for (String store : List.of("pmemkv", "lmdb")) {
      all.addAll(runs(store, RunnerKind.TRACE, 4));
      all.addAll(runs(store, RunnerKind.NATIVE, runsOfNative));
    }
    return all;
  }

  private static List<List<String>> listed(List<PhaseResult> phases, RunnerKind... asked) {
    Results results =
        Samples.with(
            Samples.results(phases, List.of()),
            new ExperimentDraft()
                .set(
                    Settings.DATABASES,
                    List.of(
                        new DatabaseChoice("pmemkv", Map.of()),
                        new DatabaseChoice("lmdb", Map.of())))
                .set(Settings.RUNNERS, List.of(asked))
                .finish(),
            Optional.empty());
    return Sections.of(Answers.of(results)).stream()
        .flatMap(section -> section.table().stream())
        .filter(table -> table.id().equals("pairs"))
        .findFirst()
        .map(
            table ->
                table.rows().stream()
                    .map(row -> row.fields().subList(3, 5).stream().map(Table.Field::text).toList())
                    .toList())
        .orElse(List.of());
  }

  @Test
  void aDatabaseWithARunWithoutOperationsIsInNoPair() {
    List<PhaseResult> all = runs("pmemkv", RunnerKind.TRACE, 4);
    runs("lmdb", RunnerKind.TRACE, 4)
        .forEach(run -> all.add(Changed.with(run, "measurement.work.good", 0L)));

    assertThat(listed(all, RunnerKind.TRACE)).isEmpty();
  }

  @Test
  void aCeilingThatNobodyAskedForIsInNoPair() {
    assertThat(listed(twoStores(4), RunnerKind.TRACE)).containsExactly(List.of("pmemkv", "lmdb"));
  }

  @Test
  void whereSeveralRunnersWereAskedForEachPairNamesItsRunner() {
    assertThat(listed(twoStores(4), RunnerKind.TRACE, RunnerKind.NATIVE))
        .containsExactlyInAnyOrder(
            List.of("pmemkv", "lmdb"), List.of("pmemkv native (ceiling)", "lmdb native (ceiling)"));
    List<PhaseResult> both = new ArrayList<>(runs("pmemkv", RunnerKind.TRACE, 4));
    both.addAll(runs("lmdb", RunnerKind.TRACE, 4));
    both.addAll(runs("pmemkv", RunnerKind.YCSB, 4));
    both.addAll(runs("lmdb", RunnerKind.YCSB, 4));
    assertThat(listed(both, RunnerKind.TRACE, RunnerKind.YCSB))
        .containsExactlyInAnyOrder(
            List.of("pmemkv, trace runner", "lmdb, trace runner"),
            List.of("pmemkv, ycsb runner", "lmdb, ycsb runner"));
  }

  @Test
  void aCellWithOneRunIsInNoPair() {
    assertThat(listed(twoStores(1), RunnerKind.TRACE, RunnerKind.NATIVE))
        .containsExactly(List.of("pmemkv", "lmdb"));
  }

  @Test
  void cellsWithoutACommonRoundAreNoPair() {
    List<PhaseResult> all = new ArrayList<>(runs("pmemkv", RunnerKind.TRACE, 2));
    all.add(Phases.valid("lmdb", "trace", "A", 1, 3, 1000));
    all.add(Phases.valid("lmdb", "trace", "A", 1, 4, 1000));

    assertThat(Ratios.pairs(Cells.of(all))).isEmpty();
  }
}
