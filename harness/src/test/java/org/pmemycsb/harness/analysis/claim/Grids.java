package org.pmemycsb.harness.analysis.claim;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.pmemycsb.harness.plan.design.ClaimText;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.FigureUnit;
import org.pmemycsb.harness.plan.design.MemoryBudget;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.Purpose;
import org.pmemycsb.harness.plan.design.Show;
import org.pmemycsb.harness.plan.settings.Dimension;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Counts;
import org.pmemycsb.harness.result.Demand;
import org.pmemycsb.harness.result.Phases;
import org.pmemycsb.harness.statistics.Invocations;
import org.pmemycsb.harness.statistics.Sample;
import org.pmemycsb.spi.Durability;

/** Cells that nobody measured, for tests. */
final class Grids {
  private Grids() {}

  static ClaimText claim(String holds) {
    return new ClaimText(
        "id", "says", holds, "published", "source", new ClaimText.Origin("f", "", 0, 0));
  }

  /** The claims about throughputs. */
  static List<ClaimResult> judge(Experiment experiment, List<Cell> cells) {
    return Claims.judge(
        experiment, List.of(), cells, LatencyFigure.Source.NONE, FigureUnit.OPERATIONS.speed());
  }

  /** A valid cell with these samples for each point of an experiment. */
  static List<Cell> cells(Experiment experiment, Function<Conditions, double[]> samples) {
    List<Conditions> keys = new ArrayList<>();
    for (DatabaseChoice database : experiment.databases()) {
      for (Phase phase : experiment.phases()) {
        for (int threads : experiment.threads()) {
          for (int valueSize : experiment.valueSizes()) {
            for (Durability durability : experiment.get(Settings.DURABILITIES)) {
              for (MemoryBudget memory : experiment.get(Settings.MEMORY)) {
                String level = durability.id();
                keys.add(
                    Phases.conditions(
                            database.label(),
                            phase.id(),
                            threads,
                            valueSize,
                            level,
                            "tmpfs",
                            "trace")
                        .at(database.place().orElse(""), database.logPlace().orElse(""))
                        .with(Dimension.MEMORY, memory.text()));
              }
            }
          }
        }
      }
    }
    List<Cell> cells = new ArrayList<>();
    for (Conditions key : keys) {
      cells.add(
          cell(key, true, samples.apply(key))
              .asking(new Cell.Medium(demand(experiment), OptionalDouble.empty())));
      if (experiment.shows(Show.SPLIT)) {
        for (Purpose purpose : Purpose.split()) {
          Conditions part = key.with(key.label(), purpose.id());
          cells.add(cell(part, true, samples.apply(part)));
        }
      }
    }
    return cells;
  }

  private static Optional<Demand> demand(Experiment experiment) {
    Counts fences = new Counts(0, 0, 0, 157, 0, 0, 0, 0, 0, Counts.Awaited.NONE);
    return experiment.shows(Show.LEDGER)
        ? Optional.of(new Demand(10, 1000, fences, new TreeMap<>()))
        : Optional.empty();
  }

  static Cell cell(Conditions key, boolean valid, double... samples) {
    return cell(key, valid, rounds(1, samples));
  }

  static List<Sample> rounds(int from, double... figures) {
    return IntStream.range(0, figures.length)
        .mapToObj(i -> new Sample(from + i, figures[i]))
        .toList();
  }

  static Cell cell(Conditions key, boolean valid, List<Sample> samples) {
    int runs = samples.size();
    return Cell.of(
        key,
        valid
            ? new Cell.Repeats(runs, runs, 0, null, 0, List.of())
            : new Cell.Repeats(runs, 0, 0, null, 1, List.of("1 operations failed")),
        new Cell.Rate(Optional.empty(), Invocations.of(valid ? samples : List.of())));
  }
}
