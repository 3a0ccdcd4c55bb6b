package org.pmemycsb.harness.claim;

import java.util.Map;
import org.pmemycsb.harness.experiment.ByteSize;
import org.pmemycsb.harness.result.Conditions;

/**
 * A cell that a claim needs; the medium is that of the machine.
 *
 * @param place its name; empty where the experiment names none for the database
 */
record CellRef(
    String database,
    String phase,
    int threads,
    int valueSize,
    String durability,
    String runner,
    String place) {

  static CellRef of(String database, Map<Dimension, String> at) {
    return new CellRef(
        database,
        at.get(Dimension.PHASE),
        Integer.parseInt(at.get(Dimension.THREADS)),
        Integer.parseInt(at.get(Dimension.VALUE)),
        at.get(Dimension.DURABILITY),
        at.get(Dimension.RUNNER),
        at.get(Dimension.PLACE));
  }

  /** Whether a cell is this one. */
  boolean is(Conditions key) {
    return isOf(key) && key.label().standIn().isEmpty();
  }

  /** Whether a cell is this one, but of a product that stood in for the database. */
  boolean isStandIn(Conditions key) {
    return isOf(key) && key.label().standIn().isPresent();
  }

  private boolean isOf(Conditions key) {
    return key.label().asked().equals(database)
        && key.phase().equals(phase)
        && key.threads() == threads
        && key.valueSizeBytes() == valueSize
        && key.durability().equals(durability)
        && key.runner().equals(runner)
        && (place.isEmpty() || key.place().equals(place));
  }

  /** For people. */
  String shown() {
    return "%s%s, phase %s, %d thread%s, %s values, %s%s"
        .formatted(
            database,
            place.isEmpty() ? "" : " @" + place,
            phase,
            threads,
            threads == 1 ? "" : "s",
            ByteSize.format(valueSize),
            durability,
            runner.equals("trace") ? "" : ", " + runner + " runner");
  }
}
