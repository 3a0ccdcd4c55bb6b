package org.pmemycsb.harness.claim;

import java.util.Map;
import java.util.stream.Stream;
import org.pmemycsb.harness.design.ByteSize;
import org.pmemycsb.harness.result.Conditions;

/**
 * A cell that a claim needs, on whatever medium the machine has.
 *
 * @param at value of each dimension; the place is empty where the experiment names none for the
 *     database
 */
record CellRef(Map<Dimension, String> at) {
  String of(Dimension dimension) {
    return at.get(dimension);
  }

  /** Whether a cell is this one, of the database or of a product that stood in for it. */
  boolean is(Conditions key) {
    return Stream.of(Dimension.values())
        .allMatch(
            each -> of(each).equals(each.of(key)) || each == Dimension.PLACE && of(each).isEmpty());
  }

  /** For people. */
  String shown() {
    String place = of(Dimension.PLACE);
    String threads = of(Dimension.THREADS);
    String machines = of(Dimension.MACHINES);
    String runner = of(Dimension.RUNNER);
    return "%s%s, phase %s, %s%s thread%s, %s values, %s%s"
        .formatted(
            of(Dimension.DATABASE),
            place.isEmpty() ? "" : " @" + place,
            of(Dimension.PHASE),
            machines.equals("1") ? "" : machines + " machines, ",
            threads,
            threads.equals("1") ? "" : "s",
            ByteSize.format(Long.parseLong(of(Dimension.VALUE))),
            of(Dimension.DURABILITY),
            runner.equals("trace") ? "" : ", " + runner + " runner");
  }
}
