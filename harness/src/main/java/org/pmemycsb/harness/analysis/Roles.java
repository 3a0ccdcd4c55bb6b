package org.pmemycsb.harness.analysis;

import java.util.List;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;

/** Tells contenders from bounds, which are floor and ceiling. */
public final class Roles {
  private final boolean alone;

  private Roles(List<Conditions> keys) {
    this.alone = keys.stream().map(Conditions::database).distinct().count() == 1;
  }

  public static Roles among(List<Conditions> keys) {
    return new Roles(keys);
  }

  public static Roles of(List<Cell> cells) {
    return among(cells.stream().map(Cell::key).toList());
  }

  /** Whether it is the floor of others. A floor that was measured alone competes. */
  public boolean isFloor(Conditions key) {
    return key.database().equals(DatabaseChoice.NOOP.label()) && !alone;
  }

  public boolean isBound(Conditions key) {
    return isFloor(key) || key.runner().equals(RunnerKind.NATIVE.id());
  }

  /** The places on which data lay, with those of logs that lay apart. */
  public static List<String> places(List<Conditions> keys) {
    return keys.stream()
        .map(Conditions::where)
        .filter(place -> !place.isEmpty())
        .distinct()
        .toList();
  }

  /** Whether data lay on several places. */
  public static boolean placed(List<Cell> cells) {
    return places(cells.stream().map(Cell::key).toList()).size() > 1;
  }
}
