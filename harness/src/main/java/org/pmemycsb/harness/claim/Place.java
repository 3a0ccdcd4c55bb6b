package org.pmemycsb.harness.claim;

import java.util.Map;
import org.pmemycsb.harness.experiment.ByteSize;
import org.pmemycsb.harness.result.Conditions;

/** A cell that a claim needs; the medium is that of the machine. */
record Place(
    String database, String phase, int threads, int valueSize, String durability, String runner) {

  static Place of(String database, Map<Dimension, String> at) {
    return new Place(
        database,
        at.get(Dimension.PHASE),
        Integer.parseInt(at.get(Dimension.THREADS)),
        Integer.parseInt(at.get(Dimension.VALUE)),
        at.get(Dimension.DURABILITY),
        at.get(Dimension.RUNNER));
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
        && key.runner().equals(runner);
  }

  /** For people. */
  String shown() {
    return "%s, phase %s, %d thread%s, %s values, %s%s"
        .formatted(
            database,
            phase,
            threads,
            threads == 1 ? "" : "s",
            ByteSize.format(valueSize),
            durability,
            runner.equals("trace") ? "" : ", " + runner + " runner");
  }
}
