package org.pmemycsb.harness.report.model;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.analysis.Roles;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.report.model.Chart.Look;
import org.pmemycsb.harness.report.model.Chart.Point;
import org.pmemycsb.harness.report.model.Chart.Role;
import org.pmemycsb.harness.report.model.Chart.Series;
import org.pmemycsb.harness.report.model.Chart.Swatch;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;

/**
 * The names and roles of databases in one report. A name means the same in all its tables and
 * charts.
 */
public final class Names {
  private final Roles roles;
  private final boolean oneRunner;
  private final boolean mixed;
  private final boolean placed;
  private final boolean numbered;
  private final boolean oneFloor;
  private final Map<String, Look> looks = new HashMap<>();
  private final List<String> levels;

  public static Names of(List<Cell> cells) {
    return new Names(cells.stream().map(Cell::key).toList());
  }

  public Names(List<Conditions> keys) {
    this.numbered = keys.stream().map(Conditions::machines).distinct().count() > 1;
    this.roles = new Roles(keys);
    this.oneRunner =
        keys.stream()
                .map(Conditions::runner)
                .filter(runner -> !runner.equals(RunnerKind.NATIVE.id()))
                .distinct()
                .count()
            == 1;
    this.levels = keys.stream().map(Conditions::durability).distinct().toList();
    this.mixed = levels.size() > 1;
    this.placed = roles.placed();
    this.oneFloor = Roles.places(keys.stream().filter(roles::isFloor).toList()) == 1;
    Map<Role, Map<String, Integer>> colours = new EnumMap<>(Role.class);
    Map<String, Integer> shapes = new HashMap<>();
    for (Conditions key : keys) {
      boolean bound = role(key) == Role.BOUND;
      String database = bound ? of(key) : key.database();
      int colour = number(colours.computeIfAbsent(role(key), none -> new HashMap<>()), database);
      int shape = bound ? 0 : number(shapes, series(key).substring(database.length()));
      looks.putIfAbsent(series(key), new Look(colour, shape));
    }
  }

  private static int number(Map<String, Integer> known, String name) {
    return known.computeIfAbsent(name, none -> known.size());
  }

  /** Whether data lay on several places, so that tables have a column for them. */
  public boolean placed() {
    return placed;
  }

  /** The name in a table, without the place. Floor and ceiling are named as such. */
  public String of(Conditions key) {
    String name = key.database();
    if (key.isNative()) {
      name += " native (ceiling)";
    } else {
      name = roles.isFloor(key) ? name + " (floor)" : name;
      name = oneRunner ? name : name + ", " + key.runner() + " runner";
    }
    if (numbered) {
      name += ", " + Plural.of(key.machines(), "machine");
    }
    name += key.limits().map(limit -> ", " + key.words(limit)).collect(Collectors.joining());
    return mixed ? name + " (" + key.durability() + ")" : name;
  }

  public String limit(Conditions key) {
    String name = key.database() + " medium (limit)";
    return mixed ? name + " (" + key.durability() + ")" : name;
  }

  /** The name in a chart or a sentence, with the place if there are several. */
  public String series(Conditions key) {
    return placed && !key.where().isEmpty() && !(roles.isFloor(key) && oneFloor)
        ? of(key) + " @" + key.where()
        : of(key);
  }

  public boolean isFloor(Conditions key) {
    return roles.isFloor(key);
  }

  public Role role(Conditions key) {
    return roles.isBound(key) ? Role.BOUND : Role.CONTENDER;
  }

  /** The series that a ceiling bounds; empty if it bounds none or all. */
  private String bounded(Conditions key) {
    return key.isNative() ? series(key.with(key.label(), RunnerKind.TRACE.id())) : "";
  }

  /** The symbol in a table: the colour of a database, and the shape of its place. */
  public Swatch swatch(Conditions key) {
    return new Swatch(true, role(key), looks.get(series(key)));
  }

  public Series series(Conditions key, List<Point> points) {
    String name = series(key);
    return new Series(name, role(key), looks.get(name), points, bounded(key));
  }

  /** The levels of durability; empty if all cells have the same. */
  public List<String> mixedLevels() {
    return mixed ? levels : List.of();
  }
}
