package org.pmemycsb.harness.analysis.claim;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.pmemycsb.harness.analysis.claim.Statement.Aggregate;
import org.pmemycsb.harness.analysis.claim.Statement.Name;
import org.pmemycsb.harness.analysis.claim.Statement.Scope;
import org.pmemycsb.harness.analysis.claim.Statement.Selection;
import org.pmemycsb.harness.analysis.claim.Statement.Side;
import org.pmemycsb.harness.analysis.claim.Statement.Who;
import org.pmemycsb.harness.plan.settings.Dimension;

/** Turns a statement into its figures, over the grid of an experiment. */
record Expansion(Statement statement, Dimensions grid) {
  /**
   * One figure for each point of the statement's scopes; never none.
   *
   * @throws ClaimException if the statement names a value that the grid does not have, or leaves
   *     its cells open
   */
  static List<Quantity> of(Statement statement, Dimensions grid) {
    return new Expansion(statement, grid).figures();
  }

  private List<Quantity> figures() {
    refuseIdleScopes();
    List<Map<Dimension, String>> points = List.of(Map.of());
    for (Scope scope : statement.scopes()) {
      List<String> values = values(scope);
      points =
          points.stream()
              .flatMap(point -> values.stream().map(value -> with(point, scope, value)))
              .toList();
    }
    List<Quantity> figures = points.stream().flatMap(point -> figure(point).stream()).toList();
    if (figures.isEmpty()) {
      throw new ClaimException(statement.sides().get(0).offset(), "compares a cell with itself");
    }
    if (statement.aggregate().isEmpty() && figures.size() > 1) {
      String text =
          "gives %d figures; put 'min', 'max', 'median' or 'all' around it, as in all(ratio(...))";
      throw new ClaimException(0, text.formatted(figures.size()));
    }
    return figures;
  }

  private static Map<Dimension, String> with(
      Map<Dimension, String> point, Scope scope, String value) {
    Map<Dimension, String> more = new HashMap<>(point);
    more.put(scope.dimension(), value);
    return more;
  }

  private void refuseIdleScopes() {
    Set<Dimension> seen = EnumSet.noneOf(Dimension.class);
    for (Scope scope : statement.scopes()) {
      Dimension dimension = scope.dimension();
      if (!seen.add(dimension)) {
        throw new ClaimException(scope.offset(), dimension.word() + " is said twice");
      }
      boolean used =
          statement.sides().stream()
              .anyMatch(
                  side ->
                      dimension == Dimension.DATABASE
                          ? side.who() == Who.BOUND
                          : !side.at().containsKey(dimension));
      if (!used) {
        throw new ClaimException(
            scope.offset(),
            dimension == Dimension.DATABASE
                ? "no side says 'database', so this changes nothing"
                : "each side says 'at " + dimension.word() + "', so this changes nothing");
      }
    }
  }

  private List<String> values(Scope scope) {
    Dimension dimension = scope.dimension();
    if (scope.selection() == Selection.IN) {
      return grid.resolve(dimension, scope.values());
    }
    List<String> all =
        grid.of(dimension).stream().filter(value -> !grid.absent().contains(value)).toList();
    if (scope.selection() == Selection.FROM_TO) {
      long low = grid.number(dimension, scope.values().get(0));
      long high = grid.number(dimension, scope.values().get(1));
      all =
          all.stream()
              .filter(value -> low <= Long.parseLong(value) && Long.parseLong(value) <= high)
              .toList();
    }
    if (all.isEmpty()) {
      throw new ClaimException(
          scope.offset(),
          "there is nothing in this range; the experiment has %s %s"
              .formatted(dimension.word(), grid.shown(dimension)));
    }
    return all;
  }

  /** Empty if it would compare a cell with itself. */
  private Optional<Quantity> figure(Map<Dimension, String> point) {
    Side left = statement.sides().get(0);
    if (statement.sides().size() == 1) {
      return Optional.of(
          Quantity.chosen(
              chosen(left), cells(left, null, point).stream().map(Quantity::leaf).toList()));
    }
    Side right = statement.sides().get(1);
    List<Quantity> rows = new ArrayList<>();
    for (CellRef above : cells(left, right, point)) {
      List<Quantity> row =
          cells(right, left, point).stream()
              .filter(below -> !above.equals(below))
              .map(below -> Quantity.leaf(above, below))
              .toList();
      if (!row.isEmpty()) {
        // The ratio to the largest is the smallest of the ratios.
        rows.add(
            Quantity.chosen(chosen(right) == Aggregate.MAX ? Aggregate.MIN : Aggregate.MAX, row));
      }
    }
    return rows.isEmpty() ? Optional.empty() : Optional.of(Quantity.chosen(chosen(left), rows));
  }

  /** The figure of a side: the smallest for the worst throughput, but for the best latency. */
  private Aggregate chosen(Side side) {
    return side.who() == (statement.latency().isPresent() ? Who.BEST : Who.WORST)
        ? Aggregate.MIN
        : Aggregate.MAX;
  }

  private List<CellRef> cells(Side side, Side other, Map<Dimension, String> point) {
    List<CellRef> cells = new ArrayList<>();
    // The labels come first, because a message on a wrong name is clearer than others.
    for (String label : labels(side, other, point)) {
      Map<Dimension, String> at = new EnumMap<>(Map.of(Dimension.DATABASE, label));
      Dimension.inClaims()
          .forEach(each -> at.computeIfAbsent(each, any -> value(side, label, any, point)));
      cells.add(new CellRef(at));
    }
    return cells;
  }

  private String value(Side side, String label, Dimension dimension, Map<Dimension, String> point) {
    Name said = side.at().get(dimension);
    if (said != null) {
      return grid.resolve(dimension, said);
    }
    List<String> own = grid.places(label);
    if (dimension == Dimension.PLACE && own.size() < 2) {
      return own.isEmpty() ? "" : own.get(0);
    }
    if (point.containsKey(dimension)) {
      return point.get(dimension);
    }
    List<String> all = grid.of(dimension);
    if (all.size() > 1) {
      throw new ClaimException(
          side.offset(),
          """
          does not say which %1$s, of which the experiment has %2$s; \
          add 'at %1$s ...' or a scope, as in 'each %1$s'"""
              .formatted(dimension.word(), grid.shown(dimension)));
    }
    return all.get(0);
  }

  private List<String> labels(Side side, Side other, Map<Dimension, String> point) {
    if (side.who() == Who.BOUND) {
      if (!point.containsKey(Dimension.DATABASE)) {
        throw new ClaimException(
            side.offset(), "says 'database', which needs a scope such as 'each database'");
      }
      return List.of(point.get(Dimension.DATABASE));
    }
    if (!side.ofOthers()) {
      return grid.resolve(Dimension.DATABASE, side.names());
    }
    if (other == null || other.ofOthers()) {
      throw new ClaimException(
          side.offset(), "'others' needs another side that says which databases are not meant");
    }
    List<String> named = labels(other, side, point);
    List<String> others =
        grid.of(Dimension.DATABASE).stream()
            .filter(label -> !named.contains(label) && !grid.absent().contains(label))
            .toList();
    if (others.isEmpty()) {
      throw new ClaimException(side.offset(), "there are no other databases");
    }
    return others;
  }
}
