package org.pmemycsb.harness.analysis.claim;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.analysis.claim.Quantity.CellRef;
import org.pmemycsb.harness.analysis.claim.Statement.Aggregate;
import org.pmemycsb.harness.analysis.claim.Statement.Name;
import org.pmemycsb.harness.analysis.claim.Statement.Scope;
import org.pmemycsb.harness.analysis.claim.Statement.Selection;
import org.pmemycsb.harness.analysis.claim.Statement.Side;
import org.pmemycsb.harness.analysis.claim.Statement.Who;
import org.pmemycsb.harness.plan.design.ByteSize;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.Purpose;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.design.Show;
import org.pmemycsb.harness.plan.settings.Dimension;
import org.pmemycsb.harness.plan.settings.Experiment;

/**
 * Turns a statement into its figures, over the grid of an experiment.
 *
 * @param absent labels of the databases that could not run; they are in the grid
 */
record Expansion(Statement statement, Experiment experiment, Set<String> absent) {
  /**
   * One figure for each point of the statement's scopes; never none.
   *
   * @throws ClaimException if the statement names a value that the grid does not have, or leaves
   *     its cells open
   */
  static List<Quantity> of(Statement statement, Experiment experiment, Set<String> absent) {
    return new Expansion(statement, experiment, absent).figures();
  }

