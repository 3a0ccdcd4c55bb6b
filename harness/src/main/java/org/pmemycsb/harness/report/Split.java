package org.pmemycsb.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.harness.design.Aside;
import org.pmemycsb.harness.design.RunSpec;
import org.pmemycsb.harness.design.RunnerKind;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.report.Section.Form;
import org.pmemycsb.harness.report.Table.Column;
import org.pmemycsb.harness.report.Table.Field;
import org.pmemycsb.harness.report.Table.Row;
import org.pmemycsb.harness.report.chart.Figures;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.PhaseResult;

/** How much of an operation's time goes to flushes and to fences. Pure functions. */
final class Split {
  private static final String TITLE = "Where the time of an operation goes";
  private static final String READING =
      "Operations per second as the database is, and with flushes, fences or both left out by the"
          + " stand-in for libpmem. Runs that leave something out have durability none, and stand in"
          + " no other table. Flushing and ordering are the shares of an operation's time that go"
          + " without flushes, and without fences; the rest is left without both. Brackets hold 95 %"
          + " intervals. The shares overlap, so they need not add up to 100 %.";

  private Split() {}

  /** A run's combination of conditions, and a phase of it. */
  private record Place(String combination, String phase) {
    static Place of(PhaseResult phase) {
      String combination = RunSpec.combination(phase.run());
      return new Place(
          phase.aside() == null ? combination : RunSpec.combination(combination), phase.phase());
    }
  }

  /**
   * A cell of the comparison and its cells with something left out.
   *
   * @param without by what they leave out; their conditions are those of the cell but for the
   *     runner, which has the id of the {@link Aside}
   */
  private record Parts(Cell whole, Map<Aside, Cell> without) {
    /** The share of the time that is gone. */
    Field share(Aside aside) {
      return field(aside, 1, -1);
    }

    /** The share of the time that is left. */
    Field rest() {
      return field(Aside.NEITHER, 0, 1);
    }

    private Field field(Aside aside, double from, double sign) {
      return Buys.Ratio.of(Optional.of(whole), Optional.ofNullable(without.get(aside)))
          .map(
              ratio -> {
                double share = from + sign * ratio.figure();
                return Field.number(Notes.percent(share), share)
                    .within(
                        ratio.bounded()
                            ? Stream.of(ratio.low(), ratio.high())
                                .map(OptionalDouble::getAsDouble)
                                .map(end -> from + sign * end)
                                .sorted()
                                .map(end -> String.format(Locale.ROOT, "%.0f", 100 * end))
                                .collect(Collectors.joining(" to "))
                            : "");
              })
          .orElse(Field.NONE);
    }
  }

  private static List<Parts> of(
      List<PhaseResult> phases, List<PhaseResult> asides, List<Cell> cells, long seed) {
    Map<Place, Map<String, List<PhaseResult>>> without =
        asides.stream()
            .filter(phase -> !Aside.COUNTED.id().equals(phase.aside()))
            .collect(Collectors.groupingBy(Place::of, Collectors.groupingBy(PhaseResult::aside)));
    if (without.isEmpty()) {
      return List.of();
    }
    Map<Conditions, Place> places =
        phases.stream()
            .collect(Collectors.toMap(PhaseResult::conditions, Place::of, (one, same) -> one));
    List<Parts> all = new ArrayList<>();
    for (Cell cell : cells) {
      Map<String, List<PhaseResult>> found = without.get(places.get(cell.key()));
      if (found != null && cell.key().runner().equals(RunnerKind.TRACE.id())) {
        all.add(new Parts(cell, parts(cell.key(), found, seed)));
      }
    }
    return all;
  }

  private static Map<Aside, Cell> parts(
      Conditions key, Map<String, List<PhaseResult>> found, long seed) {
    return Aside.split().stream()
        .filter(aside -> found.containsKey(aside.id()))
        .collect(
            Collectors.toMap(
                aside -> aside,
                aside ->
                    Cells.of(found.get(aside.id()), seed)
                        .get(0)
                        .under(key.with(key.label(), aside.id()))));
  }

  /** The cells, and those of a split, for claims that name these by their runner. */
  static List<Cell> with(
      List<PhaseResult> phases, List<PhaseResult> asides, List<Cell> cells, Experiment experiment) {
    return Stream.concat(
            cells.stream(),
            of(phases, asides, cells, experiment.seed()).stream()
                .flatMap(parts -> parts.without().values().stream()))
        .toList();
  }

  /** A table; nothing without a split. */
  static List<Section> sections(Results results, Names names) {
    List<Parts> all =
        of(results.phases(), results.asides(), results.contenders(), results.experiment().seed());
    if (all.isEmpty()) {
      return List.of();
    }
    List<Column> columns = new ArrayList<>(Throughput.labels(names.placed()));
    columns.add(Column.text("phase"));
    List.of(
            "as it is",
            "without flushes",
            "without fences",
            "without both",
            "flushing",
            "ordering",
            "the rest")
        .forEach(name -> columns.add(Column.number(name)));
    return List.of(
        Section.of(
                "split-section",
                Table.grid(
                    "split", TITLE, columns, all.stream().map(each -> row(each, names)).toList()),
                Form.PAGE,
                Form.DOCUMENT)
            .linked(TITLE)
            .titled(TITLE, READING));
  }

  private static Row row(Parts parts, Names names) {
    Conditions key = parts.whole().key();
    List<Field> row = Throughput.labels(key, names);
    row.add(Field.text(key.phase()));
    row.add(throughput(parts.whole()));
    Aside.split().forEach(aside -> row.add(throughput(parts.without().get(aside))));
    row.add(parts.share(Aside.NO_FLUSHES));
    row.add(parts.share(Aside.NO_FENCES));
    row.add(parts.rest());
    return new Row(false, row);
  }

  private static Field throughput(Cell cell) {
    if (cell == null) {
      return Field.NONE;
    }
    return cell.valid()
        ? cell.throughput()
            .map(figure -> figure.median())
            .map(figure -> Field.number(Figures.grouped(figure), figure))
            .orElse(Field.NONE)
        : Field.INVALID;
  }
}
