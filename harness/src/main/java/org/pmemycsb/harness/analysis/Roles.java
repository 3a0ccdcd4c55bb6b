package org.pmemycsb.harness.analysis;

import java.util.List;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;

/** Tells contenders from bounds, which are floor and ceiling. */
public record Roles(List<Conditions> keys) {
  public static Roles of(List<Cell> cells) {
    return new Roles(cells.stream().map(Cell::key).toList());
  }

  /** Whether it is the floor of others. A floor that was measured alone competes. */
  public boolean isFloor(Conditions key) {
    return key.database().equals(DatabaseChoice.NOOP.label())
        && keys.stream().map(Conditions::database).distinct().count() > 1;
  }

  public boolean isBound(Conditions key) {
    return isFloor(key) || key.isNative();
  }

  /** Whether data, or logs that lay apart, lay on several places. */
  public boolean placed() {
    return places(keys) > 1;
  }

  /** The number of places on which data lay, with those of logs that lay apart. */
  public static long places(List<Conditions> keys) {
    return keys.stream()
        .map(Conditions::where)
        .filter(place -> !place.isEmpty())
        .distinct()
        .count();
  }
}
