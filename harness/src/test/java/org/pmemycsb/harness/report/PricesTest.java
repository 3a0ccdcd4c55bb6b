package org.pmemycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.analysis.OccupiedSpace;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.settings.Dimension;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.Experiments;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.report.format.Format;
import org.pmemycsb.harness.report.notes.Facts;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Occupied;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;
import org.pmemycsb.harness.result.SeenPlacement;
import org.pmemycsb.spi.Medium;

/** Of 1 MiB of records: 1,024 with keys of 32 bytes and values of 1 KiB have 33 KiB more. */
class PricesTest {
  private static final long MIB = 1 << 20;

  private static Experiment experiment(String... prices) {
    return draft(prices).finish();
  }

  private static ExperimentDraft draft(String... prices) {
    ExperimentDraft draft =
        new ExperimentDraft()
            .set(Settings.TITLE, "Prices")
            .set(Settings.RECORDS, 1024L)
            .set(Settings.DATABASES, List.of(new DatabaseChoice("redis", Map.of())));
    return prices.length == 0
        ? draft
        : draft.set(Settings.PRICES, Settings.PRICES.parse(List.of(prices)));
  }

  private static List<PhaseResult> run(
      String database, String place, int repeat, Long occupied, double throughput) {
    String medium = place.equals("disk") ? "disk" : "tmpfs";
    return List.of(
        Phases.with(
            occupied,
            null,
            Phases.at(
                place, medium, Phases.valid(database, "trace", "load", 1, repeat, throughput))),
        Phases.at(place, medium, Phases.valid(database, "trace", "A", 1, repeat, 2 * throughput)));
  }

  private static Results results(Experiment experiment, List<PhaseResult> phases) {
    Results plain =
        Samples.results("redis", Samples.places(Medium.TMPFS, Map.of()), phases, List.of());
    return Changed.with(
        Changed.with(plain, "experiment", experiment),
        "cells",
        OccupiedSpace.of(experiment, phases, Cells.of(phases)));
  }

  private static List<PhaseResult> phases() {
    List<PhaseResult> all = new ArrayList<>();
    for (int repeat = 1; repeat <= 3; repeat++) {
      all.addAll(run("redis", "disk", repeat, 2 * MIB + repeat * 1024, 1_000));
      all.addAll(run("redis", "pmem", repeat, 2 * MIB, 10_000 + repeat));
      all.addAll(run("pm-redis", "pmem", repeat, 8 * MIB, 16_000));
      all.addAll(run("volatile", "pmem", repeat, 4096L, 20_000));
      all.addAll(run("elsewhere", "free", repeat, 2 * MIB, 30_000));
    }
    all.add(
        Phases.at(
            "disk", "disk", Phases.invalid("redis", "trace", "C", 1, 1, "2 operations failed")));
    return all;
  }

  @Test
  void aCellCostsThePriceOfTheSpaceThatItsLoadTook() throws IOException {
    List<Cell> cells = results(experiment("pmem=9.21 EUR/GiB"), phases()).cells();
    Cell cell =
        cells.stream()
            .filter(each -> each.key().database().equals("redis"))
            .filter(each -> each.key().place().equals("pmem") && each.key().phase().equals("A"))
            .findFirst()
            .orElseThrow();

    assertThat(cell.occupied())
        .contains(new Occupied(2 * MIB, 1024, OptionalDouble.of(9.21 * 2 / 1024)));
    assertThat(summary(cell)).containsExactly("2048.000", "1112057.325");
  }

  @Test
  void aCellAfterAFillCostsTheSpaceOfTheFill() {
    Phase fill = Experiments.phase("{name: fill, fill: random, keyLength: 1KiB}");
    Phase gaps = Experiments.phase("{name: gaps, fill: repeating}");
    List<PhaseResult> all = new ArrayList<>(run("redis", "pmem", 1, 4 * MIB, 1_000));
    List<PhaseResult> later = run("redis", "pmem", 1, 2 * MIB, 1_000);
    all.add(Phases.under(Dimension.PHASE, "fill", later.get(0)));
    all.add(Phases.under(Dimension.PHASE, "C", later.get(1)));
    all.add(
        Changed.with(
            Phases.under(Dimension.PHASE, "gaps", later.get(0)), "state.recordCount", 512L));

    Experiment experiment =
        draft("pmem=1 EUR/GiB")
            .set(Settings.PHASES, List.of(Phase.LOAD, Phase.of("A"), fill, Phase.of("C"), gaps))
            .finish();
    Results results = results(experiment, all);
    assertThat(results.cells())
        .extracting(cell -> cell.key().phase(), cell -> cell.occupied().orElseThrow())
        .containsExactlyInAnyOrder(
            tuple("load", new Occupied(4 * MIB, 1024, OptionalDouble.of(4.0 / 1024))),
            tuple("A", new Occupied(4 * MIB, 1024, OptionalDouble.of(4.0 / 1024))),
            tuple("fill", new Occupied(2 * MIB, 1024, OptionalDouble.of(2.0 / 1024))),
            tuple("C", new Occupied(2 * MIB, 1024, OptionalDouble.of(2.0 / 1024))),
            tuple("gaps", new Occupied(2 * MIB, 512, OptionalDouble.of(2.0 / 1024))));
  }

