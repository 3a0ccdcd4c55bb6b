package org.pmemycsb.harness.report;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.plan.design.Goal;
import org.pmemycsb.harness.report.model.Chart.Axis;
import org.pmemycsb.harness.report.model.Chart.Look;
import org.pmemycsb.harness.report.model.Chart.Point;
import org.pmemycsb.harness.report.model.Chart.Role;
import org.pmemycsb.harness.report.model.Chart.Series;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.model.Section.Output;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.model.Table.Field;
import org.pmemycsb.harness.report.tables.CellTables;
import org.pmemycsb.harness.result.Capacity;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.statistics.CapacitySearch;
import org.pmemycsb.harness.statistics.Estimate;

/** The highest rates that hold the experiment's goal, and the trials of the search. */
final class Capacities {
  private static final String TITLE = "How much can it carry?";
  private static final double LEAST_MICROS = 1e-3;

  private final Names names;
  private final List<Cell> cells;
  private final Map<Conditions, List<PhaseResult>> searches;
  private final String goal;

  private Capacities(Results results) {
    goal = results.experiment().goal().map(Goal::shown).orElse("its goal");
    names = Names.of(results.cells());
    cells =
        results.cells().stream()
            .filter(cell -> cell.valid() && cell.capacity().estimate().isPresent())
            .toList();
    searches =
        Cells.grouped(
            results.phases().stream()
                .filter(phase -> phase.valid() && phase.measurement().capacity() != null)
                .toList(),
            PhaseResult::conditions);
  }

  static List<Section> of(Results results) {
    Capacities all = new Capacities(results);
    if (all.cells.isEmpty()) {
      return List.of();
    }
    String reading =
        "The highest rate with " + all.goal + ", in operations per second, with its 95 % interval.";
    Section table = Section.of("capacity-section", all.table());
    return List.of(
        table.in(Output.PAGE, Output.DOCUMENT).titled(TITLE, reading),
        table.in(Output.TERMINAL).titled("highest rate with " + all.goal, ""),
        all.charts());
  }

  private List<Capacity> search(Cell cell) {
    return searches.get(cell.key()).stream()
        .map(phase -> phase.measurement().capacity())
        .sorted(Comparator.comparingDouble(Capacity::opsS))
        .toList();
  }

  private Table table() {
    return new CellTables(names)
        .columns()
        .number("capacity", cell -> figure(found(cell).figure()))
        .number("low", cell -> end(found(cell), Estimate::low))
        .number("high", cell -> end(found(cell), Estimate::high))
        .table("capacities", "", cells);
  }

  private static Estimate found(Cell cell) {
    return cell.capacity().estimate().orElseThrow();
  }

  private static Field figure(double capacity) {
    return capacity > 0
        ? Field.number(Figures.grouped(capacity), capacity)
        : Field.number("holds it at no rate", 0);
  }

  private static Field end(Estimate found, Function<Estimate, OptionalDouble> end) {
    return found.figure() > 0 ? Field.of(end.apply(found), Figures::grouped) : Field.NONE;
  }

  private Section charts() {
    Capacity any = search(cells.get(0)).get(0);
    return Charts.of(cells, names)
        .section(
            "capacity",
            "Latency over throughput",
            "Each mark is a trial of the survey, at a fixed rate; the thin line is the goal. Latency"
                + " counts from the intended start. Trials that were not sustained are left out.",
            Charts::conditions,
            true,
            List.of(
                new Charts.Panel(
                    "",
                    "",
                    cell -> points(search(cell)),
                    all -> Axis.linear("operations per second"),
                    all -> Axis.log(any.goal() + ", microseconds"))))
        .redrawn(
            chart ->
                chart.with(
                    new Series(
                        "goal: " + goal,
                        Role.BOUND,
                        new Look(0, 0),
                        List.of(
                            Point.of(0, any.limitUs()),
                            Point.of(Charts.farthest(chart.series()), any.limitUs())))));
  }

  /** The survey of the repeat with the median capacity, from the lowest rate to the highest. */
  private static List<Point> points(List<Capacity> sorted) {
    return sorted.get((sorted.size() - 1) / 2).steps().stream()
        .limit(CapacitySearch.SURVEY_TRIALS) // at the knee, trials of one rate differ too much
        .filter(step -> step.sustained() && step.latencyUs() != null)
        .sorted(Comparator.comparingDouble(Capacity.Step::achievedOpsS))
        .map(step -> Point.of(step.achievedOpsS(), Math.max(LEAST_MICROS, step.latencyUs())))
        .toList();
  }
}
