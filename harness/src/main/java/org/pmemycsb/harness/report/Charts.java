package org.pmemycsb.harness.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.plan.design.ByteSize;
import org.pmemycsb.harness.plan.design.FigureUnit;
import org.pmemycsb.harness.report.model.Chart;
import org.pmemycsb.harness.report.model.Chart.Axis;
import org.pmemycsb.harness.report.model.Chart.Point;
import org.pmemycsb.harness.report.model.Chart.Role;
import org.pmemycsb.harness.report.model.Chart.Series;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Conditions;

/**
 * Turns cells into the charts of a section. There are two kinds: dots with whiskers over names, and
 * lines over numbers.
 *
 * @param unit of the cells' rates
 * @param phases what readers call a phase
 * @param titles what the title of a chart calls one
 */
record Charts(
    List<Cell> cells, Names names, FigureUnit unit, String phases, UnaryOperator<String> titles) {
  // Above this ratio of the largest to the smallest value, a linear axis hides the small ones.
  private static final double WIDE = 20;

  /**
   * What a chart shows. Its axes come from all series of the same conditions, so that readers can
   * compare charts that stand side by side.
   *
   * @param key in the names of files; empty if the section has one panel
   * @param title beside the phase and the conditions; may be empty
   * @param points of a cell; empty if the chart leaves it out
   */
  record Panel(
      String key,
      String title,
      Function<Cell, List<Point>> points,
      Function<List<Series>, Axis> x,
      Function<List<Series>, Axis> y) {
    /** The only one of a section. */
    static Panel of(
        String title, Function<Cell, List<Point>> points, Axis x, Function<List<Series>, Axis> y) {
      return new Panel("", title, points, any -> x, y);
    }
  }

  static Charts of(List<Cell> cells) {
    return of(cells, Names.of(cells));
  }

  /** With the looks of a report that has other cells, too. */
  static Charts of(List<Cell> cells, Names names) {
    return new Charts(
        cells,
        names,
        FigureUnit.OPERATIONS,
        "phase",
        phase -> phase.equals("load") ? "Load" : "Workload " + phase);
  }

  /**
   * @param conditions for a reader to choose from; a group of charts for each
   * @param byPhase whether each phase has a chart of its own
   */
  Section section(
      String id,
      String title,
      String reading,
      Function<Conditions, String> conditions,
      boolean byPhase,
      List<Panel> panels) {
    Map<String, List<Chart>> groups = new LinkedHashMap<>();
    grouped(cells, conditions)
        .forEach(
            (label, inGroup) -> {
              List<Chart> charts = new ArrayList<>();
              grouped(inGroup, byPhase ? Conditions::phase : any -> "")
                  .forEach(
                      (phase, inChart) -> {
                        for (Panel panel : panels) {
                          List<Series> all = series(inChart, panel);
                          List<Series> ofGroup = series(inGroup, panel);
                          if (!all.isEmpty()) {
                            charts.add(
                                new Chart(
                                    id(id, phase + " " + panel.key() + " " + label),
                                    title(phase, panel.title(), label),
                                    panel.x().apply(ofGroup),
                                    panel.y().apply(ofGroup),
                                    all));
                          }
                        }
                      });
              groups.put(label, charts);
            });
    return Section.charts(id, title, reading, groups);
  }

  private String title(String phase, String panel, String conditions) {
    List<String> levels = names.mixedLevels();
    return Stream.of(phase.isEmpty() ? "" : titles.apply(phase), panel, conditions)
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining(", "))
        + (levels.isEmpty() ? "" : " (mixes durability " + String.join(", ", levels) + ")");
  }

  private List<Series> series(List<Cell> of, Panel panel) {
    return grouped(of, names::series).values().stream()
        .map(
            ofOne ->
                names.series(
                    ofOne.get(0).key(),
                    ofOne.stream()
                        .flatMap(cell -> panel.points().apply(cell).stream())
                        .sorted(Comparator.comparingDouble(Point::x))
                        .toList()))
        .filter(each -> !each.points().isEmpty())
        .toList();
  }

  private static Map<String, List<Cell>> grouped(
      List<Cell> cells, Function<Conditions, String> by) {
    return Cells.grouped(cells, cell -> by.apply(cell.key()));
  }

  /** The same of valid cells, except floor and ceiling. */
  Function<Cell, List<Point>> contenders(Function<Cell, List<Point>> points) {
    return cell ->
        cell.valid() && names.role(cell.key()) == Role.CONTENDER ? points.apply(cell) : List.of();
  }

  /** The axis of rates: logarithmic where a linear one would hide small values. */
  Axis rates(List<Series> all) {
    DoubleSummaryStatistics known =
        all.stream()
            .filter(series -> series.role() == Role.CONTENDER)
            .flatMap(series -> series.points().stream())
            .filter(Point::known)
            .mapToDouble(Point::y)
            .summaryStatistics();
    return known.getCount() > 0 && known.getMax() / known.getMin() > WIDE
        ? Axis.log(unit.label())
        : Axis.linear(unit.label());
  }

  /** What a higher figure means. */
  String higher() {
    return unit.isTime() ? "slower" : "faster";
  }

  /** The largest x of all points; 0 without any. */
  static double farthest(List<Series> all) {
    return all.stream()
        .flatMap(each -> each.points().stream())
        .mapToDouble(Point::x)
        .max()
        .orElse(0);
  }

  static String conditions(Conditions key) {
    return Plural.of(key.threads(), "thread")
        + ", "
        + ByteSize.format(key.valueSizeBytes())
        + " values";
  }

  static String id(String section, String rest) {
    return (section + "-" + rest).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
  }
}