  private List<Quantity> figures() {
    refuseIdleScopes();
    List<Map<Dimension, String>> points = List.of(Map.of());
    for (Scope scope : statement.scopes()) {
      List<Map<Dimension, String>> more = new ArrayList<>();
      List<String> values = values(scope);
      for (Map<Dimension, String> point : points) {
        for (String value : values) {
          Map<Dimension, String> at = new HashMap<>(point);
          at.put(scope.dimension(), value);
          more.add(at);
        }
      }
      points = more;
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

  private void refuseIdleScopes() {
    Set<Dimension> seen = EnumSet.noneOf(Dimension.class);
    for (Scope scope : statement.scopes()) {
      Dimension dimension = scope.dimension();
      if (!seen.add(dimension)) {
        throw new ClaimException(scope.offset(), dimension.word() + " is said twice");
      }
      boolean ofDatabase = dimension == Dimension.DATABASE;
      if (statement.sides().stream()
          .noneMatch(
              side -> ofDatabase ? side.who() == Who.BOUND : !side.at().containsKey(dimension))) {
        throw new ClaimException(
            scope.offset(),
            ofDatabase
                ? "no side says 'database', so this changes nothing"
                : "each side says 'at " + dimension.word() + "', so this changes nothing");
      }
    }
  }

  private List<String> values(Scope scope) {
    Dimension dimension = scope.dimension();
    List<Name> names = scope.values();
    if (scope.selection() == Selection.IN) {
      return names.stream().map(name -> resolve(dimension, name)).distinct().toList();
    }
    List<String> all = grid(dimension).stream().filter(value -> !absent.contains(value)).toList();
    if (scope.selection() == Selection.FROM_TO) {
      long low = Long.parseLong(canonical(dimension, names.get(0)));
      long high = Long.parseLong(canonical(dimension, names.get(1)));
      all =
          all.stream()
              .filter(value -> low <= Long.parseLong(value) && Long.parseLong(value) <= high)
              .toList();
    }
    if (all.isEmpty()) {
      throw new ClaimException(
          scope.offset(),
          "there is nothing in this range; the experiment has %s %s"
              .formatted(dimension.word(), shown(dimension)));
    }
    return all;
  }

  /** Empty if it would compare a cell with itself. */
  private Optional<Quantity> figure(Map<Dimension, String> point) {
    Side left = statement.sides().get(0);
    if (!statement.metric().compares()) {
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
      return resolve(dimension, said);
    }
    if (dimension == Dimension.PLACE) {
      List<String> own =
          experiment.databases().stream()
              .filter(each -> each.label().equals(label) && !each.where().isEmpty())
              .map(DatabaseChoice::where)
              .toList();
      if (own.size() < 2) {
        return own.isEmpty() ? "" : own.get(0);
      }
    }
    if (point.containsKey(dimension)) {
      return point.get(dimension);
    }
    List<String> all = grid(dimension);
    if (all.size() > 1) {
      throw new ClaimException(
          side.offset(),
          """
          does not say which %1$s, of which the experiment has %2$s; \
          add 'at %1$s ...' or a scope, as in 'each %1$s'"""
              .formatted(dimension.word(), shown(dimension)));
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
      return side.names().stream().map(this::database).distinct().toList();
    }
    if (other == null || other.ofOthers()) {
      throw new ClaimException(
          side.offset(), "'others' needs another side that says which databases are not meant");
    }
    List<String> named = labels(other, side, point);
    List<String> others =
        grid(Dimension.DATABASE).stream()
            .filter(label -> !named.contains(label) && !absent.contains(label))
            .toList();
    if (others.isEmpty()) {
      throw new ClaimException(side.offset(), "there are no other databases");
    }
    return others;
  }

  /** The distinct values of a dimension. Equal values have equal texts. */
  private List<String> grid(Dimension dimension) {
    return dimension
        .values(experiment)
        .map(value -> dimension.column(value).toString())
        .distinct()
        .toList();
  }

  private String shown(Dimension dimension) {
    return grid(dimension).stream()
        .map(
            value ->
                dimension == Dimension.VALUE_SIZE ? ByteSize.format(Long.parseLong(value)) : value)
        .collect(Collectors.joining(", "));
  }

  /** The value that a name in a claim means. */
  private String resolve(Dimension dimension, Name name) {
    if (dimension == Dimension.DATABASE) {
      return database(name);
    }
    String value = canonical(dimension, name);
    if (dimension == Dimension.RUNNER && isBeside(value)) {
      return value;
    }
    return grid(dimension).stream()
        .filter(value::equalsIgnoreCase)
        .findFirst()
        .orElseThrow(() -> unknown(dimension, name));
  }

  /**
   * Whether the runner is measured beside the experiment: the ceiling always, those of a split on
   * request.
   */
  private boolean isBeside(String runner) {
    return runner.equals(RunnerKind.NATIVE.id())
        || experiment.shows(Show.SPLIT)
            && Purpose.split().stream().anyMatch(each -> each.id().equals(runner));
  }

  private ClaimException unknown(Dimension dimension, Name name) {
    return new ClaimException(
        name.offset(),
        "the experiment has no %s '%s'; it has %s"
            .formatted(dimension.word(), name.text(), shown(dimension)));
  }

  private String database(Name name) {
    if (grid(Dimension.DATABASE).contains(name.text())) {
      return name.text();
    }
    List<String> found =
        experiment.databases().stream()
            .filter(each -> each.id().equals(name.text()))
            .map(DatabaseChoice::label)
            .distinct()
            .toList();
    if (found.isEmpty()) {
      throw unknown(Dimension.DATABASE, name);
    }
    if (found.size() > 1) {
      throw new ClaimException(
          name.offset(),
          "the experiment has %s more than once; name one, in quotes: \"%s\""
              .formatted(name.text(), String.join("\", \"", found)));
    }
    return found.get(0);
  }

  private static String canonical(Dimension dimension, Name name) {
    if (dimension == Dimension.VALUE_SIZE) {
      try {
        return Long.toString(ByteSize.parse(name.text()));
      } catch (ConfigurationException noSize) {
        throw new ClaimException(name.offset(), "value: " + noSize.getMessage());
      }
    }
    if (dimension != Dimension.THREADS) {
      return name.text().toLowerCase(Locale.ROOT);
    }
    if (!name.text().matches("\\d{1,9}")) {
      throw new ClaimException(name.offset(), "threads: '" + name.text() + "' is no whole number");
    }
    return Integer.toString(Integer.parseInt(name.text()));
  }
}