  @Test
  void aLogOnAPlaceOfItsOwnCostsThePriceOfThatPlace() {
    List<PhaseResult> all =
        run("postgres", "disk", 1, 2 * MIB, 1_000).stream()
            .map(phase -> Changed.with(phase, "conditions", phase.conditions().at("disk", "pmem")))
            .map(phase -> Changed.with(phase, "state.logOccupiedBytes", MIB))
            .toList();
    Results results = results(experiment("disk=1 EUR/GiB", "pmem=10 EUR/GiB"), all);

    assertThat(results.cells())
        .hasSize(2)
        .allSatisfy(
            cell ->
                assertThat(cell.occupied())
                    .contains(new Occupied(3 * MIB, 1024, OptionalDouble.of(12.0 / 1024))));
    assertThat(results(experiment("disk=1 EUR/GiB"), all).cells())
        .as("where the log's place has no price")
        .allMatch(cell -> cell.occupied().orElseThrow().price().isEmpty());
  }

  /** The fields of its row that a price gives. */
  private static List<String> summary(Cell cell) throws IOException {
    Map<String, String> row = Rows.of(Csv.summary(List.of(cell))).get(0);
    return Stream.of("bytes_per_record", "ops_s_per_cost").map(row::get).toList();
  }

  @Test
  void withoutPriceOrSpaceOrValidRunsThereIsNoFigure() throws IOException {
    for (Experiment experiment :
        List.of(experiment(), experiment("disk=0.15 EUR/GiB", "pmem=9 EUR/GiB"))) {
      for (Cell cell : results(experiment, phases()).cells()) {
        boolean spaceIsKnown = cell.valid() && !cell.key().database().equals("volatile");
        boolean hasPrice = experiment.get(Settings.PRICES).containsKey(cell.key().place());
        assertThat(summary(cell))
            .as(cell.key().toString())
            .extracting(String::isEmpty)
            .containsExactly(!spaceIsKnown, !spaceIsKnown || !hasPrice);
      }
    }
  }

  @Test
  void everyCellOfThePageHasSpaceAndThroughputForItsPrice() {
    Results results = results(experiment("disk=0.15 EUR/GiB", "pmem=9.21 EUR/GiB"), phases());

    assertThat(Samples.text(Format.PAGE, results))
        .contains("ops/s per cost", "disk 0.15 EUR", "pmem 9.21 EUR");
    Results without = results(experiment(), phases());
    assertThat(Samples.text(Format.PAGE, without)).contains("bytes of").doesNotContain("EUR");
  }

  @Test
  void theFactsHaveTheLimitsOfMemoryAsTheKernelStatedThem() {
    List<PhaseResult> all =
        List.of(
            Phases.valid("redis", "A", 1, 1, 1000),
            Phases.limited(Phases.valid("redis", "A", 1, 1, 900), "25%", 64 << 20));

    assertThat(Facts.asked(results(experiment(), all)))
        .extracting(Facts::value)
        .filteredOn(fact -> fact.matches("64\\.0 MiB on \\w* ?for 25%"))
        .hasSize(1);
  }

  @Test
  void theFactsSayWhereTheProcessesWere() {
    List<PhaseResult> all = new ArrayList<>();
    Map.of(
            "redis", new SeenPlacement("0", "1", null),
            "postgres", new SeenPlacement("0", "1", null),
            "pmemkv", new SeenPlacement("0-1", null, 1),
            "mongodb", new SeenPlacement("0", SeenPlacement.NOT_OURS, null))
        .forEach(
            (database, placed) ->
                all.add(Phases.with(null, placed, Phases.valid(database, "A", 1, 1, 1000))));

    assertThat(Facts.asked(results(experiment(), all)))
        .filteredOn(fact -> fact.name().equals("on processors"))
        .extracting(Facts::value)
        .satisfiesExactly(
            fact -> assertThat(fact).isEqualTo("client on 0, servers on 1: postgres, redis"),
            fact -> assertThat(fact).startsWith("client on 0-1,").endsWith(" node 1: pmemkv"),
            fact -> assertThat(fact).startsWith("client on 0;").endsWith(": mongodb"));
  }
}
