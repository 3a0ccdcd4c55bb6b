package org.pmemycsb.harness.analysis.claim;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.pmemycsb.harness.plan.design.ClaimText;
import org.pmemycsb.harness.plan.design.ClaimText.Positions;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.FigureUnit;
import org.pmemycsb.harness.plan.design.MemoryBudget;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.Purpose;
import org.pmemycsb.harness.plan.design.Show;
import org.pmemycsb.harness.plan.settings.Dimension;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Counts;
import org.pmemycsb.harness.result.Demand;
import org.pmemycsb.harness.result.Phases;
import org.pmemycsb.harness.result.Unavailable;
import org.pmemycsb.harness.statistics.Invocations;
import org.pmemycsb.harness.statistics.Sample;
import org.pmemycsb.spi.Durability;

/** Cells that nobody measured, for tests. */
final class Grids {
  private Grids() {}

  /** What a cell's repeats gave. */
  interface Samples {
    double[] of(Conditions key);
  }

  static ClaimText claim(String holds) {
    return new ClaimText(
        "id", "says", holds, "published", "source", new Positions("f", List.of(1), List.of(1)));
  }

  /** The claims about throughputs. */
  static List<ClaimResult> judge(
      Experiment experiment, List<Unavailable> unavailable, List<Cell> cells) {
    return Claims.judge(
        experiment, unavailable, cells, LatencyFigure.Source.NONE, FigureUnit.OPERATIONS.speed());
  }

  /** A valid cell for each point of an experiment. */
  static List<Cell> cells(Experiment experiment, Samples samples) {
    List<Cell> cells = new ArrayList<>();
    for (DatabaseChoice database : experiment.databases()) {
      for (Phase phase : experiment.phases()) {
        for (int threads : experiment.threads()) {
          for (int valueSize : experiment.valueSizes()) {
            for (Durability durability : experiment.durabilities()) {
              Conditions all =
                  Phases.conditions(
                          database.label(),
                          phase.id(),
                          threads,
                          valueSize,
                          durability.id(),
                          "tmpfs",
                          "trace")
                      .at(database.place().orElse(""), database.logPlace().orElse(""));
              for (MemoryBudget memory : experiment.memory()) {
                Conditions key = all.with(Dimension.MEMORY, memory.text());
                cells.add(
                    cell(key, true, samples.of(key))
                        .asking(new Cell.Medium(demand(experiment), OptionalDouble.empty())));
                if (experiment.shows(Show.SPLIT)) {
                  Purpose.split().stream()
                      .map(aside -> key.with(key.label(), aside.id()))
                      .forEach(part -> cells.add(cell(part, true, samples.of(part))));
                }
              }
            }
          }
        }
      }
    }
    return cells;
  }

  private static Optional<Demand> demand(Experiment experiment) {
    return experiment.shows(Show.LEDGER)
        ? Optional.of(
            new Demand(
                10,
                1000,
                new Counts(0, 0, 0, 157, 0, 0, 0, 0, 0, Counts.Awaited.NONE),
                new TreeMap<>()))
        : Optional.empty();
  }

  static Cell cell(Conditions key, boolean valid, double... samples) {
    return cell(
        key,
        valid,
        IntStream.range(0, samples.length).mapToObj(i -> new Sample(i + 1, samples[i])).toList());
  }

  /** The same valid cell with other samples. */
  static Cell with(List<Sample> samples, Cell cell) {
    return cell(cell.key(), true, samples);
  }

  private static Cell cell(Conditions key, boolean valid, List<Sample> samples) {
    return Cell.of(
        key,
        new Cell.Repeats(
            samples.size(),
            valid ? samples.size() : 0,
            0,
            null,
            valid ? 0 : 1,
            valid ? List.of() : List.of("1 operations failed")),
        new Cell.Rate(Optional.empty(), Invocations.of(valid ? samples : List.of())));
  }
}
