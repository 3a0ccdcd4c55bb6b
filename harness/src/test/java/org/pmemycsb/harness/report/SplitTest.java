package org.pmemycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.analysis.Split;
import org.pmemycsb.harness.plan.design.Purpose;
import org.pmemycsb.harness.plan.settings.Dimension;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.tables.AsideTables;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;

class SplitTest {
  private static PhaseResult whole(int repeat, double throughput) {
    PhaseResult phase = Phases.valid("pmemkv", "trace", "load", 1, repeat, throughput);
    return with(phase, "run/" + repeat, phase.conditions(), null);
  }

  private static PhaseResult without(Purpose aside, int repeat, double throughput) {
    PhaseResult phase = Phases.valid("pmemkv", "trace", "load", 1, repeat, throughput);
    Conditions key = phase.conditions();
    return with(
        phase,
        "run/" + aside.id() + "/" + repeat,
        key.with(key.label(), aside.id()).with(Dimension.DURABILITY, "none"),
        aside.id());
  }

  private static PhaseResult with(PhaseResult of, String run, Conditions key, String aside) {
    return Changed.with(
        Changed.with(Changed.with(Phases.as(run, of), "conditions", key), "origin.purpose", aside),
        "origin.beside",
        aside == null ? null : "run/" + of.origin().invocation());
  }

  private final List<PhaseResult> phases = new ArrayList<>();
  private final List<PhaseResult> asides = new ArrayList<>();

  private Results results() {
    return Changed.with(
        Samples.results("pmemkv", Samples.environment(), phases, List.of()),
        "journal",
        Samples.journal(phases, asides));
  }

  private String document() {
    return Samples.document(results(), "split-section");
  }

  private void run(int repeats) {
    for (int repeat = 1; repeat <= repeats; repeat++) {
      double scatter = 1 + repeat / 1000.0;
      phases.add(whole(repeat, 600 * scatter));
      asides.add(without(Purpose.NO_FLUSHES, repeat, 1000 * scatter));
      asides.add(without(Purpose.NO_FENCES, repeat, 625 * scatter));
      asides.add(without(Purpose.NEITHER, repeat, 1200 * scatter));
    }
  }

  @Test
  void sharesAreOfTheTimeOfAnOperation() {
    run(4);

    assertThat(document())
        .containsPattern(
            "\\| pmemkv \\| 1 \\| 1 KiB \\| load \\| 60\\d \\| 1,00\\d \\| 62\\d \\| 1,20\\d \\|"
                + " 40 % \\[40 to 40] \\| 4 % \\[4 to 4] \\| 50 % \\[50 to 50] \\|");
  }

  @Test
  void oneRunHasNoInterval() {
    run(1);

    assertThat(document()).contains("| 40 % | 4 % | 50 % |");
  }

  @Test
  void anInvalidPartHasNoShare() {
    run(4);
    PhaseResult bad = Phases.invalid("pmemkv", "trace", "load", 1, 1, "lost");
    PhaseResult instead = asides.remove(0);
    asides.add(
        with(
            Phases.with(bad.measurement(), instead),
            instead.run(),
            instead.conditions(),
            instead.origin().purpose()));

    assertThat(document()).contains("INVALID").contains("| | 4 % [4 to 4]");
  }

  @Test
  void itIsInNoOtherTable() {
    run(4);
    Results split = results();
    asides.clear();

    assertThat(split.cells()).isEqualTo(results().cells()).hasSize(1);
    assertThat(AsideTables.split(results(), Names.of(split.cells())).any()).isFalse();
  }

  @Test
  void claimsNameItByTheRunner() {
    run(4);
    Results split = results();
    List<Cell> cells = Split.with(phases, asides, split.cells());

    assertThat(cells.stream().map(cell -> cell.key().runner()))
        .containsExactlyInAnyOrder("trace", "no-flushes", "no-fences", "neither");
    assertThat(cells).allMatch(cell -> cell.key().durability().equals("commit"));
  }
}
